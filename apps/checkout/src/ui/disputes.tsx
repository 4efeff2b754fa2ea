import { amountText, Badge, Time } from "@usance/ui";
import { useId } from "react";
import type { Dispute } from "../api/billed-api.ts";
import { eventsOf } from "./words.ts";

/** The disputes of an invoice, newest first, with the seller's answers. */
export function Disputes({ disputes }: { disputes: readonly Dispute[] }) {
  const headingId = useId();
  if (disputes.length === 0) return null;
  return (
    <section className="disputes" aria-labelledby={headingId}>
      <h2 id={headingId}>Disputes</h2>
      <ul>
        {disputes.map((dispute) => (
          <OneDispute key={dispute.id} dispute={dispute} />
        ))}
      </ul>
    </section>
  );
}

const words = { OPEN: "Open", ACCEPTED: "Accepted", DECLINED: "Declined" } as const;
const kinds = { OPEN: "now", ACCEPTED: "good", DECLINED: "off" } as const;

const OneDispute = ({ dispute }: { dispute: Dispute }) => {
  const { status, usageEventCount, amount, reason, answer, createdAt, closedAt } = dispute;
  return (
    <li className="dispute">
      <Badge kind={kinds[status]}>{words[status]}</Badge> {eventsOf(usageEventCount)}
      {amount !== null && `, ${amountText(amount)} USDC`}, on <Time at={createdAt} isDate />:{" "}
      <bdi>{reason}</bdi>
      <p className="aside">
        {closedAt === null ? (
          "The seller has not answered yet."
        ) : (
          <>
            {status === "ACCEPTED" ? "The usage was corrected." : "The bill stays as it is."}{" "}
            {answer !== null && (
              <>
                The seller says: <bdi>{answer}</bdi>
              </>
            )}
          </>
        )}
      </p>
    </li>
  );
};
