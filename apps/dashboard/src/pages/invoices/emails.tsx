import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Badge, type DataColumn, Section, Time } from "@usance/ui";
import type { ReactNode } from "react";
import { trpc } from "../../api/client.ts";
import type { Email } from "../../api/records.ts";
import { useMay } from "../../frame/session.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { byCursor, RecordList } from "../../ui/record-list.tsx";

interface EmailsProps {
  readonly of: { readonly invoiceId: string } | { readonly userId: string };
  /** Shown in the place of no e-mails. */
  readonly empty?: ReactNode;
}

/** The e-mails about an invoice, or to a subscriber with links to their invoices. */
export function Emails({ of, empty = null }: EmailsProps) {
  const mayRead = useMay("emails:read");
  const mayWrite = useMay("emails:write");
  const list = useInfiniteQuery({
    ...trpc.emails.list.infiniteQueryOptions({ ...of, limit: 10 }, { ...byCursor }),
    enabled: mayRead,
  });
  const isEmpty = list.data === undefined || list.data.pages[0]?.emails.length === 0;
  if (!mayRead || (isEmpty && empty === null)) return null;
  const columns = columnsOf("userId" in of);
  return (
    <Section heading="E-mails">
      <RecordList
        of={list}
        rowsOf={({ emails }) => emails}
        caption="E-mails, newest first"
        columns={mayWrite ? [...columns, { label: "Change", cell: resendOf }] : columns}
        keyOf={({ id }) => id}
        empty={empty}
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

const columnsOf = (hasLinks: boolean): readonly DataColumn<Email>[] => [
  {
    label: "E-mail",
    cell: ({ kind, invoiceId, recipient, createdAt }) => (
      <>
        {hasLinks && invoiceId !== null ? (
          <Link to="/invoices/$invoiceId" params={{ invoiceId }}>
            {kinds[kind]}
          </Link>
        ) : (
          kinds[kind]
        )}
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
