import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Subscriber } from "../../processes/calls.ts";
import type { Service } from "../service.ts";

/** A subscriber with a balance. */
export interface Prepaid extends Subscriber {
  readonly balanceId: string;
  /** When its usage occurs. Default: when it is recorded. */
  readonly occurredAt?: string;
}

/** What callers were told, to compare with the final state. */
export interface ToldOfCharges {
  /** Events that were said to be recorded, by their keys: by the call itself, or by one that repeated it. A key begins with the charge. */
  readonly served: Map<string, "recorded" | "known">;
  /** Keys of events that were refused because of their balance. */
  readonly refused: Set<string>;
  /** How each hold ended, by its id: what was charged, or null if it was given back. */
  readonly ended: Map<string, string | null>;
  /** Ids of grants that were made. */
  readonly granted: Set<string>;
  /** Ids of the invoices of top-ups that were said to be paid. */
  readonly toppedUp: Set<string>;
  /** Ids of balances that were spent to zero, once. */
  readonly depleted: Set<string>;
  problem(what: string): void;
}

export const toldOfCharges = (problem: ToldOfCharges["problem"]): ToldOfCharges => ({
  served: new Map(),
  refused: new Set(),
  ended: new Map(),
  granted: new Set(),
  toppedUp: new Set(),
  depleted: new Set(),
  problem,
});

/** A caller of the service, and the record of what all callers were told. */
export interface BalanceCall {
  readonly service: Service;
  readonly told: ToldOfCharges;
}

/** Before another try, in milliseconds. */
export const pauseMs = 100;
/** After so many tries without a result a caller gives up, so that a soak ends. */
const maxTries = 1_000;

/** @param charge an amount; or `priced-3`: 3 units, at the price of the rate card */
export const newKey = (charge: string) => `${charge}:${randomUUID()}`;

export const chargeOf = (eventKey: string) => eventKey.split(":", 1)[0] ?? "";

/** How many units are charged by the rate card; null: the caller names the charge. */
export const pricedUnits = (eventKey: string): string | null =>
  /^priced-(\d+):/.exec(eventKey)?.[1] ?? null;

const eventOf = (
  { serviceId, subscriptionId, userId, balanceId, occurredAt }: Prepaid,
  eventKey: string,
) => ({
  ...{ serviceId, subscriptionId, userId, balanceId, eventKey, occurredAt },
  quantity: pricedUnits(eventKey) ?? "1",
  charge: pricedUnits(eventKey) === null ? chargeOf(eventKey) : { rateCard: true },
});

/** How often a caller sends the same events twice at once. */
const repeated = 0.1;

/** Charges balances with much credit, in batches, until it is over. */
export async function keepCharging(
  call: BalanceCall,
  balances: readonly Prepaid[],
  isOver: () => boolean,
): Promise<void> {
  const { random } = call.service;
  while (!isOver()) {
    const prepaid = random.oneOf(balances);
    const size = random.oneOf([1, 10, 250, 1_000]);
    const isPriced = random.chance(0.3);
    const keys = Array.from({ length: size }, () =>
      newKey(isPriced ? `priced-${random.integer(1, 9)}` : `0.${random.integer(100_000, 999_999)}`),
    );
    if (random.chance(repeated)) {
      const twice = { isRepeated: true };
      await Promise.all([
        chargeAll(call, prepaid, keys, twice),
        chargeAll(call, prepaid, keys, twice),
      ]);
    } else await chargeAll(call, prepaid, keys);
  }
}

/** The result of one event: a status and, if it was refused, why. */
interface Result {
  readonly status: number;
  readonly error?: string;
}

/**
 * Sends events until each is known to be recorded or refused. One that was cut is sent again.
 *
 * @param options.isRepeated whether another call may record them too
 */
export async function chargeAll(
  call: BalanceCall,
  prepaid: Prepaid,
  keys: readonly string[],
  { isRepeated = false } = {},
): Promise<void> {
  let left = keys;
  for (let tries = 0; left.length > 0; tries += 1) {
    if (tries === maxTries) throw new Error(`Charges were not answered in ${maxTries} tries.`);
    if (tries > 0) await sleep(pauseMs);
    const isOne = left.length === 1;
    const events = left.map((key) => eventOf(prepaid, key));
    const path = isOne ? "/usage-events" : "/usage-events/batch";
    const answer = await call.service.ask(
      "POST",
      path,
      isOne ? events[0] : { usageEvents: events },
    );
    const results: (Result | undefined)[] = isOne
      ? [answer === null ? undefined : { status: answer.status, error: answer.body?.error }]
      : (answer?.body?.results ?? []);
    const mayBeKnown = isRepeated || tries > 0;
    left = left.filter((key, place) => !noteCharge(call, key, mayBeKnown, results[place]));
  }
}

/** @returns whether the event needs no other try */
function noteCharge(
  { told }: BalanceCall,
  key: string,
  mayBeKnown: boolean,
  result: Result | undefined,
): boolean {
  const { status, error } = result ?? {};
  const isFrozen = status === 409 && error === "Balance is FROZEN.";
  if (status === 201) {
    if (told.served.get(key) === "recorded") told.problem(`${key} was recorded twice`);
    told.served.set(key, "recorded");
  } else if (status === 402 || isFrozen) told.refused.add(key);
  else if (status === 409 && mayBeKnown) {
    if (!told.served.has(key)) told.served.set(key, "known");
  } else if (status === undefined || status >= 500) return false;
  else told.problem(`${key} was answered ${status} ${error}`);
  return true;
}
