import { LRUCache } from "lru-cache";
import { isRefused } from "../db/statements.ts";
import { type Batching, type BatchWork, batched, TooManyWaiting } from "../kit/batch.ts";
import type { Clock, TestTime } from "../kit/clock.ts";
import { newEventId } from "../kit/ids.ts";
import type { RefusalTerms } from "../kit/refusal.ts";
import { isOwnedBy } from "../kit/tenant.ts";
import type { Watch } from "../kit/watch.ts";
import { isPastDue, isPeriodOver } from "../operation/ports/due.ts";
import type { Meter, Metered, Reported } from "../operation/ports/meter.ts";
import type { Tally, UsageBatch } from "../operation/ports/tally.ts";
import { subscriptionNotOfServiceAndUser } from "../schemas/subscriptions.ts";
import {
  eventAlreadyRecorded,
  invoiceOfAnother,
  subscriptionTakesNoUsage,
  tooMuchAtOnce,
} from "../schemas/usage-events.ts";
import {
  type InsertUsage,
  type Named,
  occurredBefore,
  type RecordBatch,
  takesLateUsage,
  usageInserter,
} from "./insert-usage.ts";
import { KnownRecords } from "./known-records.ts";
import { type Parents, type SharedText, sharedText } from "./named-records.ts";
import { occurrenceWarning } from "./occurrence-warning.ts";
import { recordedEvent } from "./recorded-event.ts";

interface MeterOptions {
  readonly maxWaiting: number;
  readonly tally: Pick<Tally, "usageMetered" | "usageTurnedAway">;
  readonly watch: Watch;
  /** Reads the time of a service that is on a test clock; null: it is on none. Null itself where no service can be on one. */
  readonly testTimeOf: ((serviceId: string) => Promise<TestTime | null>) | null;
}

type Now = () => Date | Promise<Date>;

/** How many services on test clocks have queues of their own in this process. */
const maxOnTestClocks = 100;

const watched = { kind: "database", name: "recordUsage" } as const;

/**
 * Batches usage events: one statement at a time, two under load, each with all events that arrived during the one before,
 * and a third for sellers with few events beside others with many (docs/adr/0008-metering.md). The row of an event that is
 * `recorded` is committed. Events with a charge have batches of their own, so that no other event waits for a balance
 * (docs/adr/0011-balances-and-refunds.md). So do those of each service on a test clock, since a batch has one time.
 *
 * @param recordBatch records events without a charge: `recordInOneTable`, or on a Citus cluster `recordOnNodes`
 * @param recordCharged records events that all have a charge: `recordChargedUsage`
 * @param options.maxWaiting how many events may wait in memory, without a charge and with one
 * @param options.tally counts batches, not events
 * @param options.watch observes how long the events of a call wait
 */
export function openMeter(
  recordBatch: RecordBatch,
  recordCharged: RecordBatch,
  clock: Clock,
  options: MeterOptions,
): Meter {
  const openQueues = (now: Now): Meter => {
    const free = openQueue(recordBatch, now, { ...options, isSecondOnRequest: false });
    // The second batch waits for the locks of the first: otherwise it could charge a balance before an earlier event.
    const charged = openQueue(recordCharged, now, { ...options, isSecondOnRequest: true });
    return (reported) => divided(reported, ({ charge }) => (charge === null ? free : charged));
  };
  const real = openQueues(() => clock.now());
  const { testTimeOf } = options;
  if (testTimeOf === null) return real;
  const onTestClocks = new LRUCache<string, Meter, null>({
    max: maxOnTestClocks,
    memoMethod: (serviceId) => openQueues(async () => (await testTimeOf(serviceId)) ?? clock.now()),
  });
  return async (reported) => {
    const meters = new Map<string, Meter>();
    for (const { input } of reported) {
      const { serviceId } = input;
      if (meters.has(serviceId)) continue;
      const isReal = (await testTimeOf(serviceId)) === null;
      meters.set(serviceId, isReal ? real : onTestClocks.memo(serviceId, { context: null }));
    }
    return divided(reported, ({ input }) => meters.get(input.serviceId) ?? real);
  };
}

/** Sends each event to its meter. @returns the result of each, in order */
async function divided(
  reported: readonly Reported[],
  meterOf: (one: Reported) => Meter,
): Promise<readonly Metered[]> {
  const meters = reported.map(meterOf);
  const [first, ...others] = new Set(meters);
  if (first === undefined) return [];
  if (others.length === 0) return first(reported);
  const results = new Map(
    await Promise.all(
      [first, ...others].map(async (meter) => {
        const metered = await meter(reported.filter((_, place) => meters[place] === meter));
        return [meter, metered.values()] as const;
      }),
    ),
  );
  return meters.map((meter) => results.get(meter)?.next().value as Metered);
}

