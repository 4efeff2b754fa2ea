import { inTransaction } from "../db/client.ts";
import type { Parts } from "../parts.ts";
import { announceSettlement } from "./announce-settlement.ts";
import { moveSettlement } from "./store.ts";

/** Fails a settlement of which nothing was signed. It leaves one alone that somebody else has sent. */
export function refuseSettlement(parts: Parts, id: string, why: string): Promise<void> {
  return moveWithEvent(parts, id, "refuse", why);
}

/** Fails a settlement for good: the chain has decided against it. */
export function failSettlement(parts: Parts, id: string, why: string): Promise<void> {
  return moveWithEvent(parts, id, "fail", why);
}

/** The caller's time is up and the chain has not decided: callers see `FAILED`, and it may yet land. */
export function timeOutSettlement(parts: Parts, id: string, why: string): Promise<void> {
  return moveWithEvent(parts, id, "timeOut", why);
}

function moveWithEvent(
  parts: Parts,
  id: string,
  trigger: "refuse" | "fail" | "timeOut",
  failure: string,
): Promise<void> {
  const now = parts.clock.now();
  return inTransaction(parts.db, async (tx) => {
    if (await moveSettlement(tx, id, trigger, { failure, updatedAt: now })) {
      await announceSettlement(tx, "settlement.failed", id, now);
      parts.log.warn({ settlementId: id, trigger, failure }, "settlement failed");
    }
  });
}
