import { setTimeout as sleep } from "node:timers/promises";
import { within } from "../../kit/time-limit.ts";
import type { Parts } from "../../operation/ports/parts.ts";

/** How long shutdown waits for the current round, in milliseconds. */
const stopMs = 10_000;

/** The result of a round: there is more to do now, there is not, or it failed. */
type Result = "more" | "done" | "trouble";

interface Rounds {
  /** In metrics and traces. */
  readonly name: string;
  readonly run: () => Promise<Result>;
  /** The message of the log when a round fails. */
  readonly failed: string;
  /** The pause after a round, in milliseconds. @param tookMs how long the round took */
  readonly pauseMs: (result: Result, tookMs: number) => number;
}

/** Runs work in a loop. @returns a function that stops it and waits for the current round */
export function startRounds(
  parts: Pick<Parts, "watch" | "log">,
  { name, run, failed, pauseMs }: Rounds,
): () => Promise<void> {
  const stopped = new AbortController();
  const { signal } = stopped;
  const rounds = async () => {
    while (!signal.aborted) {
      const began = performance.now();
      const result = await parts.watch({ kind: "round", name }, run).catch((error: unknown) => {
        parts.log.error({ err: error }, failed);
        return "trouble" as const;
      });
      const pause = pauseMs(result, performance.now() - began);
      await sleep(pause, undefined, { signal }).catch(() => undefined); // aborted by a stop
    }
  };
  const running = rounds();
  return async () => {
    stopped.abort();
    await within(stopMs, running);
  };
}
