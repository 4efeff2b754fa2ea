import { ConnectionError, TimeoutError, UsanceError } from "./errors.ts";

const firstWaitMs = 250;
const longestWaitMs = 8_000;

/**
 * Whether a failed call can be repeated without running twice. A POST can, since all its attempts have the same
 * Idempotency-Key, or are about the same hold. A DELETE without a response may have run; a repeat would be a 404. A 503 does not prove either that nothing
 * ran: the connection to the database may have been lost at the commit.
 */
export function mayTryAgain(error: unknown, method: string): error is UsanceError {
  if (!(error instanceof UsanceError)) return false;
  const isSafe = method !== "DELETE";
  if (error instanceof ConnectionError || error instanceof TimeoutError) return isSafe;
  const { status, location, retryAfter } = error;
  if (status === 429) return true;
  // Another attempt with the same key is still running.
  if (status === 409) return retryAfter !== null;
  // An error with a location is the state of the settlement there. A retry would not change it.
  return status !== null && status >= 500 && isSafe && location === null;
}

/** The longest wait that the service can ask for, in seconds. A timer with a longer one than 24 days would end at once. */
const maxAskedS = 86_400;

/**
 * The wait before the next attempt, in milliseconds: random, up to 250, 500, 1,000 … 8,000, so that callers that failed at
 * the same time do not retry at the same time. If the service sent `Retry-After`, that time is added, up to a day.
 *
 * @param tries number of attempts so far
 */
export function waitBefore(tries: number, retryAfter: number | null): number {
  const max = Math.min(firstWaitMs * 2 ** (tries - 1), longestWaitMs);
  return Math.min(retryAfter ?? 0, maxAskedS) * 1_000 + Math.random() * max;
}
