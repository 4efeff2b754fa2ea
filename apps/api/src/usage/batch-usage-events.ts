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
import { Refusal, type RefusalTerms } from "../lib/refusal.ts";
import { write } from "../operation/define.ts";
import { failureOf, refusedItem } from "../operation/errors.ts";
import type { Parts } from "../ports/parts.ts";
import { type RecordParts, recordUsage } from "./record-usage.ts";

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
    if (idempotencyKey !== undefined) checkForm(idempotencyKey);
    const recorded = await recordEach(work, usageEvents);
    if (recorded.every(({ replayed }) => replayed)) {
      work.reply.headers["Idempotent-Replayed"] = "true";
    }
    return { results: recorded.map(({ result }) => result) };
  },
});

/** @param events as they were sent, before any schema */
function recordEach(
  parts: RecordParts & Pick<Parts, "log">,
  events: readonly unknown[],
): Promise<EventResult[]> {
  /** The latest event of each key that is recorded once: of two events with the same key, the first goes first. */
  const latest = new Map<string, Promise<EventResult>>();
  return Promise.all(
    events.map(async (event): Promise<EventResult> => {
      const { success, data, error } = BatchedUsageEvent.safeParse(event);
      if (!success) {
        return refused(refusalOfInput(error, event, { notAnObject: eventNotAnObject }));
      }
      const record = () => recordOne(parts, data);
      const key = `${data.subscriptionId} ${data.eventKey}`;
      const result = latest.get(key)?.then(record) ?? record();
      latest.set(key, result);
      return result;
    }),
  );
}

async function recordOne(
  parts: RecordParts & Pick<Parts, "log">,
  event: z.output<typeof NewUsageEvent>,
): Promise<EventResult> {
  try {
    const { usageEvent, replayed } = await recordUsage(parts, event);
    return { result: { status: 201, usageEvent }, replayed };
  } catch (error) {
    if (error instanceof Refusal) return refused(error.terms);
    parts.log.error({ err: error }, "usage event not recorded");
    return refused(failureOf(error).terms);
  }
}

const refused = (why: RefusalTerms): EventResult => ({
  result: refusedItem(why),
  replayed: false,
});

/** A line's result is short, because there are up to 100,000 of them. */
const shortResult = (result: z.output<typeof UsageEventResults>["results"][number]) =>
  "usageEvent" in result ? { status: result.status, usageEventId: result.usageEvent.id } : result;
