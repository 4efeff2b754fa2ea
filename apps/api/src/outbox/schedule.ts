const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The pause after each failed attempt, in milliseconds: about three days in total. */
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

/** The random part by which a pause is longer or shorter, so that deliveries that failed together are spread out. */
const jitter = 0.1;
/** The longest pause that an endpoint can ask for. */
const longestAsked = 24 * hour;

/**
 * The time of the next attempt.
 *
 * @param tries number of attempts so far
 * @param retryAfter the time that the endpoint asked for; null: none
 * @param random from 0 to 1
 * @returns null after the last attempt
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

/** Reads the header `Retry-After`: seconds or a date. @returns null for anything else */
export function readRetryAfter(header: string | null, now: Date): Date | null {
  if (header === null) return null;
  // A time so far away that no Date has it is still a wish to wait.
  if (/^\d+$/.test(header)) {
    return new Date(now.getTime() + Math.min(Number(header) * second, longestAsked));
  }
  const date = header.endsWith(" GMT") ? Date.parse(header) : Number.NaN; // HTTP's date format
  return Number.isNaN(date) ? null : new Date(date);
}
