import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Subscriber } from "../../processes/calls.ts";
import { type ApiProcess, addressOf } from "../api-process.ts";
import type { Random } from "../random.ts";

/** The ways to send events, with their weights. */
const manners = { single: 6, named: 4, batch: 2, lines: 1 } as const;
type Manner = keyof typeof manners;

/** How many events one request has, by the way of sending. */
const sizes: Readonly<Record<Manner, number>> = { single: 1, named: 1, batch: 60, lines: 700 };

/** The responses that callers got, to compare with the final state. */
export interface ToldOfUsage {
  /** The id in the response for each key; null if the response said that the event existed already. */
  readonly recorded: Map<string, string | null>;
  readonly answers: Map<string, number>;
  problem(what: string): void;
}

export interface IngestCall {
  readonly processes: readonly ApiProcess[];
  readonly apiKey: string;
  readonly subscribers: readonly Subscriber[];
  readonly told: ToldOfUsage;
  readonly random: Random;
}

interface Result {
  readonly status: number;
  readonly id?: string;
}

/** The timeout of a response, in milliseconds. */
const patienceMs = 60_000;
const pauseMs = 100;

/** Sends events, one request at a time. Repeats each request until all of its events are recorded. */
export async function keepSending(call: IngestCall, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const manner = call.random.weighted(manners);
    const { serviceId, subscriptionId, userId } = call.random.oneOf(call.subscribers);
    let events = Array.from({ length: sizes[manner] }, () => ({
      serviceId,
      subscriptionId,
      userId,
      eventKey: randomUUID(),
      quantity: `${call.random.integer(0, 1_000)}.${call.random.integer(100_000, 999_999)}`,
    }));
    for (let tries = 0; events.length > 0; tries += 1) {
      if (tries > 0) await sleep(pauseMs);
      const results = await send(call, manner, events);
      events = events.filter(
        ({ eventKey }, index) => !note(call, manner, eventKey, tries, results?.[index]),
      );
    }
  }
}

type Event = { readonly eventKey: string };

/** @returns whether the event needs no retry */
function note(
  { told }: IngestCall,
  manner: Manner,
  eventKey: string,
  tries: number,
  result: Result | undefined,
): boolean {
  const { status, id } = result ?? {};
  const answer = status === undefined ? "cut" : String(status);
  told.answers.set(answer, (told.answers.get(answer) ?? 0) + 1);
  if (status === 201 && id !== undefined) {
    told.recorded.set(eventKey, id);
    return true;
  }
  if (status === 409) {
    if (tries === 0) told.problem(`${eventKey} was refused as recorded before it was sent`);
    if (manner === "named") told.problem(`${eventKey} was refused under its own Idempotency-Key`);
    told.recorded.set(eventKey, null);
    return true;
  }
  if (status !== undefined && status < 500) told.problem(`${eventKey} was answered ${status}`);
  return status !== undefined && status < 500;
}

/** @returns a result for each event in the response, in order; null without a response */
async function send(
  call: IngestCall,
  manner: Manner,
  events: readonly Event[],
): Promise<readonly Result[] | null> {
  const url = addressOf(call.processes, call.random);
  if (url === null) return null;
  const many = manner === "batch" || manner === "lines";
  const [first] = events;
  const body =
    manner === "lines"
      ? events.map((event) => `${JSON.stringify(event)}\n`).join("")
      : JSON.stringify(many ? { usageEvents: events } : first);
  let text = "";
  let status = 0;
  try {
    const response = await fetch(`${url}/api/v1/usage-events${many ? "/batch" : ""}`, {
      method: "POST",
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        Authorization: `Bearer ${call.apiKey}`,
        "Content-Type": manner === "lines" ? "application/x-ndjson" : "application/json",
        ...(manner === "named" && { "Idempotency-Key": first?.eventKey ?? "" }),
      },
      body,
    });
    status = response.status;
    // Complete lines count, even if the end of the response is missing.
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
  } catch {
    if (manner !== "lines") return null;
  }
  if (status === 0) return null;
  return resultsIn(manner, status, text);
}

function resultsIn(manner: Manner, status: number, text: string): readonly Result[] | null {
  if (manner === "lines" && status === 200) {
    const lines = text.split("\n").slice(0, -1);
    return lines.map((line) => {
      const { status: one, usageEventId: id } = JSON.parse(line);
      return { status: one, id };
    });
  }
  if (manner === "batch" && status === 200) {
    const { results } = JSON.parse(text) as {
      results: readonly { status: number; usageEvent?: { id: string } }[];
    };
    return results.map(({ status: one, usageEvent }) => resultOf(one, usageEvent?.id));
  }
  if (manner === "batch" || manner === "lines") return null;
  return [resultOf(status, status === 201 ? JSON.parse(text).usageEvent.id : undefined)];
}

const resultOf = (status: number, id: string | undefined): Result =>
  id === undefined ? { status } : { status, id };
