import { Worker } from "node:worker_threads";
import type { PrefixTotals, UsageProof } from "@usance/proofs";
import { waitForNodes } from "../db/citus/nodes.ts";
import { inSnapshot, type Queryable } from "../db/client.ts";
import { Prisma } from "../db/generated/client.ts";
import { runStatement } from "../db/statements.ts";
import { isOutOfTime } from "../db/unavailable.ts";
import { Amount } from "../kit/money.ts";
import { Refusal } from "../kit/refusal.ts";
import type { Storage } from "../operation/ports/parts.ts";
import { quoteTooSlow } from "../schemas/quotes.ts";
import { andUnvoided, countVoids } from "./voids.ts";

const { empty, sql } = Prisma;

/** Usage of a subscription: what occurred in a time. */
export interface Period {
  readonly subscriptionId: string;
  readonly from: Date;
  readonly to: Date | undefined;
}

/** Usage as of an earlier snapshot: without what was recorded later, and with what was voided later. */
export interface PeriodAsOf extends Period {
  /** As Postgres writes it; undefined: as of now. */
  readonly snapshot?: string | undefined;
  /** Quantities that events have instead of those that were recorded, by their keys; null: the event is left out. */
  readonly corrections?: Readonly<Record<string, string | null>> | undefined;
}

/** The usage of a period, as a bill commits to it. */
export interface MeasuredUsage {
  /** By prefix, in the order of the last events. */
  readonly totals: PrefixTotals[];
  /** How many events. */
  readonly count: number;
  readonly voidedCount: number;
  /** The snapshot of the database in which all of this was read. */
  readonly snapshot: string;
}

/** How long all of its statements may take together, in milliseconds. Each may take 20 seconds. */
const usualLimitMs = 45_000;

/**
 * Measures what a subscription has used in a period, as a rate card prices it and a bill commits to it.
 *
 * @param prefixes those that the card names
 * @throws Refusal 503 when that takes too long
 */
export function measureUsage(
  { db }: Storage,
  period: Period,
  prefixes: readonly string[],
  { limitMs = usualLimitMs }: { readonly limitMs?: number } = {},
): Promise<MeasuredUsage> {
  const measure = async (tx: Queryable) => {
    const snapshot = await currentSnapshot(tx);
    const { totals } = await meter(tx, period, { prefixes, proven: null });
    const count = totals.reduce((sum, one) => sum + one.count, 0);
    const voidedCount = await countVoids(tx, period);
    return { totals, count, voidedCount, snapshot };
  };
  return inTime(db, measure, limitMs);
}

/** Proves that an event is in the usage of a period as of a snapshot. @returns null when it is not in it */
export function proveUsage(
  { db }: Storage,
  period: PeriodAsOf,
  { prefixes, eventKey }: { readonly prefixes: readonly string[]; readonly eventKey: string },
): Promise<{ readonly totals: PrefixTotals[]; readonly proof: UsageProof | null }> {
  return inTime(db, (tx) => meter(tx, period, { prefixes, proven: eventKey }));
}

/**
 * Measures the usage of a period as of a snapshot, and as it would be with corrections.
 *
 * @throws Refusal 503 when that takes too long
 */
export function measureAsOf(
  { db }: Storage,
  period: PeriodAsOf,
  prefixes: readonly string[],
): Promise<PrefixTotals[]> {
  return inTime(db, async (tx) => {
    const { totals } = await meter(tx, period, { prefixes, proven: null });
    return totals;
  });
}

/**
 * Reads usage in one snapshot.
 *
 * @throws Refusal 503 when that takes too long
 */
export async function inTime<T>(
  db: Queryable,
  read: (tx: Queryable) => Promise<T>,
  limitMs = usualLimitMs,
): Promise<T> {
  try {
    return await inSnapshot(db, read, { limitMs });
  } catch (error) {
    throw isOutOfTime(error) ? new Refusal(quoteTooSlow) : error;
  }
}

async function currentSnapshot(tx: Queryable): Promise<string> {
  const text = "SELECT pg_current_snapshot()::text AS snapshot";
  const [row] = await runStatement<{ readonly snapshot: string }>(tx, { text }, []);
  if (row === undefined) throw new Error("A SELECT of one row answers with one row.");
  return row.snapshot;
}

/** A page of usage events, oldest first. Their keys have no line feeds. */
interface UsagePage {
  /** Of each event three lines: its key, its quantity with six decimal places, and its time in milliseconds since 1970. */
  readonly lines: string;
  readonly count: number;
}

