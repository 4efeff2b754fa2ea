const firstMs = 30_000;
const maxMs = 3_600_000;

/**
 * Until when no payment is accepted after payments that reverted: 30 s after the first, then twice as long after each,
 * up to an hour.
 *
 * @param failures the times of the failures in the last 24 hours
 * @returns null when there were none
 */
export function waitUntil(failures: readonly Date[]): Date | null {
  if (failures.length === 0) return null;
  const last = Math.max(...failures.map((at) => at.getTime()));
  return new Date(last + Math.min(firstMs * 2 ** (failures.length - 1), maxMs));
}
