import { z } from "zod";
import { exampleId } from "../kit/evm-fields.ts";
import { listOf, request } from "../kit/fields.ts";
import { JsonAnswer } from "../kit/json-answer.ts";
import { type RefusalTerms, refusalOfInput } from "../kit/refusal.ts";
import { checkForm } from "../operation/access/idempotency/once.ts";
import { write } from "../operation/define.ts";
import { failureOf, refusedItem } from "../operation/errors.ts";
import type { CoreParts } from "../operation/ports/parts.ts";
import { warn } from "../operation/warnings.ts";
import { ReachedLimitOut } from "../schemas/limits.ts";
import {
  eventAlreadyRecorded,
  eventNotAnObject,
  type NewUsageEvent,
  RecordedUsageEvent,
  usageEventFields,
} from "../schemas/usage-events.ts";
import { type RecordedUsage, type RecordParts, recordUsage } from "./record-usage.ts";
import type { ShownUsageEvent } from "./reported.ts";

/** The result of one event; `replayed` if an earlier call with the same Idempotency-Key recorded it. */
type EventResult =
  | {
      readonly usageEvent: ShownUsageEvent;
      readonly replayed: boolean;
      readonly warning: string | null;
    }
  | { readonly refused: ReturnType<typeof refusedItem>; readonly replayed: false };

/** The maximum number of events in one batch. */
const maxBatch = 1_000;

/**
 * Each event is parsed by itself later, so that an invalid one is refused alone. The document describes it like a
 * single event.
 */
const NewUsageEvents = request({
  usageEvents: listOf(
    z.custom<z.input<typeof NewUsageEvent>>().meta({
      override: ({ jsonSchema }: { jsonSchema: object }) => {
        const { $schema: _, ...schema } = z.toJSONSchema(usageEventFields, {
          io: "input",
          unrepresentable: "any",
        });
        Object.assign(jsonSchema, schema);
      },
    }),
    maxBatch,
  ).meta({ description: "1 to 1,000 events, each like the body of `POST /usage-events`" }),
});

/** The result of one event of a batch. */
const BatchResult = z
  .union([
    z.object({
      status: z.literal(201).meta({ description: "The event was recorded", example: 201 }),
      usageEvent: RecordedUsageEvent,
      warning: z.string().optional().meta({
        description:
          "What may be wrong with the `occurredAt` of the event: it is in no period of the subscription until now, so that no bill contains the event, or it is in the future, on a subscription whose period has no end. Absent if nothing is wrong",
        example:
          "occurredAt is before the start of the subscription, so no bill contains this usage.",
      }),
    }),
    z.object({
      status: z.number().meta({
        description:
          "The status that `POST /usage-events` returns for this event alone. 400, 404, 409, 422: do not send it again unchanged; 409 can mean that it was recorded before. 402: the balance is too low for it, or a limit does not admit it; nothing was recorded. 500 and 503: it is unknown whether it was recorded; send it again.",
        type: "integer",
        minimum: 400,
        maximum: 599,
        example: 409,
      }),
      error: z.string().meta({
        description: "What was wrong, and what is allowed",
        example: eventAlreadyRecorded.message,
      }),
      code: z.string().meta({
        description: "Code of the error, as in the header `Usance-Error` of a single event",
        example: eventAlreadyRecorded.code,
      }),
      param: z.string().optional().meta({
        description: "Path of the field that is at fault; absent unless it is one",
        example: eventAlreadyRecorded.param,
      }),
      limit: ReachedLimitOut.optional(),
    }),
  ])
  .meta({ id: "UsageEventResult", description: "Result of one event of a batch." });

const UsageEventResults = z.compile(
  z.object({
    results: z
      .array(BatchResult)
      .meta({ description: "The result of each event, in the order of the request" }),
  }),
);

/** An invalid event is refused alone and does not affect the others. */
export const batchUsageEvents = write("POST /usage-events/batch", {
  name: "usageEvents.batch",
  cost: "batch",
  warns: true,
  summary: "Record many usage events",
  description:
    'Each event is recorded or refused by itself, in the order given. Sending the same batch again is safe. For more than 1,000 events, send `application/x-ndjson`: one event per line of at most 64 KiB, at most 100,000 lines, within five minutes. The response has one line per event: `{"status": 201, "usageEventId": …}` or `{"status": …, "error": …, "code": …}`.',
  transaction: "own",
  remembersAnswer: false,
  lines: {
    of: "usageEvents",
    max: 100_000,
    resultsOf: ({ results }: ResultsText) => results.map(shortResult),
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
    const warned = recorded.filter((one) => "usageEvent" in one && one.warning !== null).length;
    if (warned > 0) {
      warn(
        work.reply,
        `${warned} of ${recorded.length} events may have a wrong occurredAt: see the warning of each.`,
      );
    }
    return new ResultsText(recorded);
  },
});

/** Compiled, because it parses every event. Unlike a single event of the specification, it refuses unknown fields. */
export const BatchedUsageEvent = z.compile(usageEventFields);

/** @param events as they were sent, before any schema */
async function recordEach(
  parts: RecordParts & CoreParts,
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

/**
 * Splits events so that no two of one call have the same key. Charges of one balance keep their order.
 *
 * @returns the events to record now, and those to record afterwards
 */
function withDistinctKeys(events: readonly ValidEvent[]): [ValidEvent[], ValidEvent[]] {
  const taken = new Set<string>();
  const waiting = new Set<string>();
  const [first, later]: [ValidEvent[], ValidEvent[]] = [[], []];
  for (const event of events) {
    const { subscriptionId, eventKey, balanceId } = event.input;
    const key = `${subscriptionId} ${eventKey}`;
    const mustWait = taken.has(key) || (balanceId !== undefined && waiting.has(balanceId));
    (mustWait ? later : first).push(event);
    taken.add(key);
    if (mustWait && balanceId !== undefined) waiting.add(balanceId);
  }
  return [first, later];
}

function resultOf({ log }: CoreParts, recorded: RecordedUsage): EventResult {
  if (recorded.outcome === "recorded") {
    const { usageEvent, replayed, warning } = recorded;
    return { usageEvent, replayed, warning };
  }
  if (recorded.outcome === "refused") return refused(recorded.why);
  log.error({ err: recorded.error }, "usage event not recorded");
  return refused(failureOf(recorded.error).terms);
}

const refused = (why: RefusalTerms): EventResult => ({
  refused: refusedItem(why),
  replayed: false,
});

class ResultsText extends JsonAnswer {
  readonly results: readonly EventResult[];

  constructor(results: readonly EventResult[]) {
    super();
    this.results = results;
  }

  override text(): string {
    return `{"results":[${this.results.map(resultText).join()}]}`;
  }
}

const resultText = (result: EventResult) =>
  "usageEvent" in result
    ? `{"status":201,"usageEvent":${result.usageEvent.record()}${warningText(result.warning)}}`
    : JSON.stringify(result.refused);

const warningText = (warning: string | null) =>
  warning === null ? "" : `,"warning":${JSON.stringify(warning)}`;

/** A line's result is short, because there are up to 100,000 of them. */
const shortResult = (result: EventResult) =>
  "usageEvent" in result
    ? {
        status: 201,
        usageEventId: result.usageEvent.id,
        ...(result.usageEvent.charge !== null && { charge: result.usageEvent.charge }),
        ...(result.warning !== null && { warning: result.warning }),
      }
    : result.refused;
