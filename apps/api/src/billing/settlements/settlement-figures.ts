import { type SettlementState, settlementStates } from "../../contract/states.ts";
import type { Parts } from "../../ports/parts.ts";
import { countWatched } from "./store.ts";

/** How it stands with the settlements that are not over: no reorganisation can change the others. */
export interface SettlementFigures {
  /** How many are in which state. */
  readonly counts: Readonly<Record<SettlementState, number>>;
  /** For how long the oldest waits for the chain's word, in seconds; 0 when none does. */
  readonly oldestUnresolvedSeconds: number;
  /** By how much the look at one that is due is late, in seconds; 0 when none is due. */
  readonly lateSeconds: number;
}

/** States in which the chain has not spoken. */
const unresolved: readonly SettlementState[] = ["PENDING", "SUBMITTED", "TIMED_OUT"];

export async function settlementFigures({ db, clock }: Parts): Promise<SettlementFigures> {
  const rows = await countWatched(db);
  const none = Object.keys(settlementStates).map((status) => [status, 0]);
  const created = rows.filter(({ status }) => unresolved.includes(status));
  const now = clock.now();
  return {
    counts: { ...Object.fromEntries(none), ...countsIn(rows) },
    oldestUnresolvedSeconds: secondsSince(
      created.map(({ oldestCreatedAt }) => oldestCreatedAt),
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

/** Since the first of them; 0 when there is none, or none has come yet. */
function secondsSince(times: readonly Date[], now: Date): number {
  const first = Math.min(...times.map((time) => time.getTime()));
  return Math.max(0, (now.getTime() - first) / 1_000);
}
