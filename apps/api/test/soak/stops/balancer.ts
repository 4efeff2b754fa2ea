import { setTimeout as sleep } from "node:timers/promises";
import type { ApiProcess } from "../api-process.ts";
import type { Random } from "../random.ts";

/** The pause between two readiness checks of a process, in milliseconds. */
const intervalMs = 250;
/** The timeout of a readiness check, in milliseconds. */
const patienceMs = 1_000;

export interface Balancer {
  /** One of the processes that were ready at their last check; null if there is none. */
  address(random: Random): string | null;
  /** Resolves once every process is ready. */
  allReady(): Promise<void>;
  stop(): void;
}

/** Sends requests as a load balancer does: to processes whose last `/ready` was 200. */
export function balancerOf(processes: readonly ApiProcess[]): Balancer {
  const ready = new Map<ApiProcess, string>();
  let isOver = false;

  const watch = async (process: ApiProcess): Promise<void> => {
    while (!isOver) {
      const url = await process.up();
      if (await isReady(url)) ready.set(process, url);
      else ready.delete(process);
      await sleep(intervalMs);
    }
  };
  for (const process of processes) void watch(process);

  return {
    address: (random) => (ready.size === 0 ? null : random.oneOf([...ready.values()])),
    allReady: async () => {
      while (processes.some((process) => ready.get(process) !== process.url)) await sleep(20);
    },
    stop: () => {
      isOver = true;
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const { status } = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(patienceMs) });
    return status === 200;
  } catch {
    return false;
  }
}
