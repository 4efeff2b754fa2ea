import { allRecorded } from "./all-recorded.ts";
import type { Child } from "./child.ts";
import { eventBatches, type Names } from "./events.ts";
import { insertSide } from "./insert-side.ts";
import { posts } from "./requests.ts";
import { inTurns, type Shots } from "./rounds.ts";
import { httpSide, type Side } from "./sides.ts";
import type { Stage } from "./stage.ts";

export const batchSizes = [100, 1_000] as const;

/** What the service's side of a size is called. */
export const batchName = (size: number) => `usance, batches of ${size.toLocaleString("en")}`;

/**
 * Callers at a time. On two cores each is fastest so: with two callers the service waits for the next
 * batch, with eight nothing is gained; from more than two sessions Postgres takes fewer rows.
 */
export const batchCallers = 4;
const insertSessions = 2;

/** The service's own side: batches through the REST door, counted in events. */
export const batchSide = (service: Child, names: readonly Names[], size: number): Side =>
  httpSide(batchName(size), [service], {
    requestOf: posts("/api/v1/usage-events/batch", eventBatches(names, size)),
    status: 200,
    each: size,
  });

/** Batches of each size against INSERTs of as many rows. Each event has to become a row. */
export function measureBatches(
  { databaseUrl }: Stage,
  service: Child,
  names: readonly Names[],
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<Shots> {
  const sides = batchSizes.flatMap((size) => {
    const { name, shoot } = insertSide(databaseUrl, names, size);
    const insert: Side = {
      name,
      shoot: (width) => shoot({ ...width, connections: insertSessions }),
    };
    return [batchSide(service, names, size), insert];
  });
  const width = { connections: batchCallers, seconds };
  return allRecorded([databaseUrl], () => inTurns("Batches", sides, rounds, width));
}
