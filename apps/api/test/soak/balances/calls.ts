import { setTimeout as sleep } from "node:timers/promises";
import type { Subscriber } from "../../processes/calls.ts";
import { type ApiProcess, addressOf } from "../api-process.ts";
import type { Random } from "../random.ts";
import type { ToldOfCharges } from "./told.ts";

/** A subscriber with a balance. */
export interface Prepaid extends Subscriber {
  readonly balanceId: string;
}

export interface BalanceCall {
  readonly processes: readonly ApiProcess[];
  readonly apiKey: string;
  readonly told: ToldOfCharges;
  readonly random: Random;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the soak reads what the service sends, whatever it is
  readonly body: any;
}

/** Before another try, in milliseconds. */
export const pauseMs = 100;
/** For one answer, in milliseconds. */
const patienceMs = 60_000;
/** After so many tries that nothing came of, a caller gives up: a soak must come to its end. */
export const maxTries = 1_000;

/** Repeats a call until it is answered and the answer is no failure. */
export async function insist(
  call: BalanceCall,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const answer = await send(call, path, body, headers);
    count(call.told, answer?.status);
    if (answer !== null && answer.status < 500) return answer;
    await sleep(pauseMs);
  }
  throw new Error(`${path} was not answered in ${maxTries} tries.`);
}

/** @returns null when no answer came */
export async function send(
  { processes, random, apiKey }: BalanceCall,
  path: string,
  body: object | undefined,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer | null> {
  const url = addressOf(processes, random);
  if (url === null) return null;
  try {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: "POST",
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        Authorization: `Bearer ${apiKey}`,
        "Content-Type": "application/json",
        ...headers,
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  } catch {
    return null;
  }
}

/** Counts an answer; undefined: there was none. */
export function count({ answers }: ToldOfCharges, status: number | undefined): void {
  const answer = status === undefined ? "cut" : String(status);
  answers.set(answer, (answers.get(answer) ?? 0) + 1);
}