/** The place of an event among those of its subscription, in the order of the index usage_events_by_time. */
export interface UsagePlace {
  readonly occurredAt: Date;
  readonly eventKey: string;
}

/** A condition for the events of a period that are not voided, and that no correction leaves out. */
export async function withinPeriod(
  tx: Queryable,
  { subscriptionId, from, to, snapshot, corrections }: PeriodAsOf,
): Promise<Prisma.Sql> {
  await waitForNodes(tx); // after the coordinator's snapshot, and before that of a node, which is taken when it is read first
  const omitted = Object.entries(corrections ?? {}).flatMap(([key, one]) =>
    one === null ? key : [],
  );
  const isKept = omitted.length === 0 ? empty : sql`AND event_key <> ALL (${omitted}::text[])`;
  const isBefore = to === undefined ? empty : sql`AND occurred_at < ${to}`;
  const isKnown =
    snapshot === undefined
      ? empty
      : sql`AND (transaction_id IS NULL OR pg_visible_in_snapshot(transaction_id, ${snapshot}::pg_snapshot))`;
  return sql`subscription_id = ${subscriptionId} AND occurred_at >= ${from} ${isBefore} ${isKnown}
             ${await andUnvoided(tx, subscriptionId, snapshot)} ${isKept}`;
}

const quantityOf = (corrections: PeriodAsOf["corrections"]) =>
  corrections === undefined
    ? sql`quantity`
    : sql`coalesce((${JSON.stringify(corrections)}::jsonb ->> event_key)::numeric(24,6), quantity)`;

/**
 * Reads a page of usage from the index usage_events_by_time: in the order of time, events of one millisecond in any order. One
 * text is read several times faster than rows.
 *
 * @param isWithin the condition of `withinPeriod`
 * @param quantity default: as recorded
 * @param after the place of the last event of the page before
 */
async function readUsagePage(
  tx: Queryable,
  isWithin: Prisma.Sql,
  { after, limit }: { readonly after: UsagePlace | null; readonly limit: number },
  quantity = quantityOf(undefined),
): Promise<UsagePage> {
  const isAfter =
    after && sql`AND (occurred_at, event_key) > (${after.occurredAt}, ${after.eventKey})`;
  const { text, values } = sql`
    SELECT coalesce(string_agg(concat_ws(E'\n', event_key, quantity,
                               (extract(epoch FROM occurred_at) * 1000)::bigint), E'\n'), '') AS lines,
           count(*)::int AS count
      FROM (SELECT event_key, ${quantity} AS quantity, occurred_at FROM usage_events
             WHERE ${isWithin} ${isAfter ?? empty}
             ORDER BY occurred_at, event_key LIMIT ${limit}) AS events`;
  const [page] = await runStatement<UsagePage>(tx, { text }, values);
  if (page === undefined) throw new Error("An aggregate of no events is still a row.");
  return page;
}

/** The place of the last event of a page that is not empty. */
function lastPlace({ lines }: Pick<UsagePage, "lines">): UsagePlace {
  const [eventKey = "", , at] = lines.slice(nthLast(lines, 3) + 1).split("\n");
  return { eventKey, occurredAt: new Date(Number(at)) };
}

/** The place of the line feed before the last lines of a text; -1 if it has no more lines. */
function nthLast(text: string, lines: number): number {
  let at = text.length;
  for (let count = 0; count < lines && at >= 0; count += 1) {
    at = at === 0 ? -1 : text.lastIndexOf("\n", at - 1);
  }
  return at;
}

/** Reads a page of the events of periods, which follow each other, as of their snapshots. */
export async function readBilledEvents(
  db: Queryable,
  periods: readonly PeriodAsOf[],
  { after, limit }: { readonly after: UsagePlace | null; readonly limit: number },
): Promise<{ readonly events: BilledUsageEvent[]; readonly next: UsagePlace | null }> {
  const events: BilledUsageEvent[] = [];
  for (const period of periods) {
    if (after !== null && period.to !== undefined && period.to <= after.occurredAt) continue;
    const isWithin = after !== null && after.occurredAt >= period.from;
    const left = limit + 1 - events.length;
    const page = { after: isWithin ? after : null, limit: left };
    const read = async (tx: Queryable) => readUsagePage(tx, await withinPeriod(tx, period), page);
    events.push(...eventsOf(await inSnapshot(db, read)));
    if (events.length > limit) break;
  }
  const shown = events.slice(0, limit);
  return { events: shown, next: events.length > limit ? (shown.at(-1) ?? null) : null };
}

