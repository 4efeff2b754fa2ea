import { footerOf, invoiceDetails } from "./details.ts";
import type { Letter, Told } from "./letter.ts";
import { inUsdc, onDate } from "./words.ts";

/** An invoice is due. */
export function invoiceOpened(told: Told): Letter {
  const { service, amountDue: due, dueAt, url } = told;
  return {
    subject: `Invoice from ${service.name}: ${inUsdc(due)}`,
    heading: `${inUsdc(due)} is due`,
    paragraphs: [
      `${service.name} has sent you an invoice. You can read it and pay it with your wallet on its page.`,
      ...(dueAt === null ? [] : [`Please pay it by ${onDate(dueAt)}. It expires then.`]),
    ],
    details: invoiceDetails(told),
    link: { label: "View and pay", url },
    footer: footerOf(told),
  };
}
