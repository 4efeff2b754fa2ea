import type { InTransaction } from "../../db/client.ts";
import type { Invoice, Settlement } from "../../db/generated/client.ts";
import type { Log } from "../../kit/log.ts";
import type { Tally } from "./tally.ts";

/** A payment that a wallet signed, on a page or for a program's call, and that the chain has recorded. */
export interface SignedPaid {
  readonly invoice: Invoice;
  readonly transactionHash: string;
  /** The settlement as it was before it was confirmed. */
  readonly settlement: Pick<Settlement, "id" | "payerId" | "payerKey" | "payerEmail" | "payerName">;
}

/** Applies what follows from payments, in the transaction that confirms them. */
export interface AfterPayment {
  /** Names who has paid, and starts subscriptions, before the invoices are `PAID`. */
  identify(at: InTransaction, paid: readonly SignedPaid[]): Promise<void>;
  /** Records the usage that was paid for, once the invoices are `PAID` and balances are credited. */
  use(at: InTransaction, paid: readonly SignedPaid[]): Promise<void>;
}

/**
 * Gives up the payments of an invoice that a wallet signed and that were not sent yet, in a transaction that holds the
 * invoice. If nothing can pay the invoice any more, what waited for them ends.
 *
 * @param why a sentence for the payer
 * @returns false when the invoice has a settlement that the chain may still record; nothing was given up then
 */
export type EndAttempts = (
  at: InTransaction & {
    readonly log: Log;
    readonly tally: Tally;
    readonly paymentRefunds: PaymentRefunds;
  },
  invoiceId: string,
  why: string,
) => Promise<boolean>;

/**
 * Changes refunds to a balance when a reorganization removes the payment that they refund, and when the outcome of that
 * payment is decided. Refunds to a wallet are checked on the chain instead.
 */
export interface PaymentRefunds {
  /** Makes them `PENDING`, in the transaction that reopens the invoice. */
  takeBack(at: InTransaction, invoiceId: string): Promise<void>;
  /** Makes them `CONFIRMED` again, in the transaction that marks the invoices `PAID` again. */
  restore(at: InTransaction, invoiceIds: readonly string[]): Promise<void>;
  /**
   * Makes them `FAILED` if the invoice can no longer be paid, in each transaction that may have decided that: the invoice
   * was voided or expired, or a settlement of it failed. What was paid of it from a balance is given back then.
   */
  end(at: InTransaction, invoiceId: string): Promise<void>;
}
