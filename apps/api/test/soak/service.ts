import { setTimeout as sleep } from "node:timers/promises";
import { testKey as apiKey } from "../harness/service.ts";
import { type ApiProcess, addressOf } from "./api-process.ts";
import type { Random } from "./random.ts";

/** A response: its status and its body. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: soaks read what the service sends, whatever it is
  readonly body: any;
  /** In milliseconds; null if the response does not say. */
  readonly retryAfterMs: number | null;
}

type Call = [
  method: "GET" | "POST",
  path: string,
  body?: object | undefined,
  headers?: Readonly<Record<string, string>>,
];

/** The service as its callers see it while its processes are killed and restart. */
export interface Service {
  /** Calls any process once. @returns null without a response */
  ask(...call: Call): Promise<Answer | null>;
  /** Repeats the call until there is a response that is final. */
  told(...call: Call): Promise<Answer>;
  /** A listening process, chosen as a load balancer does; null while none listens. */
  address(): string | null;
  /** The caller's own random numbers. */
  readonly random: Random;
  /** The same service for a concurrent caller: what it draws does not depend on others. */
  fork(): Service;
  /** The number of responses by status, of all forks together; "cut" without a response. */
  readonly answers: ReadonlyMap<string, number>;
}

/** The timeout of a response, in milliseconds: many times the service's own limit. */
export const patienceMs = 60_000;
/** How long all responses may be failures, in milliseconds. */
const insistenceMs = 180_000;

/** The headers of a call with JSON. */
export const keyed = {
  Authorization: `Bearer ${apiKey}`,
  "Content-Type": "application/json",
};

export function serviceOf(
  processes: readonly ApiProcess[],
  random: Random,
  answers = new Map<string, number>(),
): Service {
  const address = () => addressOf(processes, random);
  const ask: Service["ask"] = async (...call) => {
    const url = address();
    const answer = url === null ? null : await answered(url, call);
    const what = answer === null ? "cut" : String(answer.status);
    answers.set(what, (answers.get(what) ?? 0) + 1);
    return answer;
  };
  const told: Service["told"] = async (...call) => {
    for (const begin = performance.now(); performance.now() - begin < insistenceMs; ) {
      const answer = await ask(...call);
      if (answer !== null && isFinal(call, answer)) return answer;
      await sleep(random.integer(50, 300));
    }
    throw new Error(`${call[0]} ${call[1]} got no answer in ${insistenceMs / 1_000} s.`);
  };
  const fork = () => serviceOf(processes, random.fork(), answers);
  return { ask, told, address, random, fork, answers };
}

/** With an Idempotency-Key, 409 can mean that the earlier call, whose response was lost, is in progress. */
const isFinal = ([, , , headers = {}]: Call, { status }: Answer) =>
  status < 500 && !(status === 409 && "Idempotency-Key" in headers);

async function answered(url: string, [method, path, body, headers]: Call): Promise<Answer | null> {
  try {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { ...keyed, ...headers },
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
