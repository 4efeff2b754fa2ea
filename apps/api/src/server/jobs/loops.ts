import { findAdvancing } from "../../catalog/test-clocks/store.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { relayCaps } from "../../settlements/cap-relays/relay-caps.ts";
import { watchRefunds } from "../../settlements/credit-notes/watch-refunds.ts";
import { reconcile } from "../../settlements/engine/reconcile.ts";
import { makeRoots } from "../../usage/roots/make-roots.ts";
import { addUpUsage } from "../../usage/stored-sums/add-up-usage.ts";
import { runTestClock } from "../time/run-test-clock.ts";
import { startRounds } from "./rounds.ts";

export const reconcilerName = "reconcile-settlements";
export const refundWatcherName = "watch-refunds";
export const capRelayerName = "relay-caps";
export const usageAdderName = "add-up-usage";
export const rootMakerName = "make-usage-roots";

/** The pause after a round, in milliseconds. */
const pauses = { more: 0, done: 1_000, trouble: 5_000 };
const pauseMs = (result: keyof typeof pauses) => pauses[result];
/** The pause after a step that left no usage to read, and after an error, in milliseconds. */
const readerPauses = { done: 2_000, trouble: 5_000 };
/** The part of the time that is left to those who record usage: three quarters while there is more of it to read. */
const rests = { more: 3, done: 20, trouble: 0 };
const readerPauseMs = (result: keyof typeof rests, tookMs: number) =>
  Math.max(result === "more" ? 0 : readerPauses[result], rests[result] * tookMs);

/**
 * Starts the loops that every process runs: over settlements, over refunds that sellers pay with their wallets, over caps that subscribers lower or end, over new
 * usage (one process adds it, and one makes roots of it, at a time), and over advancing test clocks whose call has ended or whose process was killed.
 *
 * @returns for each a function that stops it
 */
export function startLoops(parts: Parts): (() => Promise<void>)[] {
  const loops = [
    startRounds(parts, {
      name: reconcilerName,
      run: () => reconcile(parts),
      failed: "reconciler failed",
      pauseMs,
    }),
    startRounds(parts, {
      name: refundWatcherName,
      run: () => watchRefunds(parts),
      failed: "refund watcher failed",
      pauseMs,
    }),
    startRounds(parts, {
      name: capRelayerName,
      run: () => relayCaps(parts),
      failed: "cap relayer failed",
      pauseMs,
    }),
    startRounds(parts, {
      name: usageAdderName,
      run: () => addUpUsage(parts),
      failed: "usage not added up",
      pauseMs: readerPauseMs,
    }),
    startRounds(parts, {
      name: rootMakerName,
      run: () => makeRoots(parts),
      failed: "usage roots not made",
      pauseMs: readerPauseMs,
    }),
  ];
  if (!parts.times.areTestClocksAllowed) return loops;
  const clocks = startRounds(parts, {
    name: "advance-test-clocks",
    run: async ({ signal }) => {
      for (const id of await findAdvancing(parts.db)) await runTestClock(parts, id, signal);
      return "done";
    },
    failed: "test clock not advanced",
    pauseMs: () => pauses.done,
  });
  return [...loops, clocks];
}
