import {
  awaitedStates,
  type SettlementState,
  settlementStates,
} from "../../contract/settlement-states.ts";
import type { Parts } from "../../ports/parts.ts";
import { countWatched } from "./store.ts";

/** Figures of the settlements that are still looked at: no reorganisation can change the others. */
export interface SettlementFigures {
  /** How many are in each state. */
  readonly counts: Readonly<Record<SettlementState, number>>;
  /** How long the oldest has waited for the chain's verdict, in seconds; 0 when none waits. */
  readonly oldestUnresolvedSeconds: number;
  /** How late the next look is, in seconds; 0 when none is due. */
  readonly lateSeconds: number;
}

export async function settlementFigures({
  db,
  clock,
}: Pick<Parts, "db" | "clock">): Promise<SettlementFigures> {
  const rows = await countWatched(db);
  const none = Object.keys(settlementStates).map((status) => [status, 0]);
  const awaited = rows.filter(({ status }) => awaitedStates.includes(status));
  const now = clock.now();
  return {
    counts: { ...Object.fromEntries(none), ...countsIn(rows) },
    oldestUnresolvedSeconds: secondsSince(
      awaited.map(({ oldestCreatedAt }) => oldestCreatedAt),
      now,
    ),
    lateSeconds: secondsSince(
      rows.map(({ nextLookAt }) => nextLookAt),
      now,
    ),
  };
}

const countsIn = (rows: Awaited<ReturnType<typeof countWatched>>) =>
  Object.fromEntries(rows.map(({ status, count }) => [status, count]));

/** Since the earliest of them; 0 when there is none, or when none has come yet. */
function secondsSince(times: readonly Date[], now: Date): number {
  const first = Math.min(...times.map((time) => time.getTime()));
  return Math.max(0, (now.getTime() - first) / 1_000);
}
