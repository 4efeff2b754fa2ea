import type { InTransaction } from "../db/client.ts";
import type { Invoice, Settlement } from "../db/generated/client.ts";

/** A payment at checkout that the chain shows: its invoice has no subscription yet. */
export interface PaidAtCheckout {
  readonly invoice: Invoice;
  readonly transactionHash: string;
  /** As it was before it was confirmed. */
  readonly settlement: Pick<Settlement, "id" | "payerId" | "payerKey" | "payerEmail" | "payerName">;
}

/** Brings about what payments at checkout are for, in the transaction that confirms them. */
export type AfterPayment = (at: InTransaction, paid: readonly PaidAtCheckout[]) => Promise<void>;
