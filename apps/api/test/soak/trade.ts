import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { merchantAddress, newReference, payerAddress } from "../harness/story.ts";
import type { Subscriber } from "../processes/calls.ts";
import { apiKey } from "./environment.ts";
import type { Random } from "./random.ts";
import { type Counts, listed } from "./report.ts";

/** The responses that callers got, to compare with the final state. */
export interface ToldOfTrade {
  /** The ids in the responses of writes, by kind of record. Each id occurs once. */
  readonly made: Readonly<Record<Made, Set<string>>>;
  /** The number of responses by status; "cut" without a response, "refused" without a connection. */
  readonly answers: Map<string, number>;
  /** Receives a response that is never allowed, whatever the fault. */
  problem(what: string): void;
  /** A request without a response, or with one of the 500s. */
  failed(what: string, how: number | "cut" | "refused"): void;
}

/** Tables, and the name of their records in responses. */
const recordOf = {
  checkout_sessions: "checkoutSession",
  subscriptions: "subscription",
  usage_events: "usageEvent",
  invoices: "invoice",
  settlements: "settlement",
} as const;
type Made = keyof typeof recordOf;

export function toldOfTrade(
  problem: ToldOfTrade["problem"],
  failed: ToldOfTrade["failed"],
): ToldOfTrade {
  const sets = Object.keys(recordOf).map((kind) => [kind, new Set<string>()] as const);
  return {
    made: Object.fromEntries(sets) as Record<Made, Set<string>>,
    answers: new Map(),
    problem,
    failed,
  };
}

interface Trader {
  /** Chooses a process for a request, another one each time; null while there is none. */
  address(): string | null;
  readonly plan: Subscriber;
  readonly told: ToldOfTrade;
  readonly random: Random;
}

/**
 * Creates a plan to sell, with all records that it needs.
 *
 * @param make creates the plan and a subscriber of it
 */
export async function aPlan(
  database: Client,
  told: ToldOfTrade,
  make: () => Promise<Subscriber>,
): Promise<Subscriber> {
  const plan = await make();
  for (const [table, ids] of Object.entries(told.made)) {
    const { rows } = await database.query<{ id: string }>(`SELECT id FROM ${table}`);
    for (const { id } of rows) ids.add(id);
  }
  return plan;
}

/**
 * Runs callers that sell repeatedly until they are stopped. Each finishes its current sale.
 *
 * @param trader its plan and its process, by its own random numbers
 */
export function startCallers(
  count: number,
  random: Random,
  trader: (random: Random) => Pick<Trader, "address" | "plan" | "told">,
): { stop(): Promise<void> } {
  let isOver = false;
  const callers = Array.from({ length: count }, () => {
    const draws = random.fork();
    return keepSelling({ ...trader(draws), random: draws }, () => isOver);
  });
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(callers);
    },
  };
}

/** An error that ends a caller early is a problem. */
async function keepSelling(trader: Trader, isOver: () => boolean): Promise<void> {
  try {
    while (!isOver()) await sellOnce(trader);
  } catch (error) {
    trader.told.problem(`a caller gave up: ${error instanceof Error ? error.message : ""}`);
  }
}

/**
 * Sells to one new subscriber: a checkout, usage, an invoice and its settlement. Each write is repeated, at any
 * process, until there is a response. Then every process must show the record.
 */
