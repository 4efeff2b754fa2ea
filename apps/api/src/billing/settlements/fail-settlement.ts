import { inTransaction } from "../../db/client.ts";
import type { Parts } from "../../ports/parts.ts";
import { announceSettlements } from "./announce-settlements.ts";
import { lookAt } from "./looks.ts";
import { moveSettlement } from "./moves.ts";

/** Fails a settlement of which nothing was sent. It leaves one alone that somebody else has submitted. */
export function refuseSettlement(parts: Parts, id: string, why: string): Promise<void> {
  return moveWithEvent(parts, id, "refuse", why, { nextLookAt: null });
}

/**
 * Fails a settlement for good. What is left is its nonce: it is used, or holds up all later ones.
 *
 * @param gasUsed by its transaction, which has reverted; null where none has, or where it is stored already
 */
export function failSettlement(
  parts: Parts,
  id: string,
  why: string,
  gasUsed: bigint | null = null,
): Promise<void> {
  const nextLookAt = lookAt("FAILED", parts.clock.now());
  return moveWithEvent(parts, id, "fail", why, { nextLookAt }, gasUsed);
}

/** The chain has decided against it, and not so long ago that a reorganisation could not undo it. */
export function revertSettlement(
  parts: Parts,
  id: string,
  why: string,
  gasUsed: bigint | null = null,
): Promise<void> {
  return moveWithEvent(parts, id, "revert", why, {}, gasUsed);
}

/** The caller's time is up and the chain has not decided: callers see `FAILED`, and it may yet land. */
export function timeOutSettlement(parts: Parts, id: string, why: string): Promise<void> {
  return moveWithEvent(parts, id, "timeOut", why);
}

async function moveWithEvent(
  parts: Parts,
  id: string,
  trigger: "refuse" | "fail" | "revert" | "timeOut",
  failure: string,
  looking: { readonly nextLookAt?: Date | null } = {},
  gasUsed: bigint | null = null,
): Promise<void> {
  const now = parts.clock.now();
  const change = {
    ...looking,
    ...(gasUsed !== null && { gasUsed, revertedAt: now }),
    // What was typed at checkout is not kept of a payment of which nothing came.
    ...((trigger === "refuse" || trigger === "fail") && { payerEmail: null, payerName: null }),
    failure,
    updatedAt: now,
  };
  const moved = await inTransaction(parts.db, async (tx) => {
    if (!(await moveSettlement(tx, id, trigger, change))) return false;
    await announceSettlements(tx, "settlement.failed", [id], now);
    return true;
  });
  if (!moved) return;
  parts.log.warn({ settlementId: id, trigger, failure }, "settlement failed");
  parts.tally.settlementMoved(trigger);
  if (gasUsed !== null) parts.tally.gasBurned(gasUsed);
}
