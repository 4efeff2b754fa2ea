import { allRecorded } from "./all-recorded.ts";
import type { Child } from "./child.ts";
import { eventBatches, type Names } from "./events.ts";
import { insertName, insertSide } from "./insert-side.ts";
import { atLeast, type Target } from "./report.ts";
import { posts } from "./requests.ts";
import { inTurns, ratioIn, type Shots } from "./rounds.ts";
import { httpSide, type Side } from "./sides.ts";
import type { Stage } from "./stage.ts";

/** Events in a batch, and the least ratio of the service's rate to that of bare INSERTs. */
const batchSizes = { 100: 0.65, 1000: 0.75 } as const;
const sizes = Object.entries(batchSizes).map(([size, bound]) => ({ size: Number(size), bound }));

const batchName = (size: number) => `usance, batches of ${size.toLocaleString("en")}`;

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
  const sides = sizes.flatMap(({ size }) => [
    batchSide(service, names, size),
    insertSide(databaseUrl, names, size, insertSessions),
  ]);
  const width = { connections: batchCallers, seconds };
  return allRecorded([databaseUrl], () => inTurns("Batches", sides, rounds, width));
}

export const batchTargets = (batches: Shots | undefined): Target[] =>
  sizes.map(({ size, bound }) =>
    atLeast(
      `${batchName(size)} to ${insertName(size)}`,
      bound,
      ratioIn(batches, batchName(size), insertName(size), "rate"),
    ),
  );
