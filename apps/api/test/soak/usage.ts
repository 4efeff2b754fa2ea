import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Subscriber } from "../processes/calls.ts";
import type { Counts } from "./define-soak.ts";
import { keyed, patienceMs, type Service } from "./service.ts";
import type { Stage } from "./stage.ts";

/** The ways to send events. */
type Manner = "single" | "named" | "batch" | "lines";

/** How many events one request has, by the way of sending. */
const sizes: Readonly<Record<Manner, number>> = { single: 1, named: 1, batch: 60, lines: 700 };

/** Callers that send usage events without a charge. */
export interface Senders {
  /** The ways to send, with their weights. */
  readonly manners: Readonly<Record<Manner, number>>;
  readonly subscribers: readonly Subscriber[];
  /** The id in the response for each key; null if the response said that the event existed already. */
  readonly recorded: Map<string, string | null>;
  problem(what: string): void;
}

interface Result {
  readonly status: number;
  readonly id?: string | undefined;
}

const pauseMs = 100;

/** Sends events, one request at a time. Repeats each request until all of its events are recorded. */
export async function keepSending(
  service: Service,
  senders: Senders,
  isOver: () => boolean,
): Promise<void> {
  const { random } = service;
  while (!isOver()) {
    const manner = random.weighted(senders.manners);
    const { serviceId, subscriptionId, userId } = random.oneOf(senders.subscribers);
    let events = Array.from({ length: sizes[manner] }, () => ({
      serviceId,
      subscriptionId,
      userId,
      eventKey: randomUUID(),
      quantity: `${random.integer(0, 1_000)}.${random.integer(100_000, 999_999)}`,
    }));
    for (let tries = 0; events.length > 0; tries += 1) {
      if (tries > 0) await sleep(pauseMs);
      const results = await send(service, manner, events);
      events = events.filter(
        ({ eventKey }, index) => !note(senders, manner, eventKey, tries, results[index]),
      );
    }
  }
}

/** @returns whether the event needs no retry */
function note(
  { recorded, problem }: Senders,
  manner: Manner,
  eventKey: string,
  tries: number,
  { status, id }: Partial<Result> = {},
): boolean {
  if (status === 201 && id !== undefined) {
    recorded.set(eventKey, id);
    return true;
  }
  if (status === 409) {
    if (tries === 0) problem(`${eventKey} was refused as recorded before it was sent`);
    if (manner === "named") problem(`${eventKey} was refused under its own Idempotency-Key`);
    recorded.set(eventKey, null);
    return true;
  }
  if (status !== undefined && status < 500) problem(`${eventKey} was answered ${status}`);
  return status !== undefined && status < 500;
}

type Event = { readonly eventKey: string };

/** @returns a result for each event in the response, in order */
async function send(
  service: Service,
  manner: Manner,
  events: readonly Event[],
): Promise<readonly Result[]> {
  if (manner === "lines") return sendLines(service, events);
  const [first] = events;
  const answer = await (manner === "batch"
    ? service.ask("POST", "/usage-events/batch", { usageEvents: events })
    : service.ask(
        "POST",
        "/usage-events",
        first,
        manner === "named" ? { "Idempotency-Key": first?.eventKey ?? "" } : {},
      ));
  if (answer === null) return [];
  const { status, body } = answer;
  const results = manner === "batch" ? (status === 200 ? body.results : []) : [{ status, ...body }];
  return results.map((one: { status: number; usageEvent?: { id: string } }) => {
    return { status: one.status, id: one.usageEvent?.id };
  });
}

/** Complete lines of the response count, even if its end is missing. */
async function sendLines(service: Service, events: readonly Event[]): Promise<readonly Result[]> {
  const url = service.address();
  let text = "";
  try {
    const response = await fetch(`${url}/api/v1/usage-events/batch`, {
      method: "POST",
      signal: AbortSignal.timeout(patienceMs),
      headers: { ...keyed, "Content-Type": "application/x-ndjson" },
      body: events.map((event) => `${JSON.stringify(event)}\n`).join(""),
    });
    if (response.status !== 200) return [];
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
  } catch {
    // the process was killed, or none listens
  }
  const lines = text.split("\n").slice(0, -1);
  return lines.map((line) => {
    const { status, usageEventId: id } = JSON.parse(line);
    return { status, id };
  });
}

/**
 * Every acknowledged event exists once, as it was acknowledged, the senders' subscriptions have no other events, and the
 * service's sum for each is the sum of its events.
 */
export async function judgeUsage(
  { rows }: Pick<Stage, "rows">,
  service: Service,
  { recorded, subscribers, problem }: Senders,
): Promise<Counts> {
  const of = [subscribers.map(({ subscriptionId }) => subscriptionId)];
  const events = await rows<{ id: string; key: string }>(
    "SELECT id, event_key AS key FROM usage_events WHERE subscription_id = ANY($1)",
    of,
  );
  const ids = Map.groupBy(events, ({ key }) => key);
  for (const [key, id] of recorded) {
    const there = ids.get(key) ?? [];
    if (there.length !== 1) problem(`${key} was acknowledged, and is there ${there.length} times`);
    else if (id !== null && there[0]?.id !== id) problem(`${key} has another id than was said`);
  }
  for (const key of ids.keys()) {
    if (!recorded.has(key)) problem(`${key} is there, and nobody was told`);
  }
  const sums = await rows<{ id: string; quantity: string; count: number }>(
    `SELECT subscription_id AS id, sum(quantity)::text AS quantity, count(*)::int AS count
       FROM usage_events WHERE subscription_id = ANY($1) GROUP BY 1`,
    of,
  );
  for (const { id, quantity, count } of sums) {
    const { body } = await service.told("GET", `/usage-events/summary?subscriptionId=${id}`);
    const { summary } = body;
    if (summary.quantity !== quantity || summary.count !== count) {
      problem(`${id} has ${count} events of ${quantity}: ${JSON.stringify(summary)}`);
    }
  }
  return [
    ["events acknowledged", recorded.size],
    ["events in the table", events.length],
  ];
}
