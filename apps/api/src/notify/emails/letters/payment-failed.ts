import { inWords } from "../../../pages/payments/in-words.ts";
import { footerOf, invoiceDetails } from "./details.ts";
import type { Letter, Told } from "./letter.ts";
import { inUsdc, onDate } from "./words.ts";

const tooLittle = inWords("BalanceTooLow");

/** A collection under the spending cap failed. */
export function paymentFailed(told: Told): Letter {
  const { service, amountDue: due, dueAt, collectAt, url, settlements } = told;
  const failure = settlements[0]?.failure ?? "The spending cap can no longer be used.";
  const reason = inWords(failure);
  const needsMoney = reason === tooLittle;
  const next =
    collectAt === null
      ? "It is not tried again."
      : `It is tried again on ${onDate(collectAt)}.${needsMoney ? ` Put ${inUsdc(due)} into your wallet before then.` : ""}`;
  const until = dueAt === null ? "" : ` until ${onDate(dueAt)}`;
  return {
    subject: `Payment to ${service.name} failed: ${inUsdc(due)}`,
    heading: `${inUsdc(due)} could not be collected`,
    paragraphs: [
      `${service.name} could not collect an invoice from your wallet. ${reason}`,
      `${next} You can also pay it yourself on its page${until}.`,
    ],
    details: invoiceDetails(told),
    link: { label: "View and pay", url },
    footer: footerOf(told),
  };
}
