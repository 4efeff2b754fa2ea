import type { z } from "zod";
import { Prisma } from "../db/generated/client.ts";
import { isRefused, type Prepared } from "../db/prepared.ts";
import type { Clock } from "../shared/clock.ts";
import { grouped, TooManyWaiting } from "../shared/grouped.ts";
import { newEventId } from "../shared/ids.ts";
import { Refusal, type RefusalTerms, uniqueFieldsTaken } from "../shared/refusal.ts";
import { isOwnedBy, type Tenant } from "../shared/tenant.ts";
import { subscriptionNotOfServiceAndUser } from "../subscriptions/errors.ts";
import { invoiceOfAnother, subscriptionTakesNoUsage, tooMuchAtOnce } from "./errors.ts";
import { type Parents, recordAll } from "./record-all.ts";
import type { NewUsageEvent } from "./schema.ts";
import type { UsageEventRow } from "./store.ts";

/** An event to record, and who says so. */
export interface Reported {
  readonly input: z.output<typeof NewUsageEvent>;
  readonly tenant: Tenant;
  readonly apiKeyId: string;
  readonly idempotencyHash: string | null;
}

/** What has become of it. `overdue`: what it names has to be moved on first, and then it is tried again. */
type Metered =
  | { readonly outcome: "recorded"; readonly usageEvent: UsageEventRow }
  | { readonly outcome: "refused"; readonly why: RefusalTerms }
  | ({ readonly outcome: "overdue" } & Pick<UsageEventRow, "invoice" | "subscription">);

/** Records an event. @throws Refusal 503 when too many wait to be recorded */
export type Meter = (reported: Reported) => Promise<Metered>;

/**
 * Group commit for usage: one statement in flight, two under load, whatever came meanwhile in the next
 * (docs/adr/0017-metering.md). Whoever is told `recorded` has a committed row.
 *
 * @param options.mostWaiting how many events may wait in memory
 */
export function openMeter(
  query: Prepared,
  clock: Clock,
  { mostWaiting }: { readonly mostWaiting: number },
): Meter {
  const meter = grouped((reported: readonly Reported[]) => meterAll(query, clock, reported), {
    most: 500,
    mostWaiting,
    enoughForSecond: 32,
    isOfOne: isRefused,
  });
  return async (reported) => {
    try {
      return await meter(reported);
    } catch (error) {
      throw error instanceof TooManyWaiting ? new Refusal(tooMuchAtOnce) : error;
    }
  };
}

async function meterAll(
  query: Prepared,
  clock: Clock,
  reported: readonly Reported[],
): Promise<Metered[]> {
  const now = clock.now();
  const events = reported.map((one) => ({ id: newEventId(now), ...one }));
  const { recorded, parents } = await recordAll(query, events, now);
  return events.map((event) =>
    recorded.has(event.id)
      ? { outcome: "recorded", usageEvent: rowOf(event, parents, now) }
      : judge(event, parents, now),
  );
}

/** Why an event was not recorded, in the specification's order. */
function judge({ input, tenant }: Reported, parents: Parents, now: Date): Metered {
  const { serviceId, subscriptionId, userId, invoiceId } = input;
  const isOurs = (parent: { serviceId: string; userId: string; ownerId: string } | undefined) =>
    parent?.serviceId === serviceId && parent.userId === userId && isOwnedBy(tenant, parent);
  const invoice = invoiceId === undefined ? undefined : parents.invoices.get(invoiceId);
  if (invoiceId !== undefined && !isOurs(invoice)) return refused(invoiceOfAnother);
  const subscription = parents.subscriptions.get(subscriptionId);
  if (subscription === undefined || !isOurs(subscription)) {
    return refused(subscriptionNotOfServiceAndUser);
  }
  const isActive = subscription.status === "ACTIVE";
  const isOver = isActive && isPast(subscription.currentPeriodEnd, now);
  if (isOver || (invoice?.status === "OPEN" && isPast(invoice.dueAt, now))) {
    return { outcome: "overdue", invoice: invoice ?? null, subscription };
  }
  return refused(isActive ? uniqueFieldsTaken : subscriptionTakesNoUsage);
}

const isPast = (time: Date | null, now: Date) => time !== null && time <= now;
const refused = (why: RefusalTerms): Metered => ({ outcome: "refused", why });

/** The row as it would be read, without reading it. */
function rowOf(
  { id, input, apiKeyId, idempotencyHash }: Reported & { readonly id: string },
  { subscriptions, services, users, invoices }: Parents,
  now: Date,
): UsageEventRow {
  const { serviceId, subscriptionId, userId, invoiceId = null, eventKey, occurredAt = now } = input;
  const subscription = subscriptions.get(subscriptionId);
  const service = services.get(serviceId);
  const user = users.get(userId);
  if (subscription === undefined || service === undefined || user === undefined) {
    throw new Error("A recorded event belongs to what was read with it.");
  }
  return {
    id,
    serviceId,
    ownerId: subscription.ownerId,
    subscriptionId,
    userId,
    invoiceId,
    apiKeyId,
    idempotencyHash,
    eventKey,
    quantity: new Prisma.Decimal(input.quantity.toFixed()),
    occurredAt,
    createdAt: now,
    invoice: invoiceId === null ? null : (invoices.get(invoiceId) ?? null),
    service,
    subscription,
    user,
  };
}
