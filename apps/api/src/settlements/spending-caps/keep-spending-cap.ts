import type { CapTerms, Collector } from "../../chain/collector.ts";
import type { InTransaction } from "../../db/client.ts";
import type { Prisma } from "../../db/generated/client.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import { newId } from "../../kit/ids.ts";
import type { Amount } from "../../kit/money.ts";
import type { SettlementParts } from "../../operation/ports/parts.ts";
import { nextCheck } from "./check-caps.ts";
import { deleteSpendingCaps, findSpendingCap, insertSpendingCap } from "./store.ts";

/** A spending cap that a subscriber has signed. */
export interface SignedCap {
  readonly cap: CapTerms;
  /** In USDC. */
  readonly amount: Amount;
  readonly signature: Hex;
  /** The collector that it was signed for. */
  readonly collector: Collector;
}

/**
 * Stores the cap that a subscriber signed with a payment, in the transaction that accepts the payment. The cap of an
 * earlier attempt is deleted: a subscriber who tries again without a cap does not want one.
 */
export async function keepSpendingCap(
  { tx, now }: InTransaction,
  checkoutSessionId: string,
  signed: SignedCap | null,
): Promise<void> {
  await deleteSpendingCaps(tx, checkoutSessionId);
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
    rateCardHashes: [...cap.rateCards],
    signature,
    createdAt: now,
    nextCheckAt: nextCheck(now),
  });
}

interface SignedLimit {
  readonly amount: Prisma.Decimal;
  readonly validUntil: Date;
}

/**
 * Finds the limit of the cap that was signed for a subscription, without asking the chain. @returns null without one
 */
export async function signedLimitOf(
  { db }: SettlementParts,
  subscriptionId: string,
): Promise<SignedLimit | null> {
  const cap = await findSpendingCap(db, subscriptionId);
  if (cap === null) return null;
  return { amount: cap.amount, validUntil: new Date(Number(cap.validUntil) * 1_000) };
}
