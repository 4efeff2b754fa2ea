import type { z } from "zod";
import { hashOf } from "../access/idempotency/hashes.ts";
import { checkForm } from "../access/idempotency/once.ts";
import { keyOfAnotherRequest } from "../contract/idempotency.ts";
import type { NewUsageEvent } from "../contract/usage-events.ts";
import { Refusal } from "../lib/refusal.ts";
import type { Metered, UsageEventRow } from "../ports/meter.ts";
import type { Parts } from "../ports/parts.ts";
import { upToDate } from "../ports/up-to-date.ts";
import { findUsageEventsByKey } from "./store.ts";

/** What recording usage works with. */
export type RecordParts = Pick<Parts, "db" | "tenant" | "due" | "meter" | "together">;
type Input = z.output<typeof NewUsageEvent>;

/** How a call came in: an event itself remembers both, so that no second row is written. */
export interface Call {
  readonly apiKeyId: string;
  readonly idempotencyKey: string | undefined;
}

export interface Recorded {
  readonly usageEvent: UsageEventRow;
  /** Recorded by an earlier call with the same Idempotency-Key. */
  readonly replayed: boolean;
}

/** Specification, section 4, POST /usage-events. */
export async function recordUsage(parts: RecordParts, call: Call, input: Input): Promise<Recorded> {
  const { apiKeyId, idempotencyKey } = call;
  if (idempotencyKey === undefined) {
    const metered = await meterUpToDate(parts, { apiKeyId, idempotencyHash: null }, input);
    return { usageEvent: requireRecorded(metered), replayed: false };
  }
  checkForm(idempotencyKey);
  const idempotencyHash = hashOf(idempotencyKey);
  try {
    const metered = await meterUpToDate(parts, { apiKeyId, idempotencyHash }, input);
    return { usageEvent: requireRecorded(metered), replayed: false };
  } catch (error) {
    // An event that was recorded before is refused now, for whatever reason: only then look for it.
    const isJudged = error instanceof Refusal && error.kind !== "unavailable";
    const earlier = isJudged ? await findEarlier(parts, input) : null;
    if (earlier?.idempotencyHash !== idempotencyHash) throw error;
    if (!isSameEvent(earlier, input)) throw new Refusal(keyOfAnotherRequest);
    return { usageEvent: earlier, replayed: true };
  }
}

/** Not async: every event passes here, and would wait for one promise more. */
function meterUpToDate(
  parts: RecordParts,
  remembered: { readonly apiKeyId: string; readonly idempotencyHash: string | null },
  input: Input,
): Promise<Metered> {
  const { meter, tenant } = parts;
  return upToDate(parts, () => meter({ ...remembered, tenant, input }), overdueRecords);
}

const overdueRecords = (metered: Metered) =>
  metered.outcome === "overdue" ? metered.records : null;

function requireRecorded(metered: Metered): UsageEventRow {
  if (metered.outcome === "recorded") return metered.usageEvent;
  if (metered.outcome === "refused") throw new Refusal(metered.why);
  throw new Error("What the meter finds overdue is advanced before it is asked again.");
}

/** In a batch with others: a batch of events that is sent again looks for all of them. */
function findEarlier(
  { together, tenant }: RecordParts,
  input: Input,
): Promise<UsageEventRow | null> {
  const { subscriptionId, eventKey } = input;
  return together.read(findUsageEventsByKey, { subscriptionId, eventKey, tenant });
}

/** Whether an event says what the call says; a call that gave no time meant its own. */
function isSameEvent(event: UsageEventRow, input: Input): boolean {
  return (
    event.serviceId === input.serviceId &&
    event.userId === input.userId &&
    event.invoiceId === (input.invoiceId ?? null) &&
    input.quantity.eq(event.quantity.toFixed()) &&
    (input.occurredAt === undefined || input.occurredAt.getTime() === event.occurredAt.getTime())
  );
}
