import type { Book, CreditToInsert } from "../balances/book.ts";
import type { RowsToWrite } from "../balances/book-store.ts";
import { closeBooks, openBooksOf } from "../balances/change-balances.ts";
import { findKeptCredits } from "../balances/credits.ts";
import { findHoldsById, type HoldEnd, holdsToEnd } from "../balances/hold-store.ts";
import { creditsToInsert } from "../balances/store.ts";
import type { BalanceHold } from "../db/generated/client.ts";
import {
  type AnyTransaction,
  given,
  type InAnyTransaction,
  isOnNodes,
  isTaken,
  runStatement,
  type StatementTransactions,
  textArray,
} from "../db/statements.ts";
import { prefixOf } from "../kit/fields.ts";
import { textOfUnits, toTokenUnits } from "../kit/money.ts";
import { chargeIncomplete } from "../schemas/balances.ts";
import { type ChargeParts, type Cost, chargeEvent, costOf, isPriced } from "./charge-event.ts";
import {
  columns,
  columnTypes,
  columnValues,
  type NewEvent,
  type OwnedEvent,
  occurredBefore,
  type RecordedUsageBatch,
  type ReferenceAnswer,
  referencedRecords,
  referenceValues,
  type UsageToRecord,
} from "./insert-usage.ts";
import { LimitBook, lockLimitedServices } from "./limits/limit-book.ts";
import { type LimitedUsage, reservedBy } from "./limits/limit-counter.ts";
import { PrepaidBook } from "./prepaid/prepaid-book.ts";
import { pricedUsage } from "./prepaid/prepaid-period.ts";
import { findBillingTerms } from "./prepaid/store.ts";
import { insertInTwoPhases } from "./record-on-nodes.ts";
import { type PricedCharge, refused, type Unrecorded } from "./reported.ts";

/*
 * Usage events that are charged to prepaid balances, or have limits. A batch is one transaction: it locks the services that
 * have limits and the balances, so that nobody else changes what is left of them; finds the events that are valid and new, in
 * a snapshot that is younger than the locks; admits them in the order of arrival while the limits and their balance allow it;
 * records those, and writes each balance and counter once.
 */

/**
 * Finds the combinations of records that are valid, and the events that exist. Services with limits and balances are locked,
 * so no other call admits these events now.
 */
const check = (name: string, existing: string) => ({
  name,
  text: `
  WITH ${referencedRecords("$11", "$12")}, existing AS (
    SELECT event.place
      FROM unnest($13::text[], $14::text[]) WITH ORDINALITY AS event (subscription_id, event_key, place)
     ${existing}
  )
  SELECT pg_postmaster_start_time()::text AS server,
         (SELECT json_object_agg(place, owner_id) FROM referenced WHERE is_valid) AS owners,
         (SELECT json_object_agg(place, extract(epoch FROM ended_at) * 1000) FROM referenced
           WHERE ended_at IS NOT NULL) AS ended,
         (SELECT json_agg(place) FROM existing) AS existing,
         (SELECT json_agg(changed) FROM referenced WHERE changed IS NOT NULL) AS changed`,
});

const checkAll = check(
  "check_usage_to_admit",
  `CROSS JOIN LATERAL (SELECT FROM usage_events one
                          WHERE one.subscription_id = event.subscription_id
                            AND one.event_key = event.event_key OFFSET 0) found`,
);

/* On Citus no statement reads usage events and other tables, or writes both. */

const checkReferences = check("check_references_to_admit", "WHERE false");

const findExisting = {
  name: "find_existing_usage",
  text: `
  SELECT subscription_id || chr(1) || event_key AS key FROM usage_events
   WHERE subscription_id = ANY ($1::text[]) AND event_key = ANY ($2::text[])`,
};

interface Checked extends ReferenceAnswer {
  /** The sellers of valid combinations, by their places, from 1. */
  readonly owners: Readonly<Record<number, string>> | null;
  /** When subscriptions have ended, in milliseconds since 1970, by the places of their combinations. */
  readonly ended: Readonly<Record<number, number>> | null;
  /** Events by their places, from 1. */
  readonly existing: readonly number[] | null;
}

/**
 * Inserts events. Every process inserts them in the same order: otherwise two of them could deadlock on unique keys.
 */
const insertText = (first: number) => `
  INSERT INTO usage_events (${columns}, created_at)
  SELECT given.*, $${first}::timestamptz
    FROM ${given(columnTypes, first + 1)} AS given (${columns})
   ORDER BY given.subscription_id, given.event_key
  RETURNING 1`;

/** Another call recorded one of the events meanwhile, without a charge or with another balance. */
export class RecordedMeanwhile extends Error {
  override readonly name = "RecordedMeanwhile";
}

/**
 * Records usage events with their charges, within limits: all in one commit, which Citus makes on the coordinator and on the
 * events' nodes in two phases.
 *
 * @param noteLimited called with the ids of the services that have limits
 */
