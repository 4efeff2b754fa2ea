import type { Pool } from "pg";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from "rate-limiter-flexible";
import type { Clock } from "../../../kit/clock.ts";
import type { Log } from "../../../kit/log.ts";
import { within } from "../../../kit/time-limit.ts";
import { batchedCount, type Share } from "./batched-count.ts";

/** A caller's rate limit after a request was counted. */
export interface CallCount {
  /** Calls a minute. */
  readonly limit: number;
  /** Calls left in this minute. */
  readonly remaining: number;
  /** Whole seconds until the limit resets, at least 1. */
  readonly resetSeconds: number;
  readonly exceeded: boolean;
}

/**
 * Counts calls under a name. Calls beyond the limit count too, so a batch larger than the remainder
 * uses it up.
 *
 * @param name at most 200 characters
 */
export type Limit = (name: string, calls: number) => Promise<CallCount>;

/** How long a statement that counts may take, in milliseconds. */
const patienceMs = 1_000;

/** How long to wait before the database is tried again after a failed count, in milliseconds. */
const restMs = 5_000;

/**
 * Makes a limit of calls a minute, shared by all processes on the database. Calls under one name that arrive during
 * a statement are counted by the next one, as a batch. A caller over the limit costs no statement until the minute is over.
 *
 * When the database fails to count, or is too slow, each process counts by itself, and one request every few
 * seconds tries the database again. A database outage therefore neither stops the service nor lifts the limits,
 * which matter most under overload. (The library's own insurance limiter would have every call try the database first.)
 *
 * @param kind prefix that separates the names of this limit from those of other limits
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
  const countInBatch = batchedCount(async (name, calls) => {
    const count = await within(patienceMs, consume(shared, name, calls));
    if (count === "late") throw new Error(`No answer within ${patienceMs} ms.`);
    return count;
  });
  const alone = async (name: string, calls: number) =>
    callCount(perMinute, { count: await consume(own, name, calls), after: 0 });
  /** When to try the database again; null while it counts. */
  let retryAt: number | null = null;

  return async (name, calls) => {
    const now = clock.now().getTime();
    if (retryAt !== null && now < retryAt) return alone(name, calls);
    if (retryAt !== null) retryAt = now + restMs; // only this request tries the database
    try {
      const share = await countInBatch(name, calls);
      retryAt = null;
      return callCount(perMinute, share);
    } catch (error) {
      if (retryAt === null) {
        log.warn(
          { err: error, limit: kind },
          "the database cannot count calls for rate limits: this process counts alone",
        );
      }
      retryAt = clock.now().getTime() + restMs;
      return alone(name, calls);
    }
  };
}

/** A name's counter after some calls were added to it. */
interface Counter {
  /** Calls in this minute; infinite for a name that is known to be over its limit, and is not counted. */
  readonly consumed: number;
  readonly msBeforeNext: number;
}

/** The library resolves while calls remain, and rejects with the same type when none do. */
async function consume(
  limiter: RateLimiterAbstract,
  name: string,
  calls: number,
): Promise<Counter> {
  const state = await limiter.consume(name, calls).catch((refused: unknown) => {
    if (refused instanceof RateLimiterRes) return refused;
    throw refused;
  });
  const { consumedPoints, msBeforeNext } = state;
  return { consumed: consumedPoints || Number.POSITIVE_INFINITY, msBeforeNext };
}

function callCount(limit: number, { count, after }: Share<Counter>): CallCount {
  const consumed = count.consumed - after;
  return {
    limit,
    remaining: Math.max(0, limit - consumed),
    resetSeconds: Math.max(1, Math.ceil(count.msBeforeNext / 1_000)),
    exceeded: consumed > limit,
  };
}
