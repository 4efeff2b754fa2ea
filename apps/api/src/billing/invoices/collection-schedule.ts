const hour = 3_600_000;
const day = 24 * hour;

/**
 * When a renewal invoice is collected under a spending cap, in milliseconds from when it became due: at
 * once, and again while that fails.
 */
const attempts = [0, hour, day, 3 * day, 5 * day, 7 * day, 10 * day] as const;
/** When it expires unpaid. */
const expiresAfter = 14 * day;

/** @returns when an invoice that became due then expires */
export function collectedUntil(dueSince: Date): Date {
  return new Date(dueSince.getTime() + expiresAfter);
}

/**
 * When an invoice that became due then is collected next: what was missed while nobody tried is not made up
 * for.
 *
 * @returns null when there was the last attempt
 */
export function nextCollection(dueSince: Date, now: Date): Date | null {
  const after = now.getTime() - dueSince.getTime();
  const next = attempts.find((attempt) => attempt > after);
  return next === undefined ? null : new Date(dueSince.getTime() + next);
}
