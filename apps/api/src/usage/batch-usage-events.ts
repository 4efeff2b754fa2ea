import type { z } from "zod";
import { checkForm } from "../access/idempotency/once.ts";
import {
  BatchedUsageEvent,
  eventAlreadyRecorded,
  eventNotAnObject,
  type NewUsageEvent,
  NewUsageEvents,
  UsageEventResults,
} from "../contract/usage-events.ts";
import { exampleId } from "../lib/examples.ts";
import { refusalOfInput } from "../lib/parameter-refusals.ts";
import type { RefusalTerms } from "../lib/refusal.ts";
import { write } from "../operation/define.ts";
import { failureOf, refusedItem } from "../operation/errors.ts";
import type { Parts } from "../ports/parts.ts";
import { type RecordedUsage, type RecordParts, recordUsage } from "./record-usage.ts";

/** The result of one event; `replayed` if an earlier call with the same Idempotency-Key recorded it. */
interface EventResult {
  readonly result: z.input<typeof UsageEventResults>["results"][number];
  readonly replayed: boolean;
}

/** An invalid event is refused alone and does not affect the others. */
export const batchUsageEvents = write("POST /usage-events/batch", {
  name: "usageEvents.batch",
  summary: "Record many usage events",
  description:
    'Each event is recorded or refused by itself, in the order given. Sending the same batch again is safe. For more than 1,000 events, send `application/x-ndjson`: one event per line of at most 64 KiB, at most 100,000 lines, within five minutes. The response has one line per event: `{"status": 201, "usageEventId": …}` or `{"status": …, "error": …, "code": …}`.',
  transaction: "own",
  remembersAnswer: false,
  lines: {
    of: "usageEvents",
    max: 100_000,
    resultsOf: ({ results }: z.output<typeof UsageEventResults>) => results.map(shortResult),
    examples: [{ status: 201, usageEventId: exampleId }, refusedItem(eventAlreadyRecorded)],
  },
  input: NewUsageEvents,
  output: UsageEventResults,
  run: async (work, { usageEvents }) => {
    const { idempotencyKey } = work.request;
    if (idempotencyKey !== undefined) checkForm(idempotencyKey); // also if no event is valid
    const recorded = await recordEach(work, usageEvents);
    if (recorded.every(({ replayed }) => replayed)) {
      work.reply.headers["Idempotent-Replayed"] = "true";
    }
    return { results: recorded.map(({ result }) => result) };
  },
});

/** @param events as they were sent, before any schema */
async function recordEach(
  parts: RecordParts & Pick<Parts, "log">,
  events: readonly unknown[],
): Promise<EventResult[]> {
  const results: EventResult[] = new Array(events.length);
  const valid: ValidEvent[] = [];
  for (const [place, event] of events.entries()) {
    const { success, data, error } = BatchedUsageEvent.safeParse(event);
    if (success) valid.push({ place, input: data });
    else results[place] = refused(refusalOfInput(error, event, { notAnObject: eventNotAnObject }));
  }
  for (let waiting = valid; waiting.length > 0; ) {
    const [events, later] = withDistinctKeys(waiting);
    const recorded = await recordUsage(
      parts,
      events.map(({ input }) => input),
    );
    for (const [index, { place }] of events.entries()) {
      results[place] = resultOf(parts, recorded[index] as RecordedUsage);
    }
    waiting = later;
  }
  return results;
}

interface ValidEvent {
  /** Its place in the batch. */
  readonly place: number;
  readonly input: z.output<typeof NewUsageEvent>;
}

/** Of two events with the same key, the first goes first. @returns the first of each key, and the others */
function withDistinctKeys(events: readonly ValidEvent[]): [ValidEvent[], ValidEvent[]] {
  const taken = new Set<string>();
  const [first, later]: [ValidEvent[], ValidEvent[]] = [[], []];
  for (const event of events) {
    const key = `${event.input.subscriptionId} ${event.input.eventKey}`;
    (taken.has(key) ? later : first).push(event);
    taken.add(key);
  }
  return [first, later];
}

function resultOf({ log }: Pick<Parts, "log">, recorded: RecordedUsage): EventResult {
  if (recorded.outcome === "recorded") {
    const { usageEvent, replayed } = recorded;
    return { result: { status: 201, usageEvent }, replayed };
  }
  if (recorded.outcome === "refused") return refused(recorded.why);
  log.error({ err: recorded.error }, "usage event not recorded");
  return refused(failureOf(recorded.error).terms);
}

const refused = (why: RefusalTerms): EventResult => ({
  result: refusedItem(why),
  replayed: false,
});

/** A line's result is short, because there are up to 100,000 of them. */
const shortResult = (result: z.output<typeof UsageEventResults>["results"][number]) =>
  "usageEvent" in result ? { status: result.status, usageEventId: result.usageEvent.id } : result;
