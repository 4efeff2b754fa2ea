import type { CreditNote } from "../../../db/generated/client.ts";
import type { DisputeRow } from "../../../settlements/disputes/store.ts";
import { footerOf, inUsdc, type Letter, type Told } from "./letter.ts";

/** The seller has accepted or declined a dispute. */
export function disputeAnswered(
  told: Told,
  { status, usageEvents, reason, answer }: DisputeRow,
  creditNote: CreditNote | null,
): Letter {
  const { service, paymentPlan, amount, url } = told;
  const isAccepted = status === "ACCEPTED";
  const what = isAccepted ? "accepted" : "declined";
  return {
    subject: `${service.name} has ${what} your dispute`,
    heading: `Your dispute was ${what}`,
    paragraphs: [
      isAccepted
        ? `${service.name} has corrected the usage that you disputed. ${outcomeOf(told, creditNote)}`
        : `${service.name} has not changed the invoice. You can dispute it again on its page.`,
    ],
    details: [
      { label: "Service", value: service.name },
      { label: "Plan", value: paymentPlan.name },
      { label: "Invoice", value: inUsdc(amount) },
      { label: "Usage events", value: String(usageEvents.length) },
      { label: "Your reason", value: reason },
      ...(answer === null ? [] : [{ label: "Answer", value: answer }]),
      ...(creditNote === null ? [] : [{ label: "Credited", value: inUsdc(creditNote.amount) }]),
    ],
    link: { label: "View the invoice", url },
    footer: footerOf(told),
  };
}

/** Says what an accepted dispute changes of what was paid, or is due. */
function outcomeOf({ status, amountDue }: Told, creditNote: CreditNote | null): string {
  if (status === "VOID") return "Nothing is due for the invoice.";
  if (creditNote === null) return "That does not change the amount of the invoice.";
  const credited = inUsdc(creditNote.amount);
  if (creditNote.status === "APPLIED") return `${inUsdc(amountDue)} of the invoice is due now.`;
  return creditNote.status === "ISSUED"
    ? `${credited} is credited. You get another e-mail when it is refunded.`
    : `${credited} is credited.`;
}
