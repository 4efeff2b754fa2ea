import type { Parts } from "../../ports/parts.ts";

/** Adds the address of an invoice's page. */
export const withUrl = <Row extends { readonly linkToken: string }>(
  { checkoutUrl }: Pick<Parts, "checkoutUrl">,
  invoice: Row,
): Row & { readonly url: string } => ({
  ...invoice,
  url: `${checkoutUrl}/invoices/${invoice.linkToken}`,
});
