const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long after each failed attempt the next one is made, in milliseconds: about three days in all. */
const pauses: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** How much longer or shorter a pause may be, so that what failed together does not come back together. */
const jitter = 0.1;
/** The longest that an endpoint may ask for. */
const longestAsked = 24 * hour;

/**
 * When to try again.
 *
 * @param tries attempts made so far
 * @param retryAfter when the endpoint asked to be tried again, if it did
 * @param random from 0 to 1
 * @returns null when it has been tried often enough
 */
export function nextAttempt(
  tries: number,
  now: Date,
  retryAfter: Date | null = null,
  random = Math.random(),
): Date | null {
  const pause = pauses[tries - 1];
  if (pause === undefined) return null;
  const ours = pause * (1 - jitter + 2 * jitter * random);
  const asked = retryAfter === null ? 0 : retryAfter.getTime() - now.getTime();
  return new Date(now.getTime() + Math.round(Math.max(ours, Math.min(asked, longestAsked))));
}

/** Reads the header `Retry-After`: seconds, or a date. @returns null for what is neither */
export function readRetryAfter(header: string | null, now: Date): Date | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header)) return new Date(now.getTime() + Number(header) * second);
  const date = header.endsWith(" GMT") ? Date.parse(header) : Number.NaN; // the form of HTTP
  return Number.isNaN(date) ? null : new Date(date);
}
