import { inTransaction } from "../db/client.ts";
import type { Parts } from "../parts.ts";
import { announceSettlements } from "./announce-settlements.ts";
import { lookAt } from "./looks.ts";
import { moveSettlement } from "./moves.ts";

/** Fails a settlement of which nothing was sent. It leaves one alone that somebody else has submitted. */
export function refuseSettlement(parts: Parts, id: string, why: string): Promise<void> {
  return moveWithEvent(parts, id, "refuse", why, { nextLookAt: null });
}

/** Fails a settlement for good. What is left is its nonce: it is used, or holds up all later ones. */
export function failSettlement(parts: Parts, id: string, why: string): Promise<void> {
  return moveWithEvent(parts, id, "fail", why, { nextLookAt: lookAt("FAILED", parts.clock.now()) });
}

/** The chain has decided against it, and not so long ago that a reorganisation could not undo it. */
export function revertSettlement(parts: Parts, id: string, why: string): Promise<void> {
  return moveWithEvent(parts, id, "revert", why);
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
  change: { readonly nextLookAt?: Date | null } = {},
): Promise<void> {
  const now = parts.clock.now();
  const moved = await inTransaction(parts.db, async (tx) => {
    if (!(await moveSettlement(tx, id, trigger, { ...change, failure, updatedAt: now })))
      return false;
    await announceSettlements(tx, "settlement.failed", [id], now);
    return true;
  });
  if (!moved) return;
  parts.log.warn({ settlementId: id, trigger, failure }, "settlement failed");
  parts.tally.settlementMoved(trigger);
}
