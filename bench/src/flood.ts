import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

/* A thread that calls a service as much as it can, so that the thread that measures does not wait for it. */

/** What a flood asks for. */
export interface FloodTerms {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Each `#` becomes a text that no other call has. */
  readonly body?: string;
  /** How many callers there are. Each makes its next call after its last one. */
  readonly callers: number;
}

/** How long a caller waits after it was refused, in milliseconds. It does not respect `Retry-After`. */
const pauseMs = 1_000;

const { url, headers, body, callers }: FloodTerms = workerData;
const gone = new AbortController();
const answers = new Map<number, number>();
const begin = Date.now();
let calls = 0;

parentPort?.once("message", () => gone.abort());
await Promise.all(Array.from({ length: callers }, callOn));
parentPort?.postMessage(Object.fromEntries(answers));

async function callOn(): Promise<void> {
  while (!gone.signal.aborted) {
    try {
      calls += 1;
      const sent = body?.replaceAll("#", `${begin}-${calls}`);
      const response = await fetch(url, {
        headers,
        signal: gone.signal,
        ...(sent !== undefined && { method: "POST", body: sent }),
      });
      await response.arrayBuffer();
      answers.set(response.status, (answers.get(response.status) ?? 0) + 1);
      if (response.status !== 200) await sleep(pauseMs);
    } catch (error) {
      if (!gone.signal.aborted) throw error;
    }
  }
}
