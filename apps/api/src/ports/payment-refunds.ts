import type { InTransaction } from "../db/client.ts";

/**
 * What becomes of refunds to a balance when a reorganization removes the payment that they give back. A refund to a
 * wallet stands on the chain itself.
 */
export interface PaymentRefunds {
  /** They are `PENDING`, in the transaction that reopens the invoice. */
  takeBack(at: InTransaction, invoiceId: string): Promise<void>;
  /** They are `CONFIRMED` again, in the transaction that marks the invoices `PAID` again. */
  restore(at: InTransaction, invoiceIds: readonly string[]): Promise<void>;
}
