import type { Queryable } from "../db/client.ts";
import { failPending } from "./store.ts";

/** Ends what waits for an endpoint to which nothing is sent any more. */
export function giveUpDeliveries(
  tx: Queryable,
  endpointId: string,
  reason: string,
  now: Date,
): Promise<void> {
  return failPending(tx, endpointId, reason, now);
}
