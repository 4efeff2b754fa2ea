import { useInfiniteQuery } from "@tanstack/react-query";
import { Aside, amountText, DataTable, quantityText, Section, Time } from "@usance/ui";
import { trpc } from "../../api/client.ts";
import type { Dispute, Invoice } from "../../api/records.ts";
import { useMay } from "../../frame/session.tsx";
import { Answer } from "../../ui/answer.tsx";
import { byCursor } from "../../ui/record-list.tsx";
import { State } from "../../ui/state.tsx";
import { AnswerForm } from "./answer-form.tsx";

/** What the payer disputes of an invoice; shows nothing without a dispute. */
export function Disputes({ invoice }: { invoice: Invoice }) {
  const mayRead = useMay("disputes:read");
  const list = useInfiniteQuery({
    // An invoice has no more than fit on a page.
    ...trpc.disputes.list.infiniteQueryOptions({ invoiceId: invoice.id, limit: 20 }, byCursor),
    enabled: mayRead,
  });
  if (!mayRead || list.data?.pages[0]?.disputes.length === 0) return null;
  return (
    <Section heading="Disputes">
      <Answer of={list}>
        {({ pages }) =>
          pages
            .flatMap(({ disputes }) => disputes)
            .map((dispute) => <OneDispute key={dispute.id} dispute={dispute} invoice={invoice} />)
        }
      </Answer>
    </Section>
  );
}

function OneDispute({ dispute, invoice }: { dispute: Dispute; invoice: Invoice }) {
  const { status, reason, amount, answer, createdAt, closedAt, usageEvents } = dispute;
  const mayWrite = useMay("disputes:write");
  return (
    <article className="credit-note" aria-label={`Dispute: ${reason}`}>
      <header className="timeline-head">
        <State status={status} />
        <strong>{amount === null ? "No price known" : `${amountText(amount)} USDC`}</strong>
      </header>
      <p>
        {reason}
        <span className="under">
          <Time at={createdAt} />
        </span>
      </p>
      <DataTable
        caption="Disputed usage events"
        rows={usageEvents}
        keyOf={({ eventKey }) => eventKey}
        columns={[
          {
            label: "Event",
            cell: ({ eventKey, occurredAt }) => (
              <>
                {eventKey}
                <span className="under">
                  <Time at={occurredAt} />
                </span>
              </>
            ),
          },
          {
            label: "Billed",
            cell: ({ billedQuantity }) => quantityText(billedQuantity),
            isFigure: true,
          },
          {
            label: "By the payer's count",
            cell: ({ claimedQuantity }) =>
              claimedQuantity === null ? "none" : quantityText(claimedQuantity),
            isFigure: true,
          },
        ]}
      />
      {closedAt !== null && (
        <Aside>
          {status === "ACCEPTED" ? "Accepted" : "Declined"} at <Time at={closedAt} />
          {answer !== null && `: ${answer}`}
        </Aside>
      )}
      {status === "OPEN" && mayWrite && <AnswerForm dispute={dispute} invoice={invoice} />}
    </article>
  );
}