export async function recordAdmittedUsage(
  inTransaction: StatementTransactions,
  batch: UsageToRecord,
  allowSecond: () => void,
  noteLimited: (serviceId: string) => void,
): Promise<RecordedUsageBatch> {
  for (;;) {
    try {
      return await inTransaction((tx) => recordAdmittedIn(tx, batch, allowSecond, noteLimited));
    } catch (error) {
      if (!(error instanceof RecordedMeanwhile)) throw error;
    }
  }
}

/**
 * Records usage events with their charges, within limits, in the caller's transaction.
 *
 * @throws RecordedMeanwhile when another call has recorded one of the events; the transaction must be rolled back
 */
export async function recordAdmittedIn(
  tx: AnyTransaction,
  batch: UsageToRecord,
  allowSecond: () => void,
  noteLimited: (serviceId: string) => void = () => {},
): Promise<RecordedUsageBatch> {
  const { events, places, now } = batch;
  const at: InAnyTransaction = { tx, now };
  const balances = events.flatMap(({ charge, tenant, input }) =>
    charge?.balanceId === undefined
      ? []
      : { id: charge.balanceId, tenant, prefix: prefixOf(input.eventKey) },
  );
  // Sent together. Postgres runs them one by one, each in a snapshot that is younger than the locks.
  const locks = Promise.all([
    lockLimitedServices(at, {
      services: events.map(({ input, tenant }) => ({ id: input.serviceId, tenant })),
    }),
    balances.length === 0 ? noBooks : openBooksOf(at, balances),
  ]);
  const priced = events.filter(isPriced);
  const [[limited, books], { server, changed, ...checked }, held, terms] = await Promise.all([
    locks.finally(allowSecond),
    checkBatch(tx, batch),
    findHoldsOf(tx, events),
    findBillingTerms(
      tx,
      priced.map(({ input }) => input),
    ),
  ]);
  for (const serviceId of limited) noteLimited(serviceId);
  // Of other events, nothing is read or stored: they may name records of another seller.
  const valid = events.filter((_, index) => checked.owners?.[places[index] ?? 0] !== undefined);
  const limitedEvents = valid.filter(({ input }) => limited.has(input.serviceId));
  const usages = new Map(limitedEvents.map((event) => [event.id, usageOf(event, now)]));
  const holds = new Map(held.map((hold) => [hold.id, hold]));
  const reserved = limitedEvents.flatMap((event) => reservationsOf(event, holds, now));
  const pricedUsages = valid.filter(isPriced).map(({ input }) => pricedUsage(input, now));
  const [limits, prepaid, kept] = await Promise.all([
    LimitBook.open(at, [...usages.values(), ...reserved]),
    PrepaidBook.open(tx, terms, pricedUsages),
    findKeptCredits(at, books.values()),
  ]);
  const ledger = { books, kept, holds, limits, prepaid, usages };
  const { admitted, ends, credits, verdicts, prices } = admit(batch, checked, ledger);
  const isElsewhere = isOnNodes(tx);
  if (isElsewhere && !(await insertInTwoPhases(tx, admitted, now))) throw new RecordedMeanwhile();
  const others = [
    ...(isElsewhere ? [] : eventsToInsert(admitted, now)),
    ...holdsToEnd(ends, now),
    ...creditsToInsert(credits, now),
    ...prepaid.toWrite(),
    ...limits.toWrite(),
  ];
  await orRecordedMeanwhile(() => closeBooks(at, books.values(), { others, kept }));
  await limits.announce(at);
  const recorded = new Set(admitted.map(({ event }) => event.id));
  return {
    server,
    changed,
    isRecorded: (id) => recorded.has(id),
    verdictOf: (id) => verdicts.get(id),
    chargeOf: (id) => prices.get(id) ?? null,
  };
}

const noBooks: ReadonlyMap<string, Book> = new Map();

async function checkBatch(
  tx: AnyTransaction,
  { events, groups, now, server }: UsageToRecord,
): Promise<Checked> {
  const keys = [
    textArray(events, ({ input }) => input.subscriptionId),
    textArray(events, ({ input }) => input.eventKey),
  ];
  const isElsewhere = isOnNodes(tx);
  const [[checked], found] = await Promise.all([
    runStatement<Checked>(tx, isElsewhere ? checkReferences : checkAll, [
      ...referenceValues(groups),
      now.toISOString(),
      server,
      ...keys,
    ]),
    // Without a subscription, Citus would ask every node.
    isElsewhere && events.length > 0
      ? runStatement<{ readonly key: string }>(tx, findExisting, keys)
      : [],
  ]);
  if (checked === undefined) throw new Error("A SELECT without FROM answers with one row.");
  if (!isElsewhere) return checked;
  const known = new Set(found.map(({ key }) => key));
  const existing = events.flatMap(({ input }, index) =>
    known.has(`${input.subscriptionId}\u0001${input.eventKey}`) ? index + 1 : [],
  );
  return { ...checked, existing };
}

