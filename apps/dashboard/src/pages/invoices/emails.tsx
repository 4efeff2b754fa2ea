import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Badge, type DataColumn, Section, Time } from "@usance/ui";
import { trpc } from "../../api/client.ts";
import type { Email } from "../../api/records.ts";
import { useMay } from "../../frame/session.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { byCursor, RecordList } from "../../ui/record-list.tsx";

/** The e-mails that the subscriber got about an invoice; nothing if there are none. */
export function Emails({ invoiceId }: { readonly invoiceId: string }) {
  const mayRead = useMay("emails:read");
  const mayWrite = useMay("emails:write");
  const list = useInfiniteQuery({
    ...trpc.emails.list.infiniteQueryOptions({ invoiceId, limit: 10 }, { ...byCursor }),
    enabled: mayRead,
  });
  if (!mayRead || list.data === undefined || list.data.pages[0]?.emails.length === 0) return null;
  return (
    <Section heading="E-mails">
      <RecordList
        of={list}
        rowsOf={({ emails }) => emails}
        caption="E-mails about the invoice, newest first"
        columns={mayWrite ? [...columns, { label: "Change", cell: resendOf }] : columns}
        keyOf={({ id }) => id}
        empty={null}
      />
    </Section>
  );
}

const kinds: Readonly<Record<Email["kind"], string>> = {
  "invoice.opened": "Invoice with its link",
  "invoice.paid": "Receipt",
  "invoice.payment_failed": "Payment failed",
  "credit_note.created": "Credit note",
  "credit_note.refunded": "Refund",
  "dispute.accepted": "Dispute accepted",
  "dispute.declined": "Dispute declined",
  "spending_cap.low": "Spending limit runs out",
  "alert.crossed": "Alert",
};

const states = {
  PENDING: ["now", "Pending"],
  SENT: ["good", "Sent"],
  SKIPPED: ["off", "Out of date"],
  FAILED: ["bad", "Failed"],
  UNCERTAIN: ["late", "May have arrived"],
} as const;

const columns: readonly DataColumn<Email>[] = [
  {
    label: "E-mail",
    cell: ({ kind, recipient, createdAt }) => (
      <>
        {kinds[kind]}
        <span className="under">
          {recipient}, <Time at={createdAt} />
        </span>
      </>
    ),
  },
  {
    label: "State",
    cell: ({ status, reason }) => {
      const [kind, words] = states[status];
      return (
        <>
          <Badge kind={kind}>{words}</Badge>
          {reason !== null && <span className="under">{reason}</span>}
        </>
      );
    },
  },
];

const resendOf = ({ id }: Email) => <Resend emailId={id} />;

function Resend({ emailId }: { readonly emailId: string }) {
  const queries = useQueryClient();
  const resend = useMutation(
    trpc.emails.resend.mutationOptions({
      onSettled: () => queries.invalidateQueries(trpc.emails.pathFilter()),
    }),
  );
  return (
    <Confirm
      action="Send again"
      kind="quiet"
      said="The e-mail is sent again."
      onConfirm={() => resend.mutateAsync({ emailId })}
    >
      The subscriber gets another e-mail of this kind, at the address of today.
    </Confirm>
  );
}
