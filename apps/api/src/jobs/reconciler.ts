import { setTimeout as sleep } from "node:timers/promises";
import { reconcile } from "../billing/settlements/engine/reconcile.ts";
import { watchRefunds } from "../credit-notes/watch-refunds.ts";
import { within } from "../lib/time-limit.ts";
import type { Parts } from "../ports/parts.ts";

export const reconcilerName = "reconcile-settlements";
export const refundWatcherName = "watch-refunds";

/** The pause after a round, in milliseconds. */
const pauseMs = { more: 0, done: 1_000, trouble: 5_000 };
/** How long shutdown waits for the current round, in milliseconds. */
const stopMs = 10_000;

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
  return startRounds(parts, { name: reconcilerName, run, failed: "reconciler failed" });
}

/** The same for refunds that sellers pay with their wallets. */
export function startRefundWatcher(parts: ReconcilerParts): () => Promise<void> {
  const run = () => watchRefunds(parts);
  return startRounds(parts, { name: refundWatcherName, run, failed: "refund watcher failed" });
}

interface Rounds {
  readonly name: string;
  readonly run: () => Promise<keyof typeof pauseMs>;
  /** The message of the log when a round fails. */
  readonly failed: string;
}

function startRounds(
  parts: Pick<Parts, "watch" | "log">,
  { name, run, failed }: Rounds,
): () => Promise<void> {
  const stopped = new AbortController();
  const { signal } = stopped;
  const rounds = async () => {
    while (!signal.aborted) {
      const result = await parts.watch({ kind: "round", name }, run).catch((error: unknown) => {
        parts.log.error({ err: error }, failed);
        return "trouble" as const;
      });
      await sleep(pauseMs[result], undefined, { signal }).catch(() => undefined); // aborted by a stop
    }
  };
  const running = rounds();
  return async () => {
    stopped.abort();
    await within(stopMs, running);
  };
}
