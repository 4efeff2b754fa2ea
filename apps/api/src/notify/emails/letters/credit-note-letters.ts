import type { CreditNote, Refund } from "../../../db/generated/client.ts";
import {
  creditNoteDetails,
  type Detail,
  footerOf,
  inUsdc,
  type Letter,
  onDate,
  type Told,
  transactionDetail,
} from "./letter.ts";

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
    : `${rest} will be collected from your wallet, under the spending limit that you signed.`;
}

/** A credit note was refunded, to the subscriber's balance or to the wallet that paid. */
export function creditNoteRefunded(
  told: Told,
  creditNote: Pick<CreditNote, "amount" | "reason">,
  refund: Refund,
  explorerUrl: string | null,
): Letter {
  const { service, url } = told;
  const refunded = inUsdc(refund.amount);
  const where =
    refund.destination === "BALANCE"
      ? `It was added to your prepaid balance for ${service.name}.`
      : "It was sent to the wallet that paid the invoice.";
  return {
    subject: `Refund from ${service.name}: ${refunded}`,
    heading: `${refunded} refunded`,
    paragraphs: [`${service.name} has refunded part of an invoice. ${where}`],
    details: [...creditNoteDetails(told, creditNote), ...refundDetails(refund, explorerUrl)],
    link: { label: "View the invoice", url },
    footer: footerOf(told),
  };
}

function refundDetails(
  { confirmedAt, payerAddress, transactionHash }: Refund,
  explorerUrl: string | null,
): Detail[] {
  return [
    ...(confirmedAt === null ? [] : [{ label: "Refunded", value: onDate(confirmedAt) }]),
    ...(payerAddress === null ? [] : [{ label: "To", value: payerAddress }]),
    ...transactionDetail(transactionHash, explorerUrl),
  ];
}
