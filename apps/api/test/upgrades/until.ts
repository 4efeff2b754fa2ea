import { setTimeout as sleep } from "node:timers/promises";

/** Waits until the condition holds. @throws Error that names the condition, after a minute */
export async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
  const begin = performance.now();
  while (!(await condition())) {
    if (performance.now() - begin > 60_000) throw new Error(`It did not come to this: ${what}.`);
    await sleep(50);
  }
}
