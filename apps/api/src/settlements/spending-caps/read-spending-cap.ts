import { askChain } from "../../chain/ports/ask-chain.ts";
import type { Collector } from "../../chain/ports/collector.ts";
import { inTransaction } from "../../db/client.ts";
import { type Amount, fromTokenUnits } from "../../kit/money.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { revokeSpendingCap } from "./revoke-spending-cap.ts";
import { findSpendingCap, type SpendingCapRow } from "./store.ts";
import { capTerms, isSignedFor } from "./usable-cap.ts";

/** A cap as it stands here and on the chain. */
export interface ReadCap {
  readonly cap: SpendingCapRow;
  readonly collector: Collector;
  /** In USDC. */
  readonly spent: Amount;
  readonly revokedOnChain: boolean;
}

/**
 * Reads a subscription's cap, and from the chain what was spent under it. A revocation that the wallet made there is
 * stored, with its event, by the first read.
 *
 * @returns null when there is no cap, or its collector is no longer in use
 */
export async function readSpendingCap(
  { db, clock, collector }: Pick<Parts, "db" | "clock" | "collector">,
  subscriptionId: string,
): Promise<ReadCap | null> {
  const cap = await findSpendingCap(db, subscriptionId);
  if (cap === null || !isSignedFor(collector, cap)) return null;
  const { spent, revoked } = await askChain(collector.spendingOf(capTerms(cap, subscriptionId)));
  const found = { collector, spent: fromTokenUnits(spent), revokedOnChain: revoked };
  if (!revoked || cap.revokedAt !== null) return { cap, ...found };
  const now = clock.now();
  await inTransaction(db, (tx) => revokeSpendingCap({ tx, now }, cap, subscriptionId));
  return { cap: { ...cap, revokedAt: now }, ...found };
}
