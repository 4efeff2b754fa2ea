import { setTimeout as sleep } from "node:timers/promises";
import { reconcile } from "../billing/settlements/engine/reconcile.ts";
import { within } from "../lib/time-limit.ts";
import type { Parts } from "../ports/parts.ts";

export const reconcilerName = "reconcile-settlements";

/** The pause after a round, in milliseconds. */
const pauseMs = { more: 0, done: 1_000, trouble: 5_000 };
/** How long a round under way may take to end once it is told to stop, in milliseconds. */
const stopMs = 10_000;

/**
 * Reconciles settlements with the chain, round after round, in this process as in every other.
 *
 * @returns what stops it
 */
export function startReconciler(parts: Parts): () => Promise<void> {
  const stopped = new AbortController();
  const { signal } = stopped;
  const rounds = async () => {
    while (!signal.aborted) {
      const round = parts.watch({ kind: "round", name: reconcilerName }, () => reconcile(parts));
      const result = await round.catch((error: unknown) => {
        parts.log.error({ err: error }, "reconciler failed");
        return "trouble" as const;
      });
      await sleep(pauseMs[result], undefined, { signal }).catch(() => undefined); // told to stop
    }
  };
  const running = rounds();
  return async () => {
    stopped.abort();
    await within(stopMs, running);
  };
}
