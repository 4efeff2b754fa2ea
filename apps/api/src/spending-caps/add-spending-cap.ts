import type { CapTerms, Collector } from "../chain/collector.ts";
import type { Queryable } from "../db/client.ts";
import type { Hex } from "../shared/evm-fields.ts";
import { newId } from "../shared/ids.ts";
import type { Amount } from "../shared/money.ts";
import { insertSpendingCap } from "./store.ts";

interface Signed {
  readonly cap: CapTerms;
  readonly checkoutSessionId: string;
  /** The cap's, in USDC. */
  readonly amount: Amount;
  readonly signature: Hex;
  /** For whom it was signed. */
  readonly collector: Collector;
  readonly now: Date;
}

/** Keeps a cap that a subscriber has signed; of several, the last one counts. */
export function addSpendingCap(
  tx: Queryable,
  { cap, checkoutSessionId, amount, signature, collector, now }: Signed,
): Promise<void> {
  return insertSpendingCap(tx, {
    id: newId(),
    checkoutSessionId,
    payerAddress: cap.payer,
    merchantAddress: cap.merchant,
    tokenAddress: collector.token,
    chainId: collector.chainId,
    collectorAddress: collector.contract,
    amount,
    validUntil: cap.validUntil,
    nonce: cap.nonce,
    signature,
    createdAt: now,
  });
}
