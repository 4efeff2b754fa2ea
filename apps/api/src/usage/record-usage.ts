import type { z } from "zod";
import { hashOf } from "../access/idempotency/hashes.ts";
import { checkForm } from "../access/idempotency/once.ts";
import { keyOfAnotherRequest } from "../contract/idempotency.ts";
import type { NewUsageEvent } from "../contract/usage-events.ts";
import { Refusal } from "../lib/refusal.ts";
import type { Keyed } from "../operation/work.ts";
import type { Metered, UsageEventRow } from "../ports/meter.ts";
import { upToDate } from "../ports/up-to-date.ts";
import { findUsageEventsByKey } from "./store.ts";

type Input = z.output<typeof NewUsageEvent>;

export type RecordParts = Pick<
  Keyed,
  "by" | "request" | "tenant" | "db" | "due" | "meter" | "batch"
>;

interface RecordedUsage {
  readonly usageEvent: UsageEventRow;
  /** Recorded by an earlier call with the same Idempotency-Key. */
  readonly replayed: boolean;
}

/**
 * Records an event, or finds the one that an earlier call with the same Idempotency-Key recorded. The event's row stores
 * the key's id and the hash of the Idempotency-Key, so idempotency needs no second row.
 */
export async function recordUsage(parts: RecordParts, input: Input): Promise<RecordedUsage> {
  const { idempotencyKey } = parts.request;
  if (idempotencyKey === undefined) {
    const metered = await meterUpToDate(parts, input, null);
    return { usageEvent: requireRecorded(metered), replayed: false };
  }
  checkForm(idempotencyKey);
  const idempotencyHash = hashOf(idempotencyKey);
  try {
    const metered = await meterUpToDate(parts, input, idempotencyHash);
    return { usageEvent: requireRecorded(metered), replayed: false };
  } catch (error) {
    // The meter refuses an event that exists, so it is looked up only after a refusal.
    const mayExist = error instanceof Refusal && error.terms.kind !== "unavailable";
    const earlier = mayExist ? await findEarlier(parts, input) : null;
    if (earlier?.idempotencyHash !== idempotencyHash) throw error;
    if (!isSameEvent(earlier, input)) throw new Refusal(keyOfAnotherRequest);
    return { usageEvent: earlier, replayed: true };
  }
}

/** Not async, because every event would wait for one more promise. */
function meterUpToDate(
  parts: RecordParts,
  input: Input,
  idempotencyHash: string | null,
): Promise<Metered> {
  const { meter, by, tenant } = parts;
  const report = { input, tenant, apiKeyId: by.keyId, idempotencyHash };
  return upToDate(parts, () => meter(report), overdueRecords);
}

const overdueRecords = (metered: Metered) =>
  metered.outcome === "overdue" ? metered.records : null;

function requireRecorded(metered: Metered): UsageEventRow {
  if (metered.outcome === "recorded") return metered.usageEvent;
  if (metered.outcome === "refused") throw new Refusal(metered.why);
  throw new Error("Overdue records must be advanced before the meter is asked again.");
}

/** Reads in a batch with others, since a batch that is sent again looks up all its events. */
function findEarlier(
  { batch, tenant }: Pick<RecordParts, "batch" | "tenant">,
  input: Input,
): Promise<UsageEventRow | null> {
  const { subscriptionId, eventKey } = input;
  return batch.read(findUsageEventsByKey, { subscriptionId, eventKey, tenant });
}

/** Whether the call reports this event again. A call without `occurredAt` matches any time. */
function isSameEvent(event: UsageEventRow, input: Input): boolean {
  return (
    event.serviceId === input.serviceId &&
    event.userId === input.userId &&
    event.invoiceId === (input.invoiceId ?? null) &&
    input.quantity.eq(event.quantity.toFixed()) &&
    (input.occurredAt === undefined || input.occurredAt.getTime() === event.occurredAt.getTime())
  );
}
