const firstMs = 30_000;
const longestMs = 3_600_000;

/**
 * Until when nothing more is taken after payments that reverted: 30 s after the first, twice as long after
 * each one more, up to an hour.
 *
 * @param failures when each of them was known, of the last 24 hours
 * @returns null when there were none
 */
export function waitUntil(failures: readonly Date[]): Date | null {
  if (failures.length === 0) return null;
  const last = Math.max(...failures.map((at) => at.getTime()));
  return new Date(last + Math.min(firstMs * 2 ** (failures.length - 1), longestMs));
}
