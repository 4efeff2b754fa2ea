import type { Parts } from "../../operation/ports/parts.ts";
import { refundStates } from "../../schemas/states.ts";
import { countWatchedRefunds } from "./store.ts";

/** Metrics of the refunds to wallets that are still checked. The others are final. */
export interface RefundFigures {
  /** The number of refunds per state. */
  readonly counts: ReadonlyMap<string, number>;
  /** How overdue the next check is, in seconds; 0 when none is due. */
  readonly lateSeconds: number;
}

export async function refundFigures({
  db,
  clock,
}: Pick<Parts, "db" | "clock">): Promise<RefundFigures> {
  const rows = await countWatchedRefunds(db);
  const none = Object.keys(refundStates).map((status) => [status, 0] as const);
  const first = Math.min(...rows.map(({ nextLookAt }) => nextLookAt.getTime()));
  return {
    counts: new Map([...none, ...rows.map(({ status, count }) => [status, count] as const)]),
    lateSeconds: Math.max(0, (clock.now().getTime() - first) / 1_000),
  };
}