/** An event as limits count it, before it is known what it is charged. */
const usageOf = ({ input }: NewEvent, now: Date): LimitedUsage => ({
  serviceId: input.serviceId,
  subscriptionId: input.subscriptionId,
  subject: input.subject ?? "",
  eventKey: input.eventKey,
  occurredAt: input.occurredAt ?? now,
  quantity: toTokenUnits(input.quantity),
  charge: 0n,
});

/** What a batch charges and uses, while the services and balances are locked. */
interface Ledger extends Omit<ChargeParts, "ends" | "credits"> {
  readonly limits: LimitBook;
  /** By the ids of the events whose services have limits. */
  readonly usages: ReadonlyMap<string, LimitedUsage>;
}

/** Admits the events that are valid and new, in the order of their arrival. */
function admit(
  { events, places, now }: UsageToRecord,
  { owners, ended, existing }: Pick<Checked, "owners" | "ended" | "existing">,
  ledger: Ledger,
) {
  const isKnown = new Set(existing);
  const admitted: OwnedEvent[] = [];
  const keys = new Set<string>();
  const ends: HoldEnd[] = [];
  const credits: CreditToInsert[] = [];
  const verdicts = new Map<string, Unrecorded>();
  const prices = new Map<string, PricedCharge>();
  for (const [index, event] of events.entries()) {
    const missing = event.charge === null ? null : missingOf(event.charge);
    if (missing !== null) {
      verdicts.set(event.id, refused(chargeIncomplete(missing)));
      continue;
    }
    const key = `${event.input.subscriptionId}\0${event.input.eventKey}`;
    // Without a verdict: the records that the event references tell why it is refused.
    const place = places[index] ?? 0;
    const endedAt = ended?.[place];
    const isLate = endedAt !== undefined && !occurredBefore(event.input, new Date(endedAt), now);
    const ownerId = owners?.[place];
    if (ownerId === undefined || isLate || isKnown.has(index + 1) || keys.has(key)) continue;
    const cost = costOf(ledger, event, now);
    if ("kind" in cost) {
      verdicts.set(event.id, refused(cost));
      continue;
    }
    const verdict = admitWithinLimits(ledger, event, { cost, now }, () =>
      chargeEvent({ ...ledger, ends, credits }, event, cost, now),
    );
    if (verdict !== null) {
      verdicts.set(event.id, verdict);
      continue;
    }
    admitted.push({ event, ownerId });
    keys.add(key);
    const { amount, price } = cost;
    if (price !== null) {
      prices.set(event.id, { amount: textOfUnits(amount), rateCardId: price.rateCardId });
    }
  }
  return { admitted, ends, credits, verdicts, prices };
}

/** Counts an event that is admitted in the limits of its service. @returns why it is refused; null: it is admitted */
function admitWithinLimits(
  { limits, usages, holds }: Ledger,
  event: NewEvent,
  { cost, now }: { readonly cost: Cost; readonly now: Date },
  charge: () => Unrecorded | null,
): Unrecorded | null {
  const uncharged = usages.get(event.id);
  if (uncharged === undefined) return charge();
  const usage = { ...uncharged, charge: cost.amount };
  const [reserved] = reservationsOf(event, holds, now);
  if (reserved !== undefined) limits.reserve(reserved, -1n);
  const why = limits.refusalOf(usage, reserved);
  const verdict = why === null ? charge() : refused(why);
  if (verdict === null) limits.add(usage);
  else if (reserved !== undefined) limits.reserve(reserved);
  return verdict;
}

/** What the hold that an event commits reserves in limits: one at most. */
function reservationsOf(
  { input, charge }: NewEvent,
  holds: ReadonlyMap<string, BalanceHold>,
  now: Date,
): LimitedUsage[] {
  const hold = holds.get(charge?.hold?.id ?? "");
  const reserved = hold === undefined ? null : reservedBy(hold, input.serviceId, now);
  return reserved === null ? [] : [reserved];
}

/** Since events that exist are not admitted, a unique key means that another call recorded one after the check. */
async function orRecordedMeanwhile(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw isTaken(error, "usage_events") ? new RecordedMeanwhile() : error;
  }
}

/** Returns which field of a charge is missing; null: neither. */
export function missingOf(
  charge: Partial<Record<"balanceId" | "amount", unknown>> | null,
): "balanceId" | "charge" | null {
  if (charge?.balanceId === undefined) return "balanceId";
  return charge.amount === undefined ? "charge" : null;
}

async function findHoldsOf(
  tx: AnyTransaction,
  events: readonly NewEvent[],
): Promise<BalanceHold[]> {
  const ids = events.flatMap(({ charge }) => charge?.hold?.id ?? []);
  return ids.length === 0 ? [] : findHoldsById(tx, ids);
}

function eventsToInsert(admitted: readonly OwnedEvent[], now: Date): RowsToWrite[] {
  if (admitted.length === 0) return [];
  const time = now.toISOString();
  const arrays = columnValues.map((of) => textArray(admitted, (one) => of(one, time)));
  const values = [time, ...arrays];
  return [{ name: "insert_charged_usage", text: insertText, values, count: admitted.length }];
}
