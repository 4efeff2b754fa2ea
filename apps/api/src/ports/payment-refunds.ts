import type { InTransaction } from "../db/client.ts";

/**
 * Changes refunds to a balance when a reorganization removes the payment that they refund. Refunds to a wallet are checked
 * on the chain instead.
 */
export interface PaymentRefunds {
  /** Makes them `PENDING`, in the transaction that reopens the invoice. */
  takeBack(at: InTransaction, invoiceId: string): Promise<void>;
  /** Makes them `CONFIRMED` again, in the transaction that marks the invoices `PAID` again. */
  restore(at: InTransaction, invoiceIds: readonly string[]): Promise<void>;
}
