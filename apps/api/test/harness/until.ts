import { setTimeout as sleep } from "node:timers/promises";

/** How long a wait may take, in milliseconds: far longer than on a fast machine, so that only a fault exceeds it. */
const limitMs = 120_000;
/** The pause between two checks, in milliseconds. */
const pauseMs = 20;

/**
 * Waits for an outcome. Every wait of a test uses this function, so that no test fails because a machine is slow.
 *
 * @param check returns false, or throws as an assertion does, as long as the outcome is not there
 * @returns what the last check returned
 * @throws the last check's error after two minutes
 */
export async function until<Found>(check: () => Found | Promise<Found>): Promise<Found> {
  const end = performance.now() + limitMs;
  for (;;) {
    try {
      const found = await check();
      if (found !== false) return found;
      if (performance.now() > end) throw new Error(`This did not become true: ${check}`);
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await sleep(pauseMs);
  }
}
