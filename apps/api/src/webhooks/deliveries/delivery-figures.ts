import type { Parts } from "../../ports/parts.ts";
import { countPending } from "./store.ts";

/** More are not counted: a long line is long, and counting it costs as much again each time. */
const maxCounted = 100_000;

/** How it stands with the webhooks that are still to be delivered. */
export interface DeliveryFigures {
  readonly due: number;
  /** Those that are for later: they have failed before. */
  readonly scheduled: number;
  /** By how much the oldest of them is late whose endpoint does not fail, in seconds; 0 when none is due. */
  readonly lateSeconds: number;
}

export async function deliveryFigures({ db, clock }: Parts): Promise<DeliveryFigures> {
  const now = clock.now();
  const { due, scheduled, oldestDueAt } = await countPending(db, now, maxCounted);
  const lateSeconds = oldestDueAt === null ? 0 : (now.getTime() - oldestDueAt.getTime()) / 1_000;
  return { due, scheduled, lateSeconds };
}
