import type { InTransaction } from "../db/client.ts";
import type { Parts } from "../ports/parts.ts";
import { failPending, failPendingOfDisabled } from "./store.ts";

/**
 * Job: fails pending deliveries of disabled endpoints. Disabling an endpoint fails its deliveries, but misses those
 * that a concurrent transaction is writing.
 */
export function giveUpStragglers({ db, clock }: Pick<Parts, "db" | "clock">): Promise<void> {
  return failPendingOfDisabled(db, "The endpoint was disabled.", clock.now());
}

/** Fails the pending deliveries of an endpoint that gets no more events. */
export function giveUpDeliveries(
  { tx, now }: InTransaction,
  endpointId: string,
  reason: string,
): Promise<void> {
  return failPending(tx, endpointId, reason, now);
}
