import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Subscriber } from "../../processes/calls.ts";
import { type ApiProcess, addressOf } from "../api-process.ts";
import type { Random } from "../random.ts";

/** A subscriber with a balance. */
export interface Prepaid extends Subscriber {
  readonly balanceId: string;
}

/** The responses that callers got, to compare with the final state. */
export interface ToldOfCharges {
  /** Keys of the events that were acknowledged. A key begins with the charge. */
  readonly served: Set<string>;
  /** Keys of events that were refused with 402. */
  readonly refused: Set<string>;
  /** How each hold ended, by its id: the charge, or null if it was released. */
  readonly ended: Map<string, string | null>;
  readonly answers: Map<string, number>;
  problem(what: string): void;
}

export interface BalanceCall {
  readonly processes: readonly ApiProcess[];
  readonly apiKey: string;
  readonly told: ToldOfCharges;
  readonly random: Random;
}

export const newKey = (charge: string) => `${charge}:${randomUUID()}`;

const chargeOf = (eventKey: string) => eventKey.split(":", 1)[0] ?? "";

const eventOf = ({ serviceId, subscriptionId, userId, balanceId }: Prepaid, eventKey: string) => ({
  ...{ serviceId, subscriptionId, userId, balanceId, eventKey },
  quantity: "1",
  charge: chargeOf(eventKey),
});

/** The pause before a retry, in milliseconds. */
export const pauseMs = 100;
const patienceMs = 60_000;

/** Charges balances with much credit, in batches, until the soak ends. */
export async function keepCharging(
  call: BalanceCall,
  balances: readonly Prepaid[],
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const prepaid = call.random.oneOf(balances);
    const size = call.random.oneOf([1, 10, 250]);
    const keys = Array.from({ length: size }, () =>
      newKey(`0.${call.random.integer(100_000, 999_999)}`),
    );
    await chargeAll(call, prepaid, keys);
  }
}

/** Sends events until each is recorded or refused. An event whose request was cut is sent again. */
export async function chargeAll(
  call: BalanceCall,
  prepaid: Prepaid,
  keys: readonly string[],
): Promise<void> {
  for (let left = keys, tries = 0; left.length > 0; tries += 1) {
    if (tries > 0) await sleep(pauseMs);
    const isOne = left.length === 1;
    const events = left.map((key) => eventOf(prepaid, key));
    const path = isOne ? "/usage-events" : "/usage-events/batch";
    const answer = await send(call, path, isOne ? events[0] : { usageEvents: events });
    const statuses: (number | undefined)[] = isOne
      ? [answer?.status]
      : (answer?.body?.results?.map(({ status }: { status: number }) => status) ?? []);
    left = left.filter((key, place) => !noteCharge(call, key, tries, statuses[place]));
  }
}

/** @returns whether the event needs no retry */
function noteCharge(
  { told }: BalanceCall,
  key: string,
  tries: number,
  status: number | undefined,
): boolean {
  count(told, status);
  if (status === 201 || (status === 409 && tries > 0)) told.served.add(key);
  else if (status === 402) told.refused.add(key);
  else if (status === undefined || status >= 500) return false;
  else told.problem(`${key} was answered ${status} at try ${tries + 1}`);
  return true;
}

/** Places holds until the soak ends. Two concurrent calls end each one, or it expires. */
export async function keepHolding(
  call: BalanceCall,
  balances: readonly Prepaid[],
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const prepaid = call.random.oneOf(balances);
    const lasts = call.random.oneOf([300, 60_000]);
    const input = {
      balanceId: prepaid.balanceId,
      key: randomUUID(),
      amount: "0.5",
      expiresAt: new Date(Date.now() + lasts).toISOString(),
    };
    const placed = await insist(call, "/holds", input);
    const id: string | undefined = placed.body?.hold?.id;
    if (placed.status !== 201 || id === undefined) {
      // A call that is repeated after a cut connection may be too late.
      if (placed.status !== 400) call.told.problem(`A hold was answered ${placed.status}`);
      continue;
    }
    const eventKey = newKey(`0.${call.random.integer(100_000, 499_999)}`);
    const { subscriptionId } = prepaid;
    const usageEvent = { subscriptionId, eventKey, quantity: "1" };
    const commit = { amount: chargeOf(eventKey), usageEvent };
    const [committed, other] = await Promise.all([
      insist(call, `/holds/${id}/commit`, commit),
      call.random.chance(0.5)
        ? insist(call, `/holds/${id}/commit`, commit)
        : insist(call, `/holds/${id}/release`, {}),
    ]);
    const isCommitted = committed.status === 200;
    const isReleased = other.body?.hold?.status === "RELEASED";
    if (isCommitted && isReleased) call.told.problem(`Hold ${id} was committed and released`);
    if (isCommitted) call.told.served.add(eventKey);
    call.told.ended.set(id, isCommitted ? chargeOf(eventKey) : null);
  }
}

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the soak reads what the service sends, whatever it is
  readonly body: any;
}

/** Repeats a call until it gets a response other than a failure. */
async function insist(call: BalanceCall, path: string, body: object): Promise<Answer> {
  for (;;) {
    const answer = await send(call, path, body);
    count(call.told, answer?.status);
    if (answer !== null && answer.status < 500) return answer;
    await sleep(pauseMs);
  }
}

/** @returns null without a response */
async function send(
  { processes, random, apiKey }: BalanceCall,
  path: string,
  body: object | undefined,
): Promise<Answer | null> {
  const url = addressOf(processes, random);
  if (url === null) return null;
  try {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: "POST",
      signal: AbortSignal.timeout(patienceMs),
      headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  } catch {
    return null;
  }
}

function count({ answers }: ToldOfCharges, status: number | undefined): void {
  const answer = status === undefined ? "cut" : String(status);
  answers.set(answer, (answers.get(answer) ?? 0) + 1);
}
