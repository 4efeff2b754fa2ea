import type { Invoice } from "./generated/client.ts";

/** An invoice that bills somebody, as all do that callers are shown. */
export type BilledInvoice = Invoice & { readonly userId: string };

/** The same of one that is known to: usage is recorded with no other. */
export function asBilled(invoice: Invoice): BilledInvoice {
  const { userId } = invoice;
  if (userId === null) throw new Error(`Invoice ${invoice.id} bills nobody.`);
  return { ...invoice, userId };
}
