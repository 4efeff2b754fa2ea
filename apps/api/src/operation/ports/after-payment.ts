import type { InTransaction } from "../../db/client.ts";
import type { Invoice, Settlement } from "../../db/generated/client.ts";

/** A payment that a wallet signed on a page, and that the chain has recorded. */
export interface SignedPaid {
  readonly invoice: Invoice;
  readonly transactionHash: string;
  /** The settlement as it was before it was confirmed. */
  readonly settlement: Pick<Settlement, "id" | "payerId" | "payerKey" | "payerEmail" | "payerName">;
}

/** Applies what follows from payments (such as a new subscription), in the transaction that confirms them. */
export type AfterPayment = (at: InTransaction, paid: readonly SignedPaid[]) => Promise<void>;
