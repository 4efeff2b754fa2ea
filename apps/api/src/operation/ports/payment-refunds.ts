import type { InTransaction } from "../../db/client.ts";

/**
 * Changes refunds to a balance when a reorganization removes the payment that they refund, and when what becomes of it is
 * decided. Refunds to a wallet are checked on the chain instead.
 */
export interface PaymentRefunds {
  /** Makes them `PENDING`, in the transaction that reopens the invoice. */
  takeBack(at: InTransaction, invoiceId: string): Promise<void>;
  /** Makes them `CONFIRMED` again, in the transaction that marks the invoices `PAID` again. */
  restore(at: InTransaction, invoiceIds: readonly string[]): Promise<void>;
  /**
   * Makes them `FAILED` if the invoice can no longer be paid, in each transaction that may have decided that: the invoice
   * was voided or expired, or a settlement of it failed.
   */
  end(at: InTransaction, invoiceId: string): Promise<void>;
}
