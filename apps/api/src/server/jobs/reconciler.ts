import type { Parts } from "../../operation/ports/parts.ts";
import { watchRefunds } from "../../settlements/credit-notes/watch-refunds.ts";
import { reconcile } from "../../settlements/engine/reconcile.ts";
import { startRounds } from "./rounds.ts";

export const reconcilerName = "reconcile-settlements";
export const refundWatcherName = "watch-refunds";

/** The pause after a round, in milliseconds. */
const pauses = { more: 0, done: 1_000, trouble: 5_000 };
const pauseMs = (result: keyof typeof pauses) => pauses[result];

export type ReconcilerParts = Parameters<typeof reconcile>[0] &
  Parameters<typeof watchRefunds>[0] &
  Pick<Parts, "watch" | "log">;

/**
 * Reconciles settlements with the chain in a loop. Every process runs this.
 *
 * @returns a function that stops it
 */
export function startReconciler(parts: ReconcilerParts): () => Promise<void> {
  const run = () => reconcile(parts);
  return startRounds(parts, { name: reconcilerName, run, failed: "reconciler failed", pauseMs });
}

/** The same for refunds that sellers pay with their wallets. */
export function startRefundWatcher(parts: ReconcilerParts): () => Promise<void> {
  const run = () => watchRefunds(parts);
  const failed = "refund watcher failed";
  return startRounds(parts, { name: refundWatcherName, run, failed, pauseMs });
}
