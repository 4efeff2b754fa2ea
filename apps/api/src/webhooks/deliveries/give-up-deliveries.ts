import type { Queryable } from "../../db/client.ts";
import type { Parts } from "../../ports/parts.ts";
import { failPending, failPendingOfDisabled } from "./store.ts";

/**
 * The job's part: what was written in the moment in which its endpoint was disabled, and so was not among
 * what was ended then.
 */
export function giveUpStragglers({ db, clock }: Pick<Parts, "db" | "clock">): Promise<void> {
  return failPendingOfDisabled(db, "The endpoint was disabled.", clock.now());
}

/** Ends what waits for an endpoint to which nothing is sent any more. */
export function giveUpDeliveries(
  tx: Queryable,
  endpointId: string,
  reason: string,
  now: Date,
): Promise<void> {
  return failPending(tx, endpointId, reason, now);
}
