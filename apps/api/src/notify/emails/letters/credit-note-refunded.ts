import type { CreditNote, Refund } from "../../../db/generated/client.ts";
import { creditNoteDetails, footerOf, transactionDetail } from "./details.ts";
import type { Detail, Letter, Told } from "./letter.ts";
import { inUsdc, onDate } from "./words.ts";

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
