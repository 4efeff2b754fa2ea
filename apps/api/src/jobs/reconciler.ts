import { setTimeout as sleep } from "node:timers/promises";
import { reconcile } from "../billing/settlements/engine/reconcile.ts";
import { within } from "../lib/time-limit.ts";
import type { Parts } from "../ports/parts.ts";

export const reconcilerName = "reconcile-settlements";

/** The pause after a round, in milliseconds. */
const pauseMs = { more: 0, done: 1_000, trouble: 5_000 };
/** How long shutdown waits for the current round, in milliseconds. */
const stopMs = 10_000;

export type ReconcilerParts = Parameters<typeof reconcile>[0] & Pick<Parts, "watch" | "log">;

/**
 * Reconciles settlements with the chain in a loop. Every process runs this.
 *
 * @returns a function that stops it
 */
export function startReconciler(parts: ReconcilerParts): () => Promise<void> {
  const stopped = new AbortController();
  const { signal } = stopped;
  const rounds = async () => {
    while (!signal.aborted) {
      const round = parts.watch({ kind: "round", name: reconcilerName }, () => reconcile(parts));
      const result = await round.catch((error: unknown) => {
        parts.log.error({ err: error }, "reconciler failed");
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
