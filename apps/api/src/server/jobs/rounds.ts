import { setTimeout as sleep } from "node:timers/promises";
import { within } from "../../kit/time-limit.ts";
import type { CoreParts } from "../../operation/ports/parts.ts";

/** How long shutdown waits by default, in milliseconds. */
const usualStopMs = 10_000;

/** The result of a round: there is more to do now, there is not, or it failed. */
type Result = "more" | "done" | "trouble";

interface Round {
  /** Aborted when the loop is to stop. */
  readonly signal: AbortSignal;
  /** Work of earlier rounds that is still running. */
  readonly running: ReadonlySet<unknown>;
  /** Leaves work running after the round. The work must handle its errors. */
  readonly leave: (work: Promise<void>) => void;
}

interface Rounds {
  /** In metrics and traces. */
  readonly name: string;
  readonly run: (round: Round) => Promise<Result>;
  /** The message of the log when a round fails. */
  readonly failed: string;
  /** The pause after a round, in milliseconds. @param tookMs how long the round took */
  readonly pauseMs: (result: Result, tookMs: number) => number;
  /** How long shutdown waits, in milliseconds. */
  readonly stopMs?: number;
}

/** Runs work in a loop. @returns a function that stops it and waits for the current round and for what it left running */
export function startRounds(
  parts: CoreParts,
  { name, run, failed, pauseMs, stopMs = usualStopMs }: Rounds,
): () => Promise<void> {
  const stopped = new AbortController();
  const { signal } = stopped;
  const running = new Set<Promise<void>>();
  const leave = (work: Promise<void>) => {
    const ended = work.finally(() => running.delete(ended));
    running.add(ended);
  };
  const round = () => run({ signal, running, leave });
  const rounds = async () => {
    while (!signal.aborted) {
      const began = performance.now();
      const result = await parts.watch({ kind: "round", name }, round).catch((error: unknown) => {
        parts.log.error({ err: error }, failed);
        return "trouble" as const;
      });
      const pause = pauseMs(result, performance.now() - began);
      await sleep(pause, undefined, { signal }).catch(() => undefined); // aborted by a stop
    }
    await Promise.all(running);
  };
  const all = rounds();
  return async () => {
    stopped.abort();
    await within(stopMs, all);
  };
}
