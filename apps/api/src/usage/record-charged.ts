import type { Book } from "../balances/book.ts";
import { closeBooks, openBooks } from "../balances/change-balances.ts";
import { commitInBook } from "../balances/commit-in-book.ts";
import { findKeptCredits, type KeptCredits } from "../balances/credits.ts";
import { endHolds, findHoldsById, type HoldEnd } from "../balances/holds.ts";
import {
  balanceFrozen,
  balanceNotFound,
  balanceTooLow,
  chargeIncomplete,
  chargesNotDistributed,
} from "../contract/balances.ts";
import { holdNotFound } from "../contract/holds.ts";
import { type Database, type InTransaction, inTransaction, type Queryable } from "../db/client.ts";
import type { BalanceHold } from "../db/generated/client.ts";
import { runStatement } from "../db/statements.ts";
import { textArray } from "../db/text-array.ts";
import { toTokenUnits } from "../lib/money.ts";
import type { RefusalTerms } from "../lib/refusal.ts";
import { isExpiryDue } from "../ports/due.ts";
import type { Unrecorded } from "../ports/meter.ts";
import {
  eventValues,
  type NamedAnswer,
  type NewEvent,
  namedRecords,
  namedValues,
  type RecordBatch,
  type RecordedUsageBatch,
  type UsageToRecord,
} from "./insert-usage.ts";

/*
 * Usage events that are charged to prepaid balances. A batch is one transaction: it locks the balances, so that nobody
 * else charges them; looks which events are valid and new, in a snapshot that is younger than the locks; admits them in
 * the order of arrival while their balance has enough; records those, and writes each balance once.
 */

/** Which combinations of records are valid, and which events exist. Balances are locked, so no other call charges one of these events now. */
const check = {
  name: "check_charged_usage",
  text: `
  WITH ${namedRecords("$11", "$12")}, existing AS (
    SELECT event.place
      FROM unnest($13::text[], $14::text[]) WITH ORDINALITY AS event (subscription_id, event_key, place)
     CROSS JOIN LATERAL (SELECT FROM usage_events one
                          WHERE one.subscription_id = event.subscription_id
                            AND one.event_key = event.event_key OFFSET 0) found
  )
  SELECT pg_postmaster_start_time()::text AS server,
         (SELECT json_agg(json_build_object('place', place, 'ownerId', owner_id)) FROM named WHERE is_valid) AS valid,
         (SELECT json_agg(place) FROM existing) AS existing,
         (SELECT json_agg(changed) FROM named WHERE changed IS NOT NULL) AS changed`,
};

interface Checked extends NamedAnswer {
  /** Combinations by their places, from 1. */
  readonly valid: readonly { readonly place: number; readonly ownerId: string }[] | null;
  /** Events by their places, from 1. */
  readonly existing: readonly number[] | null;
}

/** Every process inserts in the same order: otherwise two of them could deadlock on unique keys. */
const insert = {
  name: "insert_charged_usage",
  text: `
  INSERT INTO usage_events (service_id, owner_id, subscription_id, user_id, invoice_id, api_key_id, id,
                            idempotency_hash, event_key, quantity, occurred_at, created_at)
  SELECT given.*, $12::timestamptz
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
                $8::text[], $9::text[], $10::numeric[], $11::timestamptz[])
      AS given (service_id, owner_id, subscription_id, user_id, invoice_id, api_key_id, id,
                idempotency_hash, event_key, quantity, occurred_at)
   ORDER BY given.subscription_id, given.event_key
  ON CONFLICT (subscription_id, event_key) DO NOTHING
  RETURNING id`,
};

/** Another call recorded one of the events meanwhile, without a charge or with another balance. */
export class RecordedMeanwhile extends Error {
  override readonly name = "RecordedMeanwhile";
}

/** Records usage events and their charges in the database of a single Postgres, all of them in one commit. */
export async function recordChargedUsage(
  db: Database,
  batch: UsageToRecord,
): Promise<RecordedUsageBatch> {
  for (;;) {
    try {
      return await inTransaction(db, (tx) => recordChargedWithin(tx, batch));
    } catch (error) {
      if (!(error instanceof RecordedMeanwhile)) throw error;
    }
  }
}

interface Admitted {
  readonly event: NewEvent;
  readonly ownerId: string;
}

/**
 * The same in a transaction that does more.
 *
 * @throws RecordedMeanwhile when another call has recorded one of the events; the transaction must be rolled back
 */
