import type { z } from "zod";
import { hashOf } from "../access/idempotency/hashes.ts";
import { checkForm } from "../access/idempotency/once.ts";
import { keyOfAnotherRequest } from "../contract/idempotency.ts";
import type { NewUsageEvent } from "../contract/usage-events.ts";
import { Refusal } from "../lib/refusal.ts";
import type { UsageEventRow } from "../ports/meter.ts";
import type { Parts } from "../ports/parts.ts";
import { bringUpToDate } from "./bring-up-to-date.ts";
import { findUsageEventsByKey } from "./store.ts";

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
export async function recordUsage(parts: Parts, call: Call, input: Input): Promise<Recorded> {
  const { apiKeyId, idempotencyKey } = call;
  if (idempotencyKey === undefined) {
    const usageEvent = await record(parts, { apiKeyId, idempotencyHash: null }, input);
    return { usageEvent, replayed: false };
  }
  checkForm(idempotencyKey);
  const idempotencyHash = hashOf(idempotencyKey);
  try {
    const usageEvent = await record(parts, { apiKeyId, idempotencyHash }, input);
    return { usageEvent, replayed: false };
  } catch (error) {
    // Recorded before, it is refused for one reason or another by now: looked for only then.
    const isJudged = error instanceof Refusal && error.kind !== "unavailable";
    const earlier = isJudged ? await findEarlier(parts, input) : null;
    if (earlier?.idempotencyHash !== idempotencyHash) throw error;
    if (!isSameEvent(earlier, input)) throw new Refusal(keyOfAnotherRequest);
    return { usageEvent: earlier, replayed: true };
  }
}

async function record(
  parts: Parts,
  remembered: { readonly apiKeyId: string; readonly idempotencyHash: string | null },
  input: Input,
): Promise<UsageEventRow> {
  for (;;) {
    const metered = await parts.meter({ ...remembered, tenant: parts.tenant, input });
    if (metered.outcome === "recorded") return metered.usageEvent;
    if (metered.outcome === "refused") throw new Refusal(metered.why);
    await bringUpToDate(parts, metered);
  }
}

/** Together with others: a batch that is sent again looks for all of its events. */
function findEarlier({ batch, tenant }: Parts, input: Input): Promise<UsageEventRow | null> {
  const { subscriptionId, eventKey } = input;
  return batch.read(findUsageEventsByKey, { subscriptionId, eventKey, tenant });
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
