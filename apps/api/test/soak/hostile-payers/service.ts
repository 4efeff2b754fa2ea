import { setTimeout as sleep } from "node:timers/promises";
import { type ApiProcess, addressOf } from "../api-process.ts";
import { apiKey } from "../environment.ts";
import type { Random } from "../random.ts";

/** A response: its status and its body. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: soaks read what the service sends, whatever it is
  readonly body: any;
  /** In milliseconds; null if the response does not say. */
  readonly retryAfterMs: number | null;
}

/** The service as its callers see it while its processes are killed and restart. */
export interface Service {
  /** Calls any process once. @returns null without a response */
  ask(method: "GET" | "POST", path: string, body?: object): Promise<Answer | null>;
  /** Repeats the call until the response is not a 5xx. */
  told(method: "GET" | "POST", path: string, body?: object): Promise<Answer>;
  /** The number of responses by status. */
  readonly answers: ReadonlyMap<string, number>;
}

/** The timeout of a response, in milliseconds. */
const patienceMs = 15_000;
const pauseMs = 200;

export function serviceOf(processes: readonly ApiProcess[], random: Random): Service {
  const answers = new Map<string, number>();
  const ask: Service["ask"] = async (method, path, body) => {
    const url = addressOf(processes, random);
    const answer = url === null ? null : await answered(url, method, path, body);
    const what = answer === null ? "cut" : String(answer.status);
    answers.set(what, (answers.get(what) ?? 0) + 1);
    return answer;
  };
  const told: Service["told"] = async (...call) => {
    for (;;) {
      const answer = await ask(...call);
      if (answer !== null && answer.status < 500) return answer;
      await sleep(pauseMs);
    }
  };
  return { ask, told, answers };
}

async function answered(
  url: string,
  method: string,
  path: string,
  body?: object,
): Promise<Answer | null> {
  try {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patienceMs),
    });
    const seconds = response.headers.get("retry-after");
    const retryAfterMs = seconds === null ? null : Number(seconds) * 1_000;
    return { status: response.status, body: await response.json(), retryAfterMs };
  } catch {
    return null; // the process was killed, or has not restarted yet
  }
}