async function sellOnce(trader: Trader): Promise<void> {
  const { plan, told } = trader;
  const { serviceId, paymentPlanId } = plan;
  const { checkoutSession: session } = await write(
    trader,
    "checkout_sessions",
    "/checkout-sessions",
    {
      serviceId,
      paymentPlanId,
    },
  );
  const completed = await answered(trader, "POST", `/checkout-sessions/${session.id}/complete`, {
    user: { email: `${session.id}@example.com` },
  });
  const [{ id: subscriptionId, userId }] = completed.checkoutSession.subscriptions;
  told.made.subscriptions.add(subscriptionId);
  const of = { serviceId, subscriptionId, userId };
  const quantities = Array.from({ length: 3 }, () => `${trader.random.integer(1, 9)}.5`);
  for (const quantity of quantities) {
    await write(trader, "usage_events", "/usage-events", {
      ...of,
      eventKey: randomUUID(),
      quantity,
    });
  }
  const { summary } = await answered(
    trader,
    "GET",
    `/usage-events/summary?subscriptionId=${subscriptionId}`,
  );
  if (summary.count !== quantities.length) {
    told.problem(`${subscriptionId} has ${summary.count} of the ${quantities.length} events`);
  }
  const bill = { ...of, paymentPlanId, amount: "0.625", status: "OPEN" };
  const { invoice } = await write(trader, "invoices", "/invoices", bill);
  await write(trader, "settlements", "/settlements", {
    invoiceId: invoice.id,
    referenceHash: newReference(),
    payerAddress,
    merchantAddress,
  });
  const { invoice: settled } = await answered(trader, "GET", `/invoices/${invoice.id}`);
  if (settled.status !== "PAID")
    told.problem(`${invoice.id} was settled, and is ${settled.status}`);
}

// biome-ignore lint/suspicious/noExplicitAny: callers read what the service sends, whatever it is
type Body = any;

async function write(trader: Trader, kind: Made, path: string, body: object): Promise<Body> {
  const answer = await answered(trader, "POST", path, body);
  trader.told.made[kind].add(answer[recordOf[kind]].id);
  return answer;
}

/** How long all responses may be failures, in milliseconds. */
const patienceMs = 120_000;

/** @returns the body of the first success; a write has the same Idempotency-Key each time */
async function answered(
  trader: Trader,
  method: "GET" | "POST",
  path: string,
  input?: object,
): Promise<Body> {
  const { told, random } = trader;
  const headers = {
    Authorization: `Bearer ${apiKey}`,
    ...(input && { "Content-Type": "application/json", "Idempotency-Key": randomUUID() }),
  };
  const begin = performance.now();
  while (performance.now() - begin < patienceMs) {
    const address = trader.address();
    if (address === null) {
      await sleep(20);
      continue;
    }
    const body = input && { body: JSON.stringify(input) };
    const answer = await sent(`${address}/api/v1${path}`, { method, headers, ...body });
    const what = typeof answer === "string" ? answer : String(answer.status);
    told.answers.set(what, (told.answers.get(what) ?? 0) + 1);
    if (typeof answer === "string") told.failed(`${method} ${path} was ${answer}`, answer);
    else if (answer.status < 300) return answer.body;
    else if (answer.status >= 500)
      told.failed(`${method} ${path}: ${what} ${answer.body?.error}`, answer.status);
    // 409: the previous request, whose response was lost, is still in progress.
    else if (answer.status !== 409)
      throw new Error(`${method} ${path}: ${what} ${JSON.stringify(answer.body)}`);
    await sleep(random.integer(20, 300));
  }
  throw new Error(`${method} ${path} got no answer in ${patienceMs / 1_000} s`);
}

async function sent(
  url: string,
  init: RequestInit,
): Promise<"cut" | "refused" | { status: number; body: Body }> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(60_000) });
    return { status: response.status, body: await response.json() };
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    return cause?.code === "ECONNREFUSED" ? "refused" : "cut";
  }
}

/**
 * Compares the responses with the tables: every acknowledged record exists, and no other record.
 *
 * @param shared tables to which others than these callers write too
 */
export async function judgeTrade(
  database: Client,
  { made: told, problem }: ToldOfTrade,
  shared: readonly string[] = [],
): Promise<void> {
  for (const [table, ids] of Object.entries(told)) {
    const { rows } = await database.query<{ id: string }>(
      `SELECT id FROM ${table} ${table === "settlements" ? "WHERE status = 'CONFIRMED'" : ""}`,
    );
    const there = new Set(rows.map(({ id }) => id));
    const lost = [...ids].filter((id) => !there.has(id));
    const more = [...there].filter((id) => !ids.has(id));
    for (const id of lost) problem(`${id} of ${table} was answered, and is not there`);
    if (shared.includes(table)) continue;
    for (const id of more) problem(`${id} of ${table} is there, and nobody was told`);
  }
}

/** The results, for the report. */
export const tradeCounts = ({ made, answers }: ToldOfTrade): Counts => [
  ["sold and settled", String(made.settlements.size)],
  ["answers", listed(answers)],
];
