import type { InTransaction } from "../db/client.ts";
import type { Invoice, Settlement } from "../db/generated/client.ts";

/** A checkout payment that the chain has recorded. Its invoice has no subscription yet. */
export interface PaidAtCheckout {
  readonly invoice: Invoice;
  readonly transactionHash: string;
  /** The settlement as it was before it was confirmed. */
  readonly settlement: Pick<Settlement, "id" | "payerId" | "payerKey" | "payerEmail" | "payerName">;
}

/** Applies the effects of checkout payments (such as starting subscriptions), in the transaction that confirms them. */
export type AfterPayment = (at: InTransaction, paid: readonly PaidAtCheckout[]) => Promise<void>;
