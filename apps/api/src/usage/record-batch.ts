import type { z } from "zod";
import { checkForm } from "../access/idempotency/once.ts";
import { eventNotAnObject, NewUsageEvent } from "../contract/usage-events.ts";
import { Refusal, type RefusalTerms } from "../lib/refusal.ts";
import type { Parts } from "../ports/parts.ts";
import { type Call, type Recorded, type RecordParts, recordUsage } from "./record-usage.ts";

/** What has become of one event. `unknown`: whether it was recorded could not be said. */
type BatchOutcome =
  | ({ readonly outcome: "recorded" } & Recorded)
  | { readonly outcome: "refused"; readonly why: RefusalTerms }
  | { readonly outcome: "unknown" };

/**
 * Records many events, each by itself: what is wrong with one is no other's matter.
 *
 * @param inputs as they came, before any schema
 * @returns what has become of each, in their order
 */
export async function recordBatch(
  parts: RecordParts & Pick<Parts, "log">,
  call: Call,
  inputs: readonly unknown[],
): Promise<BatchOutcome[]> {
  if (call.idempotencyKey !== undefined) checkForm(call.idempotencyKey);
  /** By what is recorded once. Of two events with the same key the first is recorded: the second waits. */
  const latest = new Map<string, Promise<BatchOutcome>>();
  return Promise.all(
    inputs.map(async (input): Promise<BatchOutcome> => {
      const read = NewUsageEvent.safeParse(input);
      if (!read.success) return { outcome: "refused", why: complaint(read.error) };
      const record = () => recordOne(parts, call, read.data);
      const key = `${read.data.subscriptionId} ${read.data.eventKey}`;
      const outcome = latest.get(key)?.then(record) ?? record();
      latest.set(key, outcome);
      return outcome;
    }),
  );
}

async function recordOne(
  parts: RecordParts & Pick<Parts, "log">,
  call: Call,
  event: z.output<typeof NewUsageEvent>,
): Promise<BatchOutcome> {
  try {
    return { outcome: "recorded", ...(await recordUsage(parts, call, event)) };
  } catch (error) {
    if (error instanceof Refusal) return { outcome: "refused", why: error };
    parts.log.error({ err: error }, "usage event not recorded");
    return { outcome: "unknown" };
  }
}

const complaint = ({ issues: [first] }: z.ZodError): RefusalTerms =>
  first === undefined || first.path.length === 0
    ? eventNotAnObject
    : { kind: "invalid", message: first.message };
