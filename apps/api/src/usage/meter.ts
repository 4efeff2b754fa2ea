import { subscriptionNotOfServiceAndUser } from "../contract/subscriptions.ts";
import {
  eventAlreadyRecorded,
  invoiceOfAnother,
  subscriptionTakesNoUsage,
  tooMuchAtOnce,
} from "../contract/usage-events.ts";
import { asBilled } from "../db/billed-invoice.ts";
import { Prisma } from "../db/generated/client.ts";
import { isRefused } from "../db/statements.ts";
import { databaseUnavailable } from "../db/unavailable.ts";
import { batched, TooManyWaiting } from "../lib/batch.ts";
import type { Clock } from "../lib/clock.ts";
import { newEventId } from "../lib/ids.ts";
import { Refusal, type RefusalTerms } from "../lib/refusal.ts";
import { isOwnedBy } from "../lib/tenant.ts";
import type { Watch } from "../lib/watch.ts";
import { isPastDue, isPeriodOver } from "../ports/due.ts";
import type { Meter, Metered, Reported, UsageEventRow } from "../ports/meter.ts";
import type { Tally, UsageBatch } from "../ports/tally.ts";
import type { InsertUsage, Parents } from "./insert-usage.ts";

interface MeterOptions {
  readonly maxWaiting: number;
  readonly tally: Pick<Tally, "usageMetered" | "usageTurnedAway">;
  readonly watch: Watch;
}

const watched = { kind: "database", name: "recordUsage" } as const;

/**
 * Batches usage events: one statement at a time, two under load, each with all events that arrived during the
 * one before (docs/adr/0017-metering.md). The row of an event that is `recorded` is committed.
 *
 * @param options.maxWaiting how many events may wait in memory
 * @param options.tally counts batches, not events
 * @param options.watch observes how long each event waits
 */
export function openMeter(
  insert: InsertUsage,
  clock: Clock,
  { maxWaiting, tally, watch }: MeterOptions,
): Meter {
  const record = async (reported: readonly Reported[]) => {
    const metered = await meterAll(insert, clock, reported);
    tally.usageMetered(countsOf(metered));
    return metered;
  };
  const meter = batched(record, {
    max: 500,
    maxWaiting,
    enoughForSecond: 32,
    isOfOne: isRefused,
  });
  return async (reported) => {
    try {
      return await watch(watched, () => meter(reported));
    } catch (error) {
      if (!(error instanceof TooManyWaiting)) throw error;
      tally.usageTurnedAway();
      throw new Refusal(tooMuchAtOnce);
    }
  };
}

/** Overdue events are not counted: they are sent again. */
function countsOf(metered: readonly Metered[]): UsageBatch {
  const counts = { recorded: 0, duplicate: 0, refused: 0 };
  for (const one of metered) {
    if (one.outcome === "recorded") counts.recorded += 1;
    else if (one.outcome === "refused") {
      counts[one.why === eventAlreadyRecorded ? "duplicate" : "refused"] += 1;
    }
  }
  return counts;
}

async function meterAll(
  insert: InsertUsage,
  clock: Clock,
  reported: readonly Reported[],
): Promise<Metered[]> {
  const now = clock.now();
  const events = reported.map((one) => ({ id: newEventId(now), ...one }));
  const { recorded, failed, parents } = await insert(events, now);
  return events.map((event) => {
    if (recorded.has(event.id)) {
      return { outcome: "recorded", usageEvent: rowOf(event, parents, now) };
    }
    return failed.has(event.id) ? refused(databaseUnavailable) : judge(event, parents, now);
  });
}

/** Tells why an event was not recorded. The checks are in the specification's order. */
function judge({ input, tenant }: Reported, parents: Parents, now: Date): Metered {
  const { serviceId, subscriptionId, userId, invoiceId } = input;
  const isOurs = (
    parent: { serviceId: string; userId: string | null; ownerId: string } | undefined,
  ) => parent?.serviceId === serviceId && parent.userId === userId && isOwnedBy(tenant, parent);
  const invoice = invoiceId === undefined ? undefined : parents.invoices.get(invoiceId);
  if (invoiceId !== undefined && !isOurs(invoice)) return refused(invoiceOfAnother);
  const subscription = parents.subscriptions.get(subscriptionId);
  if (subscription === undefined || !isOurs(subscription)) {
    return refused(subscriptionNotOfServiceAndUser);
  }
  const invoices = invoice === undefined ? [] : [invoice];
  if (isPeriodOver(subscription, now) || invoices.some((one) => isPastDue(one, now))) {
    const records = { invoices, subscriptions: [subscription], at: now };
    return { outcome: "overdue", records };
  }
  const isActive = subscription.status === "ACTIVE";
  return refused(isActive ? eventAlreadyRecorded : subscriptionTakesNoUsage);
}

const refused = (why: RefusalTerms): Metered => ({ outcome: "refused", why });

/** Builds the row without reading it back. */
function rowOf(
  { id, input, apiKeyId, idempotencyHash }: Reported & { readonly id: string },
  { subscriptions, services, users, invoices }: Parents,
  now: Date,
): UsageEventRow {
  const { serviceId, subscriptionId, userId, invoiceId = null, eventKey, occurredAt = now } = input;
  const subscription = subscriptions.get(subscriptionId);
  const service = services.get(serviceId);
  const user = users.get(userId);
  const invoice = invoiceId === null ? undefined : invoices.get(invoiceId);
  if (subscription === undefined || service === undefined || user === undefined) {
    throw new Error("A recorded event must have the records that it references.");
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
    invoice: invoice === undefined ? null : asBilled(invoice),
    service,
    subscription,
    user,
  };
}