export async function recordChargedWithin(
  tx: Queryable,
  batch: UsageToRecord,
): Promise<RecordedUsageBatch> {
  const { now } = batch;
  const at: InTransaction = { tx, now };
  const { events, places } = batch;
  const ids = events.flatMap(({ charge }) => charge?.balanceId ?? []);
  const books = await openBooks(at, ids);
  const [checked] = await runStatement<Checked>(tx, check, [
    ...namedValues(batch.groups),
    now.toISOString(),
    batch.server,
    textArray(events, ({ input }) => input.subscriptionId),
    textArray(events, ({ input }) => input.eventKey),
  ]);
  const kept = await findKeptCredits(at, books.values());
  const holds = new Map((await findHoldsOf(tx, events)).map((hold) => [hold.id, hold]));
  const ends: HoldEnd[] = [];
  if (checked === undefined) throw new Error("A SELECT without FROM answers with one row.");
  const { valid, existing, ...named } = checked;
  const owners = new Map(valid?.map(({ place, ownerId }) => [place, ownerId]));
  const known = new Set(existing);
  const admitted: Admitted[] = [];
  const admittedKeys = new Set<string>();
  const verdicts = new Map<string, Unrecorded>();
  for (const [index, event] of events.entries()) {
    const missing = missingOf(event);
    if (missing !== null) {
      verdicts.set(event.id, refused(chargeIncomplete(missing)));
      continue;
    }
    const ownerId = owners.get(places[index] ?? 0);
    const key = `${event.input.subscriptionId}\0${event.input.eventKey}`;
    // Without a verdict: the records that the event names tell why it is refused.
    if (ownerId === undefined || known.has(index + 1) || admittedKeys.has(key)) continue;
    const book = bookOf(books, event);
    const verdict =
      book === null ? refused(balanceNotFound) : charge({ book, kept, holds, ends }, event, now);
    if (verdict === null) {
      admitted.push({ event, ownerId });
      admittedKeys.add(key);
    } else verdicts.set(event.id, verdict);
  }
  const recorded = new Set(await insertAdmitted(at, admitted));
  if (recorded.size < admitted.length) throw new RecordedMeanwhile();
  await endHolds(at, ends);
  for (const credits of kept.values()) await credits.save(at);
  await closeBooks(at, books.values());
  return { ...named, isRecorded: (id) => recorded.has(id), verdictOf: (id) => verdicts.get(id) };
}

function missingOf({ charge }: NewEvent): "balanceId" | "charge" | null {
  if (charge?.balanceId === undefined) return "balanceId";
  return charge.amount === undefined ? "charge" : null;
}

async function findHoldsOf(
  tx: InTransaction["tx"],
  events: readonly NewEvent[],
): Promise<BalanceHold[]> {
  const ids = events.flatMap(({ charge }) => charge?.hold?.id ?? []);
  return ids.length === 0 ? [] : findHoldsById(tx, ids);
}

/** The event's balance; null when it is of another service or user. The service is known to be the tenant's. */
function bookOf(books: ReadonlyMap<string, Book>, { input, charge }: NewEvent): Book | null {
  const book = books.get(charge?.balanceId ?? "");
  if (book === undefined) return null;
  const { serviceId, userId } = book.balance;
  return serviceId === input.serviceId && userId === input.userId ? book : null;
}

interface ChargeParts {
  readonly book: Book;
  readonly kept: KeptCredits;
  readonly holds: Map<string, BalanceHold>;
  /** Gets the hold that the charge ends. */
  readonly ends: HoldEnd[];
}

/** Charges an event to its balance. @returns null; otherwise why it is refused */
function charge(
  { book, kept, holds, ends }: ChargeParts,
  { id, charge }: NewEvent,
  now: Date,
): Unrecorded | null {
  const { balance } = book;
  if (isExpiryDue(balance, now)) {
    return { outcome: "overdue", records: { balances: [balance], at: now } };
  }
  const amount = charge?.amount === undefined ? 0n : toTokenUnits(charge.amount);
  if (charge?.hold != null) {
    const hold = holds.get(charge.hold.id);
    if (hold?.balanceId !== balance.id) return refused(holdNotFound);
    const why = commitInBook(book, hold, { amount, ...charge.hold, usageEventId: id });
    if (why !== null) return refused(why);
    kept.get(book)?.settle(now); // what it gives back may have expired
    holds.set(hold.id, { ...hold, status: "COMMITTED" }); // a second commit of the batch finds it ended
    ends.push({ id: hold.id, trigger: "commit", charged: amount, usageEventId: id });
    return null;
  }
  if (book.status === "FROZEN") return refused(balanceFrozen);
  if (!book.has(amount)) return refused(balanceTooLow);
  book.post("CHARGE", { available: -amount, held: 0n, spent: amount }, { usageEventId: id });
  return null;
}

const refused = (why: RefusalTerms): Unrecorded => ({ outcome: "refused", why });

/** @returns the ids of the events that were inserted */
async function insertAdmitted(
  { tx, now }: InTransaction,
  admitted: readonly Admitted[],
): Promise<string[]> {
  if (admitted.length === 0) return [];
  const events = admitted.map(({ event }) => event);
  const [ids, , hashes, keys, quantities, times] = eventValues({ events, places: [], now });
  const rows = await runStatement<{ readonly id: string }>(tx, insert, [
    textArray(events, ({ input }) => input.serviceId),
    textArray(admitted, ({ ownerId }) => ownerId),
    textArray(events, ({ input }) => input.subscriptionId),
    textArray(events, ({ input }) => input.userId),
    textArray(events, ({ input }) => input.invoiceId ?? null),
    textArray(events, ({ apiKeyId }) => apiKeyId),
    ids,
    hashes,
    keys,
    quantities,
    times,
    now.toISOString(),
  ]);
  return rows.map(({ id }) => id);
}

/**
 * Refuses all charges: on a distributed database an event is on another server than its balance, so they cannot be
 * recorded in one commit.
 */
export const refuseCharges: RecordBatch = async ({ server }) => ({
  server,
  changed: null,
  isRecorded: () => false,
  verdictOf: () => refused(chargesNotDistributed),
});
