import type { z } from "zod";
import { exampleId } from "../kit/evm-fields.ts";
import { JsonAnswer } from "../kit/json-answer.ts";
import { type RefusalTerms, refusalOfInput } from "../kit/refusal.ts";
import { checkForm } from "../operation/access/idempotency/once.ts";
import { write } from "../operation/define.ts";
import { failureOf, refusedItem } from "../operation/errors.ts";
import type { Parts } from "../operation/ports/parts.ts";
import { warn } from "../operation/warnings.ts";
import {
  BatchedUsageEvent,
  eventAlreadyRecorded,
  eventNotAnObject,
  type NewUsageEvent,
  NewUsageEvents,
  UsageEventResults,
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

function resultOf({ log }: Pick<Parts, "log">, recorded: RecordedUsage): EventResult {
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
        ...(result.warning !== null && { warning: result.warning }),
      }
    : result.refused;
