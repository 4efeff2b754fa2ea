import type { Invoice } from "./generated/client.ts";

/** An invoice that bills a user. Callers are shown no other. */
export type BilledInvoice = Invoice & { readonly userId: string };

/** For an invoice that is known to bill a user, as every invoice with usage events does. */
export function asBilled(invoice: Invoice): BilledInvoice {
  const { userId } = invoice;
  if (userId === null) throw new Error(`Invoice ${invoice.id} bills nobody.`);
  return { ...invoice, userId };
}
