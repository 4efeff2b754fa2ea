import type { z } from "zod";
import { refuseDuplicate } from "../db/refusals.ts";
import { keyOfAnotherRequest } from "../idempotency/errors.ts";
import { hashOf } from "../idempotency/hashes.ts";
import { checkForm } from "../idempotency/once.ts";
import { findInvoiceAsOfNow } from "../invoices/get-invoice.ts";
import type { Parts } from "../parts.ts";
import { newId } from "../shared/ids.ts";
import { Refusal, uniqueFieldsTaken } from "../shared/refusal.ts";
import { getSubscriptionOf } from "../subscriptions/get-subscription.ts";
import { invoiceOfAnother, subscriptionTakesNoUsage } from "./errors.ts";
import type { NewUsageEvent } from "./schema.ts";
import { findUsageEventByKey, insertUsageEvent, type UsageEventRow } from "./store.ts";

type Input = z.output<typeof NewUsageEvent>;

/** How a call came in: an event itself remembers both, so that no second row is written. */
interface Call {
  readonly apiKeyId: string;
  readonly idempotencyKey: string | undefined;
}

interface Recorded {
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
    const earlier = error instanceof Refusal ? await findEarlier(parts, input) : null;
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
  const { serviceId, subscriptionId, userId, invoiceId } = input;
  if (invoiceId !== undefined) {
    const invoice = await findInvoiceAsOfNow(parts, invoiceId);
    if (invoice?.serviceId !== serviceId || invoice.userId !== userId) {
      throw new Refusal(invoiceOfAnother);
    }
  }
  const subscription = await getSubscriptionOf(parts, { id: subscriptionId, serviceId, userId });
  if (subscription.status !== "ACTIVE") throw new Refusal(subscriptionTakesNoUsage);

  const now = parts.clock.now();
  const inserted = insertUsageEvent(parts.db, {
    ...remembered,
    id: newId(),
    serviceId,
    ownerId: subscription.ownerId,
    subscriptionId,
    userId,
    invoiceId: invoiceId ?? null,
    eventKey: input.eventKey,
    quantity: input.quantity,
    occurredAt: input.occurredAt ?? now,
    createdAt: now,
  });
  return refuseDuplicate(inserted, uniqueFieldsTaken);
}

function findEarlier({ db, tenant }: Parts, input: Input): Promise<UsageEventRow | null> {
  return findUsageEventByKey(db, input.subscriptionId, input.eventKey, tenant);
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
