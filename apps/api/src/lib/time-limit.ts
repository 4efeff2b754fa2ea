import { setTimeout as sleep } from "node:timers/promises";

/**
 * Waits for work at most so long. Work that is late goes on by itself; what it then throws is
 * nobody's any more.
 *
 * @param limitMs milliseconds
 * @returns "late" when the limit came first
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
