import type { CreditNote } from "../../../db/generated/client.ts";
import { creditNoteDetails, footerOf } from "./details.ts";
import type { Letter, Told } from "./letter.ts";
import { inUsdc } from "./words.ts";

/** Part of an invoice is not owed. */
export function creditNoteCreated(told: Told, creditNote: CreditNote): Letter {
  const { service, url } = told;
  const credited = inUsdc(creditNote.amount);
  const isBeforePayment = creditNote.status === "APPLIED";
  return {
    subject: `Credit note from ${service.name}: ${credited}`,
    heading: `${credited} credited`,
    paragraphs: [
      isBeforePayment
        ? `${service.name} has lowered what you have to pay. ${restOf(told)}`
        : `${service.name} has credited part of an invoice that you have paid. You get another e-mail when the amount is refunded.`,
    ],
    details: [
      ...creditNoteDetails(told, creditNote),
      ...(isBeforePayment ? [{ label: "Due", value: inUsdc(told.amountDue) }] : []),
    ],
    link: { label: isBeforePayment ? "View and pay" : "View the invoice", url },
    footer: footerOf(told),
  };
}

/** Says what is still due for an invoice that is not paid yet. */
function restOf({ amountDue, collectAt }: Told): string {
  const rest = inUsdc(amountDue);
  return collectAt === null
    ? `${rest} of the invoice is due.`
    : `${rest} will be collected from your wallet, under the spending cap that you signed.`;
}
