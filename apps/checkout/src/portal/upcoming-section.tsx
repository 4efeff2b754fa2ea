import { Amount, Aside, isZero, rangeText, Term, Terms } from "@usance/ui";
import { useCallback, useId } from "react";
import type { PortalApi, Subscription, UpcomingInvoice } from "../api/portal-api.ts";
import { InvoiceLines } from "../ui/invoice-lines.tsx";
import { useAnswer } from "./use-answer.ts";

interface UpcomingSectionProps {
  readonly api: PortalApi;
  readonly subscription: Subscription;
}

/** The next bill of the usage so far. A plan without a rate card has none. */
export function UpcomingSection({ api, subscription: { id } }: UpcomingSectionProps) {
  const { answer } = useAnswer(useCallback((signal) => api.upcomingInvoice(id, signal), [api, id]));
  const headingId = useId();
  if (answer.state !== "read" || answer.value === null) return null;
  const { status, periodStart, periodEnd, lines } = answer.value;
  if (status === "DONE") return null;
  return (
    <section className="part" aria-labelledby={headingId}>
      <h3 id={headingId}>Next bill</h3>
      {periodEnd !== null && <Aside>{rangeText(periodStart, periodEnd)}, so far</Aside>}
      {lines.length > 0 && <InvoiceLines lines={lines} />}
      <Terms>
        <Total invoice={answer.value} />
      </Terms>
    </section>
  );
}

/** What is billed; a credit, or too little for a bill of its own, is left for the next one. */
const Total = ({ invoice: { amount, carriedForward } }: { invoice: UpcomingInvoice }) =>
  isZero(carriedForward) ? (
    <Term name="So far" isStrong>
      <Amount of={amount} /> USDC
    </Term>
  ) : (
    <Term name={carriedForward.startsWith("-") ? "Credit for later" : "For the next bill"} isStrong>
      <Amount of={carriedForward.replace("-", "")} /> USDC
    </Term>
  );
