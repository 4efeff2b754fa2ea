import { newEventId } from "../kit/ids.ts";
import { isOwnedBy } from "../kit/tenant.ts";
import { isPastDue, isPeriodOver } from "../operation/ports/due.ts";
import type { UsageBatch } from "../operation/ports/tally.ts";
import { subscriptionNotOfServiceAndUser } from "../schemas/subscriptions.ts";
import {
  eventAlreadyRecorded,
  invoiceOfAnother,
  subscriptionTakesNoUsage,
} from "../schemas/usage-events.ts";
import {
  type InsertUsage,
  type NewEvent,
  occurredBefore,
  type Referencing,
  takesLateUsage,
} from "./insert-usage.ts";
import { ReferenceCache, type ReferencedRecords } from "./references.ts";
import { type Limited, type Metered, type Reported, refused } from "./reported.ts";
import { recordedEvent, type SharedText, sharedText } from "./usage-event-json.ts";

/** The result of a batch. */
interface Written {
  /** The result for each event, in order. */
  readonly metered: readonly (Metered | Limited)[];
  /** How many records the events reference, and how many of them the database returned. */
  readonly references: UsageBatch["references"];
}

/** Writes batches of usage events, and keeps the records that they reference. */
export class UsageWriter {
  readonly #insert: InsertUsage;
  readonly #admits: boolean;
  #references = new ReferenceCache();
  /** Transaction ids, and so versions of records, of another server mean nothing here. It started at another time. */
  #server = "";

  /**
   * @param insert the statements for the events: `insertUsage`, or another with the same result
   * @param admits whether it looks at limits
   */
  constructor(insert: InsertUsage, admits: boolean) {
    this.#insert = insert;
    this.#admits = admits;
  }

  /**
   * Records the valid events. Subscription and invoice must belong to the event's service and user and to the tenant; the
   * key must be new, the invoice not past due, and the subscription `ACTIVE` in a current period, or ended after the event
   * and less than an hour ago.
   *
   * @param now when the events are recorded
   */
  async write(
    reported: readonly Reported[],
    now: Date,
    allowSecond: () => void = () => {},
  ): Promise<Written> {
    const events = reported.map(
      ({ input, charge, tenant, apiKeyId, idempotencyHash }): NewEvent => {
        const id = newEventId(now);
        return { id, input, charge, tenant, apiKeyId, idempotencyHash };
      },
    );
    const { groups, places } = combinations(events, this.#references);
    const sent = { events, groups, places, now, server: this.#server };
    const { server, changed, ...batch } = await this.#insert(sent, allowSecond);
    if (server !== this.#server) {
      this.#server = server;
      this.#references = new ReferenceCache();
    }
    let read = 0;
    for (const { place, ...change } of changed ?? []) {
      const group = groups[place - 1];
      if (group === undefined) throw new Error("The statement answers for the places that it got.");
      group.records = this.#references.update(group.records, change);
      read += change.rows.filter((row) => row !== null).length;
    }
    const time = now.toISOString();
    const texts: SharedText[] = [];
    const metered = events.map((event, index): Metered | Limited => {
      const place = (places[index] ?? 0) - 1;
      const { first, records } = groups[place] as Referencing;
      const verdict = batch.verdictOf(event.id);
      if (verdict !== undefined) return verdict;
      if (!batch.isRecorded(event.id)) {
        const isLimited = !this.#admits && records.service?.row.isLimited === true;
        return explainRefusal(event, records, now) ?? (isLimited ? limited : alreadyRecorded);
      }
      const shared = texts[place] ?? sharedText(first, records);
      texts[place] = shared;
      const charge = batch.chargeOf?.(event.id) ?? null;
      const usageEvent = recordedEvent(event.id, event, shared, { now: time, charge });
      return { outcome: "recorded", usageEvent, at: now, warning: warningOf(event, records, now) };
    });
    const { size } = this.#references;
    return { metered, references: { count: groups.length * 4, read, size } };
  }
}

/** @returns the distinct combinations of records, and the place of each event's combination, from 1 */
function combinations(events: readonly Reported[], known: ReferenceCache) {
  const numbers = new Map<string, number>();
  const groups: (Referencing & { records: ReferencedRecords })[] = [];
  const places = events.map((event) => {
    const { subscriptionId, serviceId, userId, invoiceId = "" } = event.input;
    const { tenant, apiKeyId } = event;
    // NUL is in no id.
    const key = `${subscriptionId}\0${serviceId}\0${userId}\0${invoiceId}\0${tenant ?? ""}\0${apiKeyId}`;
    const number =
      numbers.get(key) ?? groups.push({ first: event, records: known.of(event.input) });
    numbers.set(key, number);
    return number;
  });
  return { groups, places };
}

/** How far clients' clocks may be ahead, where no period ends. */
const aheadMs = 3_600_000;

const beforeFirst =
  "occurredAt is before the start of the subscription, so no bill contains this usage.";
const afterLast =
  "occurredAt is after the current period, so a bill contains this usage only if the subscription still runs then.";
const ahead =
  "occurredAt is in the future. The subscription's period has no end, so its bill contains this usage.";

/**
 * Warns of usage that a caller may have dated wrongly: no period of its subscription contains it until now, or a period
 * without an end does, and it has not occurred yet. The last bill of a subscription that was cancelled has the usage of
 * its whole period. An event that an invoice bills needs no period.
 *
 * @returns null when nothing is wrong
 */
function warningOf({ input }: Reported, records: ReferencedRecords, now: Date): string | null {
  const { occurredAt, invoiceId } = input;
  const subscription = records.subscription?.row;
  if (occurredAt === undefined || invoiceId !== undefined || subscription === undefined)
    return null;
  const { billingAnchor, currentPeriodEnd } = subscription;
  if (occurredAt < billingAnchor) return beforeFirst;
  if (currentPeriodEnd !== null) return occurredAt >= currentPeriodEnd ? afterLast : null;
  return occurredAt.getTime() > now.getTime() + aheadMs ? ahead : null;
}

const limited: Limited = { outcome: "limited" };
const alreadyRecorded: Metered = refused(eventAlreadyRecorded);

/**
 * Why an event may not be recorded. The checks are in the specification's order.
 *
 * @returns null when nothing is wrong with it, so that it is recorded already, or its service has limits
 */
function explainRefusal(
  { input, tenant }: Reported,
  records: ReferencedRecords,
  now: Date,
): Metered | null {
  const { serviceId, userId, invoiceId } = input;
  const isOurs = (
    record: { serviceId: string; userId: string | null; ownerId: string } | undefined,
  ) => record?.serviceId === serviceId && record.userId === userId && isOwnedBy(tenant, record);
  const invoice = records.invoice?.row;
  if (invoiceId !== undefined && !isOurs(invoice)) return refused(invoiceOfAnother);
  const subscription = records.subscription?.row;
  if (subscription === undefined || !isOurs(subscription)) {
    return refused(subscriptionNotOfServiceAndUser);
  }
  const invoices = invoice === undefined ? [] : [invoice];
  if (isPeriodOver(subscription, now) || invoices.some((one) => isPastDue(one, now))) {
    const overdue = { invoices, subscriptions: [subscription], at: now };
    return { outcome: "overdue", records: overdue };
  }
  const { endedAt } = subscription;
  const isInTime =
    endedAt === null || (takesLateUsage(endedAt, now) && occurredBefore(input, endedAt, now));
  return isInTime ? null : refused(subscriptionTakesNoUsage);
}