function openQueue(
  recordBatch: RecordBatch,
  now: Now,
  {
    maxWaiting,
    isSecondOnRequest,
    tally,
    watch,
  }: MeterOptions & Pick<Required<Batching>, "isSecondOnRequest">,
): Meter {
  const insert = usageInserter(recordBatch, () => new KnownRecords());
  const record: BatchWork<Reported, Metered> = async (reported, allowSecond) => {
    const { metered, parents } = await meterAll(insert, await now(), reported, allowSecond);
    tally.usageMetered({ ...countsOf(metered), parents });
    return metered;
  };
  const batches = batched(record, {
    max: 1_000,
    maxWaiting,
    enoughForSecond: 64,
    isSecondOnRequest,
    ownerOf: ({ tenant }: Reported) => tenant,
    isOfOne: isRefused,
  });
  const failed = (error: unknown): Metered => {
    if (!(error instanceof TooManyWaiting)) return { outcome: "failed", error };
    tally.usageTurnedAway();
    return refused(tooMuchAtOnce);
  };
  return async (reported) => {
    try {
      const settled = await watch(watched, () => batches.all(reported));
      return settled.map((one) => (one.isDone ? one.result : failed(one.error)));
    } catch (error) {
      return reported.map(() => failed(error));
    }
  };
}

/** Overdue events are not counted: they are sent again. */
function countsOf(metered: readonly Metered[]): Omit<UsageBatch, "parents"> {
  const counts = { recorded: 0, duplicate: 0, refused: 0 };
  for (const one of metered) {
    if (one.outcome === "recorded") counts.recorded += 1;
    else if (one.outcome === "refused") {
      counts[one.why === eventAlreadyRecorded ? "duplicate" : "refused"] += 1;
    }
  }
  return counts;
}

/** Records a batch of events. @returns the result for each, in order */
export async function meterAll(
  insert: InsertUsage,
  now: Date,
  reported: readonly Reported[],
  allowSecond?: () => void,
): Promise<{ readonly metered: Metered[]; readonly parents: UsageBatch["parents"] }> {
  const time = now.toISOString();
  const events = reported.map(({ input, charge, tenant, apiKeyId, idempotencyHash }) => {
    const id = newEventId(now);
    return { id, input, charge, tenant, apiKeyId, idempotencyHash };
  });
  const { isRecorded, verdictOf, namedBy, parents } = await insert(events, now, allowSecond);
  const texts = new Map<Named, SharedText>();
  const textOf = (named: Named) => {
    const text = texts.get(named) ?? sharedText(named.first, named.parents);
    texts.set(named, text);
    return text;
  };
  const metered = events.map((event, place): Metered => {
    const named = namedBy(place);
    const verdict = verdictOf(event.id);
    if (verdict !== undefined) return verdict;
    if (!isRecorded(event.id)) return judge(event, named.parents, now);
    const usageEvent = recordedEvent(event.id, event, textOf(named), time);
    return { outcome: "recorded", usageEvent, at: now, warning: warningOf(event, named, now) };
  });
  return { metered, parents };
}

/** What may be wrong with the time of a recorded event; null: nothing. An event that an invoice bills needs no period. */
function warningOf({ input }: Reported, { parents }: Named, now: Date): string | null {
  const { occurredAt, invoiceId } = input;
  const subscription = parents.subscription?.row;
  if (occurredAt === undefined || invoiceId !== undefined || subscription === undefined)
    return null;
  return occurrenceWarning(occurredAt, subscription, now);
}

/** Tells why an event was not recorded. The checks are in the specification's order. */
function judge({ input, tenant }: Reported, parents: Parents, now: Date): Metered {
  const { serviceId, userId, invoiceId } = input;
  const isOurs = (
    parent: { serviceId: string; userId: string | null; ownerId: string } | undefined,
  ) => parent?.serviceId === serviceId && parent.userId === userId && isOwnedBy(tenant, parent);
  const invoice = parents.invoice?.row;
  if (invoiceId !== undefined && !isOurs(invoice)) return refused(invoiceOfAnother);
  const subscription = parents.subscription?.row;
  if (subscription === undefined || !isOurs(subscription)) {
    return refused(subscriptionNotOfServiceAndUser);
  }
  const invoices = invoice === undefined ? [] : [invoice];
  if (isPeriodOver(subscription, now) || invoices.some((one) => isPastDue(one, now))) {
    const records = { invoices, subscriptions: [subscription], at: now };
    return { outcome: "overdue", records };
  }
  const { endedAt } = subscription;
  const isTaken =
    endedAt === null || (takesLateUsage(endedAt, now) && occurredBefore(input, endedAt, now));
  return refused(isTaken ? eventAlreadyRecorded : subscriptionTakesNoUsage);
}

const refused = (why: RefusalTerms): Metered => ({ outcome: "refused", why });
