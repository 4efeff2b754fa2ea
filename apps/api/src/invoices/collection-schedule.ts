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
 * @param made how many attempts there were
 * @returns when the next one is; null when that was the last
 */
export function nextCollection(dueSince: Date, made: number): Date | null {
  const after = attempts[made];
  return after === undefined ? null : new Date(dueSince.getTime() + after);
}
