import { setTimeout as sleep } from "node:timers/promises";

/**
 * Waits for work for a limited time. Work that is late continues on its own; an error that it then throws is
 * ignored.
 *
 * @param limitMs milliseconds
 * @returns "late" when the time is over first
 */
export async function within<T>(limitMs: number, work: Promise<T>): Promise<T | "late"> {
  const alarm = new AbortController();
  try {
    return await Promise.race([
      work,
      sleep(Math.max(0, limitMs), "late" as const, { signal: alarm.signal }),
    ]);
  } finally {
    alarm.abort();
  }
}
