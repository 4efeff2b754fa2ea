/**
 * Waits for work for a limited time. Work that is late continues on its own; an error that it then throws is
 * ignored.
 *
 * @param limitMs milliseconds
 * @returns "late" when the time is over first
 */
export async function within<T>(limitMs: number, work: Promise<T>): Promise<T | "late"> {
  const late = Promise.withResolvers<"late">();
  const timer = setTimeout(late.resolve, Math.max(0, limitMs), "late");
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
