import type { Parts } from "../../../operation/ports/parts.ts";
import { countPending } from "./store.ts";

/** Counting stops here: it would cost more the longer the queue is. */
const maxCounted = 100_000;

/** The state of the queue of webhook deliveries. */
export interface DeliveryFigures {
  readonly due: number;
  /** Deliveries that failed and wait for their next attempt. */
  readonly scheduled: number;
  /** How late the oldest due delivery is whose endpoint does not fail, in seconds; 0 when there is none. */
  readonly lateSeconds: number;
}

/** Reads the state of the queue for the metrics. */
export async function deliveryFigures({
  db,
  clock,
}: Pick<Parts, "db" | "clock">): Promise<DeliveryFigures> {
  const now = clock.now();
  const { due, scheduled, oldestDueAt } = await countPending(db, now, maxCounted);
  const lateSeconds = oldestDueAt === null ? 0 : (now.getTime() - oldestDueAt.getTime()) / 1_000;
  return { due, scheduled, lateSeconds };
}
