import type { InTransaction } from "../../db/client.ts";
import type { Hex } from "../../lib/evm-fields.ts";
import { newId } from "../../lib/ids.ts";
import type { Amount } from "../../lib/money.ts";
import type { CapTerms, Collector } from "../../ports/collector.ts";
import { deleteSpendingCap, insertSpendingCap } from "./store.ts";

/** A spending cap as a subscriber has signed it. */
export interface SignedCap {
  readonly cap: CapTerms;
  /** In USDC. */
  readonly amount: Amount;
  readonly signature: Hex;
  /** The collector that it was signed for. */
  readonly collector: Collector;
}

/**
 * Stores the cap that a subscriber has signed with a payment, in the transaction that takes the payment on. The cap
 * of an earlier attempt is dropped: a subscriber who tries again without a cap wants none.
 */
export async function keepSpendingCap(
  { tx, now }: InTransaction,
  checkoutSessionId: string,
  signed: SignedCap | null,
): Promise<void> {
  await dropSpendingCap({ tx }, checkoutSessionId);
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

/** Drops the caps of a session but the payer's; null: nobody has paid by a wallet of the page, and all are dropped. */
export function dropCapsOfOthers(
  { tx }: Pick<InTransaction, "tx">,
  checkoutSessionId: string,
  payerKey: string | null,
): Promise<void> {
  return deleteSpendingCap(tx, checkoutSessionId, payerKey);
}

/** Drops the caps of a session whose payment has come to nothing. */
export function dropSpendingCap(
  { tx }: Pick<InTransaction, "tx">,
  checkoutSessionId: string,
): Promise<void> {
  return deleteSpendingCap(tx, checkoutSessionId);
}