/** Finds those of some events that are in periods, as of their snapshots. */
export async function findBilledEvents(
  db: Queryable,
  periods: readonly PeriodAsOf[],
  keys: readonly string[],
): Promise<BilledUsageEvent[]> {
  const events: BilledUsageEvent[] = [];
  for (const period of periods) {
    const read = async (tx: Queryable) => {
      const isWithin = sql`${await withinPeriod(tx, period)} AND event_key = ANY (${keys}::text[])`;
      return readUsagePage(tx, isWithin, { after: null, limit: keys.length });
    };
    events.push(...eventsOf(await inSnapshot(db, read)));
  }
  return events;
}

export interface BilledUsageEvent extends UsagePlace {
  readonly quantity: Amount;
}

function eventsOf({ lines, count }: UsagePage): BilledUsageEvent[] {
  const fields = lines.split("\n");
  return Array.from({ length: count }, (_, place) => {
    const [eventKey = "", quantity = "", at] = fields.slice(3 * place, 3 * place + 3);
    return { eventKey, quantity: new Amount(quantity), occurredAt: new Date(Number(at)) };
  });
}

const pageSize = 2_000;

/** How many pages of events of one millisecond are measured: the thread keeps those, because their order is not known. */
const maxPagesAtOnce = 250;

/** Reads the usage of a period into a meter of the thread, a page ahead of it. */
async function meter(tx: Queryable, period: PeriodAsOf, options: MeterOptions): Promise<Metered> {
  shared ??= new MeterThread();
  const thread = shared;
  const meterId = thread.begin(options);
  try {
    const isWithin = await withinPeriod(tx, period);
    const quantity = quantityOf(period.corrections);
    let added: Promise<unknown> = Promise.resolve();
    let pagesAtOnce = 0;
    for (let after: UsagePlace | null = null; ; ) {
      const page = await readUsagePage(tx, isWithin, { after, limit: pageSize }, quantity);
      await added;
      added = thread.send({ meterId, lines: page.lines });
      added.catch(() => undefined); // it is awaited after the next page is read
      if (page.count < pageSize) break;
      const last = lastPlace(page);
      const isSameMoment = last.occurredAt.getTime() === after?.occurredAt.getTime();
      pagesAtOnce = isSameMoment ? pagesAtOnce + 1 : 0;
      if (pagesAtOnce > maxPagesAtOnce) throw new Refusal(quoteTooSlow);
      after = last;
    }
    await added;
    return (await thread.send({ meterId, end: true })) as Metered;
  } catch (error) {
    await thread.send({ meterId, end: true }).catch(() => undefined);
    throw error;
  }
}

interface MeterOptions {
  readonly prefixes: readonly string[];
  /** The key of an event that is to be proven. */
  readonly proven: string | null;
}

interface Metered {
  readonly totals: PrefixTotals[];
  readonly proof: UsageProof | null;
}

/** What the thread is told: to begin a meter, to add events to it, or to end it. Only the answer to the last has a value. */
export type MeterMessage = { readonly meterId: number } & (
  | { readonly begin: MeterOptions }
  | Pick<UsagePage, "lines">
  | { readonly end: true }
);

let shared: MeterThread | null = null;

/**
 * The thread that all calls share, because the hashes of a million events take seconds, in which no other call would run. It
 * starts at the first call, and does not keep the process alive.
 */
export class MeterThread {
  readonly #worker: Worker;
  /** What waits for an answer, in the order of the messages. */
  readonly #waiting: PromiseWithResolvers<unknown>[] = [];
  /** Why it ended, for example because it ran out of memory. Nothing answers any more. */
  #failure: Error | null = null;
  #lastId = 0;

  constructor(program = new URL("./meter-thread.ts", import.meta.url)) {
    this.#worker = new Worker(program);
    this.#worker.unref();
    this.#worker.on("message", ({ value, error }) => {
      const next = this.#waiting.shift();
      if (error === undefined) next?.resolve(value);
      else next?.reject(error);
    });
    this.#worker.on("error", (error) => {
      if (shared === this) shared = null;
      this.#failure = error;
      for (const { reject } of this.#waiting.splice(0)) reject(error);
    });
  }

  begin(options: MeterOptions): number {
    this.#lastId += 1;
    this.send({ meterId: this.#lastId, begin: options }).catch(() => undefined);
    return this.#lastId;
  }

  async send(message: MeterMessage): Promise<unknown> {
    if (this.#failure !== null) throw this.#failure;
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.push(answer);
    this.#worker.postMessage(message);
    return answer.promise;
  }
}
