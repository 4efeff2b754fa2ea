import type { Pool } from "pg";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from "rate-limiter-flexible";
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import { within } from "../../lib/time-limit.ts";

/** Where a caller stands after what was just counted. */
export interface Count {
  /** Calls a minute. */
  readonly limit: number;
  /** Calls that are left of them. */
  readonly remaining: number;
  /** Until all of them are there again: whole seconds, at least 1. */
  readonly resetSeconds: number;
  readonly exceeded: boolean;
}

/**
 * Counts calls under a name. Calls that exceed the limit count too, so a batch larger than what is
 * left uses it up.
 *
 * @param name at most 200 characters
 */
export type Limit = (name: string, calls: number) => Promise<Count>;

/** How long a request waits to be counted, in milliseconds. */
const patienceMs = 1_000;

/** How long a database that did not count is left alone, in milliseconds. */
const restMs = 5_000;

/**
 * So many calls in the minute from the first one on, counted in one statement by all processes that
 * share the database. Whoever has used up the limit costs no statement until the minute is over.
 *
 * The database is no condition: while it does not count, or not in time, each process counts for
 * itself, and one request every few seconds tries whether it counts again. So neither a limit nor its
 * outage takes the service down, and an overload does not lift the limits that are to prevent it.
 *
 * @param kind keeps the names of this limit apart from those of others
 */
export function openLimit({
  kind,
  perMinute,
  pool,
  clock,
  log,
}: {
  kind: string;
  perMinute: number;
  pool: Pool;
  clock: Clock;
  log: Log;
}): Limit {
  const terms = { keyPrefix: kind, points: perMinute, duration: 60 };
  const own = new RateLimiterMemory(terms);
  const shared = new RateLimiterPostgres({
    ...terms,
    storeClient: pool,
    storeType: "pool",
    tableName: "rate_limits",
    tableCreated: true,
    inMemoryBlockOnConsumed: perMinute,
    clearExpiredByTimeout: false, // see forget-counts.ts
  });
  /** When to try the database again; null while it counts. */
  let retryAt: number | null = null;

  return async (name, calls) => {
    const now = clock.now().getTime();
    if (retryAt !== null && now < retryAt) return consume(own, name, calls);
    if (retryAt !== null) retryAt = now + restMs; // this request tries; others do not wait for it
    try {
      const count = await within(patienceMs, consume(shared, name, calls));
      if (count === "late") throw new Error(`No answer within ${patienceMs} ms.`);
      retryAt = null;
      return count;
    } catch (error) {
      if (retryAt === null) {
        log.warn({ err: error, limit: kind }, "the database does not count calls: counting alone");
      }
      retryAt = clock.now().getTime() + restMs;
      return consume(own, name, calls);
    }
  };
}

/** The library resolves with what is left, and rejects with the same when nothing is. */
async function consume(limiter: RateLimiterAbstract, name: string, calls: number): Promise<Count> {
  const limit = limiter.points;
  const [state, exceeded] = await limiter.consume(name, calls).then(
    (counted) => [counted, false] as const,
    (refused: unknown) => {
      if (refused instanceof RateLimiterRes) return [refused, true] as const;
      throw refused;
    },
  );
  const resetSeconds = Math.max(1, Math.ceil(state.msBeforeNext / 1_000));
  return { limit, remaining: state.remainingPoints, resetSeconds, exceeded };
}
