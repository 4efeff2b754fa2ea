import type { Queryable } from "../../db/client.ts";
import type { Hex } from "../../lib/evm-fields.ts";
import { newId } from "../../lib/ids.ts";
import type { Amount } from "../../lib/money.ts";
import type { CapTerms, Collector } from "../../ports/collector.ts";
import { deleteSpendingCap, insertSpendingCap } from "./store.ts";

/** A cap as a subscriber has signed it. */
export interface SignedCap {
  readonly cap: CapTerms;
  /** The cap's, in USDC. */
  readonly amount: Amount;
  readonly signature: Hex;
  /** For whom it was signed. */
  readonly collector: Collector;
}

/**
 * Keeps what a subscriber has signed with a payment that is begun. Of one that failed nothing is kept: who
 * tries again without a cap wants none.
 */
export async function keepSpendingCap(
  tx: Queryable,
  checkoutSessionId: string,
  signed: SignedCap | null,
  now: Date,
): Promise<void> {
  await dropSpendingCap(tx, checkoutSessionId);
  if (signed === null) return;
  const { cap, amount, signature, collector } = signed;
  await insertSpendingCap(tx, {
    id: newId(),
    checkoutSessionId,
    payerAddress: cap.payer.toLowerCase(),
    merchantAddress: cap.merchant.toLowerCase(),
    tokenAddress: collector.token.toLowerCase(),
    chainId: collector.chainId,
    collectorAddress: collector.contract.toLowerCase(),
    amount,
    validUntil: cap.validUntil,
    nonce: cap.nonce,
    signature,
    createdAt: now,
  });
}

/** Keeps what the wallet has signed that has paid; null: no wallet of the page. */
export function dropCapsOfOthers(
  tx: Queryable,
  checkoutSessionId: string,
  payerKey: string | null,
): Promise<void> {
  return deleteSpendingCap(tx, checkoutSessionId, payerKey);
}

/** Forgets what was signed with a payment of which nothing has come. */
export function dropSpendingCap(tx: Queryable, checkoutSessionId: string): Promise<void> {
  return deleteSpendingCap(tx, checkoutSessionId);
}
