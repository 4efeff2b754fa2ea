import { ConnectionError, TimeoutError, UsanceError } from "./errors.ts";

const firstWaitMs = 250;
const longestWaitMs = 8_000;

/**
 * Whether a call that failed may be made again without being done twice. A POST may, as all its tries
 * have the same Idempotency-Key. A DELETE whose answer was lost may have been done: made again it would
 * be told that there is no such record. A 503 does not say that nothing was done either: the database may have gone
 * at the commit.
 */
export function mayTryAgain(error: unknown, method: string): error is UsanceError {
  if (!(error instanceof UsanceError)) return false;
  const isSafe = method !== "DELETE";
  if (error instanceof ConnectionError || error instanceof TimeoutError) return isSafe;
  const { status, location, retryAfter } = error;
  if (status === 429) return true;
  // Another try with the same key is still running.
  if (status === 409) return retryAfter !== null;
  // With a location it is no failure but the chain's word on the settlement there.
  return status !== null && status >= 500 && isSafe && location === null;
}

/**
 * How long to wait before the next try, in milliseconds: anywhere up to 250, 500, 1,000 … 8,000, so that
 * callers who failed together do not come back together; after what the service asks for, if it does.
 *
 * @param tries how many there have been
 */
export function waitBefore(tries: number, retryAfter: number | null): number {
  const max = Math.min(firstWaitMs * 2 ** (tries - 1), longestWaitMs);
  return (retryAfter ?? 0) * 1_000 + Math.random() * max;
}
