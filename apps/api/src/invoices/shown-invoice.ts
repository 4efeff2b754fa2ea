import type { Invoice } from "../db/generated/client.ts";
import type { Amount } from "../kit/money.ts";
import type { Parts } from "../operation/ports/parts.ts";
import { amountDue } from "./invoice-records.ts";

type Stored = Pick<Invoice, "linkToken" | "amount" | "creditedBeforePayment">;

/** Adds the address of an invoice's page, and what a payment has to be. */
export const shownInvoice = <Row extends Stored>(
  { checkoutUrl }: Pick<Parts, "checkoutUrl">,
  invoice: Row,
): Row & { readonly url: string; readonly amountDue: Amount } => ({
  ...invoice,
  url: `${checkoutUrl}/invoices/${invoice.linkToken}`,
  amountDue: amountDue(invoice),
});
