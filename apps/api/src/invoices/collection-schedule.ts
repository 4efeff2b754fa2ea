const hour = 3_600_000;
const day = 24 * hour;

/**
 * When the collection of a renewal invoice under a spending cap is attempted, in milliseconds after it became due:
 * immediately, and again after each failure.
 */
const attempts = [0, hour, day, 3 * day, 5 * day, 7 * day, 10 * day] as const;
/** When an uncollected invoice expires, in milliseconds after it became due. */
const expiresAfter = 14 * day;

/** @returns when an invoice that became due at `dueSince` expires */
export function collectedUntil(dueSince: Date): Date {
  return new Date(dueSince.getTime() + expiresAfter);
}

/**
 * Returns the next collection attempt of an invoice that became due at `dueSince`. Missed attempts are skipped.
 *
 * @returns null after the last attempt
 */
export function nextCollection(dueSince: Date, now: Date): Date | null {
  const after = now.getTime() - dueSince.getTime();
  const next = attempts.find((attempt) => attempt > after);
  return next === undefined ? null : new Date(dueSince.getTime() + next);
}
