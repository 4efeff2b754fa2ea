import type { Settlement } from "../../../db/generated/client.ts";
import { footerOf, invoiceDetails, transactionDetail } from "./details.ts";
import type { Letter, Told } from "./letter.ts";
import { inUsdc, onDate } from "./words.ts";

/** The receipt. */
export function invoicePaid(told: Told, payment: Settlement, explorerUrl: string | null): Letter {
  const { service, amountDue: due, url } = told;
  const { transactionHash, confirmedAt, payerAddress, merchantAddress, collect } = payment;
  const how =
    collect === "allowance"
      ? "It was collected from your wallet, under the spending cap that you signed."
      : "It was paid from your wallet.";
  return {
    subject: `Receipt from ${service.name}: ${inUsdc(due)}`,
    heading: `${inUsdc(due)} paid`,
    paragraphs: [
      `Your payment to ${service.name} is confirmed. ${collect === null ? "" : how}`.trim(),
    ],
    details: [
      ...invoiceDetails(told),
      ...(confirmedAt === null ? [] : [{ label: "Confirmed", value: onDate(confirmedAt) }]),
      { label: "From", value: payerAddress },
      { label: "To", value: merchantAddress },
      ...transactionDetail(transactionHash, explorerUrl),
    ],
    link: { label: "View the receipt", url },
    footer: footerOf(told),
  };
}
