import type { RunStatement } from "../db/statements.ts";
import { textArray } from "../db/text-array.ts";
import type { Reported, Unrecorded } from "../operation/ports/meter.ts";
import { usualGraceSeconds } from "../schemas/upcoming-invoices.ts";
import type { ChangedRecords, KnownRecords } from "./known-records.ts";
import { type Parents, recordJson } from "./named-records.ts";

/** A record by its id. OFFSET makes Postgres look up one id at a time: it reads nothing else, however many there are. */
const parent = (table: string, alias: string, id: string) =>
  `LEFT JOIN LATERAL (SELECT xmin AS version, one.* FROM ${table} one
                       WHERE one.id = given.${id} OFFSET 0) ${alias} ON true`;

const changed = (alias: string, given: string) =>
  `(is_of_another_server OR ${alias}.version IS DISTINCT FROM given.${given}_version)`;

const rowIfChanged = (alias: string, given: string, sql: string) =>
  `CASE WHEN ${alias}.id IS NOT NULL AND ${changed(alias, given)} THEN ${sql} END`;

const manyGiven = `unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
                            $7::xid[], $8::xid[], $9::xid[], $10::xid[]) WITH ORDINALITY`;

/** One combination needs no arrays. */
const oneGiven = `(VALUES ($1::text, $2::text, $3::text, $4::text, $5::text, $6::text,
                           $7::xid, $8::xid, $9::xid, $10::xid, 1))`;

/** How long after the end of its subscription usage may be recorded that occurred before, in seconds. */
const lateUsageS = usualGraceSeconds;

/** Whether an event may still be recorded, when its subscription has ended. */
const isInTime = (occurredAt: string) =>
  `(named.ended_at IS NULL OR ${occurredAt} < named.ended_at)`;

/**
 * The combinations of records that events name, from $1 to $10: whether their events are valid, and the records, unless
 * the sent versions are current. Each combination is looked up once.
 *
 * @param now the parameter of the time, and the server's, after which versions are compared
 */
export const namedRecords = (
  now: string,
  server: string,
  given = manyGiven,
) => `named AS MATERIALIZED (
    SELECT given.place::int AS place, given.service_id, subscription.owner_id, given.subscription_id,
           given.user_id, given.invoice_id, given.api_key_id,
           subscription.service_id = given.service_id AND subscription.user_id = given.user_id
             AND (given.tenant IS NULL OR subscription.owner_id = given.tenant)
             AND CASE subscription.status
                   WHEN 'ACTIVE' THEN subscription.current_period_end IS NULL
                     OR subscription.current_period_end > ${now}
                   ELSE subscription.ended_at > ${now}::timestamptz - interval '${lateUsageS} seconds' END
             AND (given.invoice_id IS NULL
                  OR (invoice.service_id = given.service_id AND invoice.user_id = given.user_id
                      AND (invoice.status <> 'OPEN' OR invoice.due_at IS NULL
                           OR invoice.due_at > ${now}))) AS is_valid,
           subscription.ended_at,
           CASE WHEN ${changed("subscription", "subscription")} OR ${changed("service", "service")}
                  OR ${changed("payer", "user")} OR ${changed("invoice", "invoice")}
                THEN json_build_object(
                  'place', given.place,
                  'versions', json_build_array(subscription.version::text, service.version::text,
                                               payer.version::text, invoice.version::text),
                  'rows', json_build_array(
                    ${rowIfChanged("subscription", "subscription", recordJson.subscription.sql)},
                    ${rowIfChanged("service", "service", recordJson.service.sql)},
                    ${rowIfChanged("payer", "user", recordJson.user.sql)},
                    ${rowIfChanged("invoice", "invoice", recordJson.invoice.sql)}))
           END AS changed
      FROM ${given} AS given (tenant, service_id, subscription_id, user_id, invoice_id, api_key_id,
                  subscription_version, service_version, user_version, invoice_version, place)
     CROSS JOIN (SELECT pg_postmaster_start_time()::text <> ${server} AS is_of_another_server) server
      ${parent("subscriptions", "subscription", "subscription_id")}
      ${parent("services", "service", "service_id")}
      ${parent("users", "payer", "user_id")}
      ${parent("invoices", "invoice", "invoice_id")}
  )`;

/**
 * Records the events that are valid, in one statement and so one commit, and returns the records that they name.
 *
 * Every process inserts rows in the same order: otherwise two of them could deadlock on unique keys.
 */
const textOfMany = `
  /* Records usage_events. */ WITH ${namedRecords("$17", "$18")}, recorded AS (
    INSERT INTO usage_events (id, service_id, owner_id, subscription_id, user_id, invoice_id,
                              api_key_id, idempotency_hash, event_key, quantity, occurred_at,
                              created_at)
    SELECT event.id, named.service_id, named.owner_id, named.subscription_id, named.user_id,
           named.invoice_id, named.api_key_id, event.idempotency_hash, event.event_key,
           event.quantity, event.occurred_at, $17
      FROM unnest($11::text[], $12::int[], $13::text[], $14::text[], $15::numeric[],
                  $16::timestamptz[]) WITH ORDINALITY
        AS event (id, named, idempotency_hash, event_key, quantity, occurred_at, place)
      JOIN named ON named.place = event.named AND named.is_valid AND ${isInTime("event.occurred_at")}
     ORDER BY named.subscription_id, event.event_key, event.place
    ON CONFLICT (subscription_id, event_key) DO NOTHING
    RETURNING id
  )
  SELECT pg_postmaster_start_time()::text AS server,
         CASE WHEN count(*) < cardinality($11::text[]) THEN coalesce(json_agg(id), '[]') END
           AS recorded,
         (SELECT json_agg(changed) FROM named WHERE changed IS NOT NULL) AS changed
    FROM recorded`;

/** The same for one event, at a lower cost: a lone caller waits for all of it. */
const textOfOne = `
  /* Records usage_events. */ WITH ${namedRecords("$16", "$17", oneGiven)}, recorded AS (
    INSERT INTO usage_events (id, service_id, owner_id, subscription_id, user_id, invoice_id,
                              api_key_id, idempotency_hash, event_key, quantity, occurred_at,
                              created_at)
    SELECT $11, service_id, owner_id, subscription_id, user_id, invoice_id, api_key_id, $12, $13,
           $14::numeric, $15::timestamptz, $16
      FROM named WHERE is_valid AND ${isInTime("$15::timestamptz")}
    ON CONFLICT (subscription_id, event_key) DO NOTHING
    RETURNING 1
  )
  SELECT pg_postmaster_start_time()::text AS server, EXISTS (SELECT FROM recorded) AS "isRecorded",
         changed
    FROM named`;

/** What a statement says of the records that events name. */
export interface NamedAnswer {
  /** When the server started. */
  readonly server: string;
  readonly changed: readonly (ChangedRecords & { readonly place: number })[] | null;
}

interface Answer extends NamedAnswer {
  /** null: all of them. */
  readonly recorded: readonly string[] | null;
}

interface AnswerOfOne extends Pick<NamedAnswer, "server"> {
  readonly isRecorded: boolean;
  readonly changed: (ChangedRecords & { readonly place: number }) | null;
}

/** Whether an event may be recorded of a subscription that has ended. It occurs now unless it says otherwise. */
export const occurredBefore = (
  { occurredAt }: Pick<Reported["input"], "occurredAt">,
  endedAt: Date,
  now: Date,
): boolean => (occurredAt ?? now) < endedAt;

/** Whether usage that occurred before the end of its subscription may still be recorded. */
export const takesLateUsage = (endedAt: Date, now: Date): boolean =>
  now.getTime() - endedAt.getTime() < lateUsageS * 1_000;

/** A batch of events to record. */
export interface UsageToRecord {
  readonly events: readonly NewEvent[];
  /** The combinations of records that they name. */
  readonly groups: readonly Named[];
  /** Of each event the place of its combination, from 1. */
  readonly places: readonly number[];
  readonly now: Date;
  /** The server that the versions of the records are of. */
  readonly server: string;
}

/** An event that has its id. */
export type NewEvent = Reported & { readonly id: string };

/** What was done with a batch. */
export interface RecordedUsageBatch extends NamedAnswer {
  isRecorded(id: string): boolean;
  /** Why an event was not recorded, unless the records that it names tell why. */
  verdictOf(id: string): Unrecorded | undefined;
}

/**
 * Records a batch of events where the database stores them.
 *
 * @param allowSecond allows another batch to start during this one; only batches that lock balances call it
 */
export type RecordBatch = (
  batch: UsageToRecord,
  allowSecond: () => void,
) => Promise<RecordedUsageBatch>;

/** The events of a batch that name the same records and have the same tenant and key. */
export interface Named {
  readonly first: Reported;
  /** The records, as of the statement. */
  readonly parents: Parents;
}

/** What was done with events. */
interface Inserted extends Pick<RecordedUsageBatch, "isRecorded" | "verdictOf"> {
  /** @param place of an event in the batch */
  namedBy(place: number): Named;
  /** How many records the events name, and how many of them the database returned. */
  readonly parents: { readonly named: number; readonly read: number; readonly size: number };
}

/**
 * Records each event whose subscription is `ACTIVE` in a current period, or ended after the event less than an hour ago,
 * belongs to the event's service and user and to the tenant, and has no event with the same key; and whose invoice, if
 * any, belongs to the service and user and is not past due.
 */
export type InsertUsage = (
  events: readonly NewEvent[],
  now: Date,
  allowSecond?: () => void,
) => Promise<Inserted>;

/** Records events in the one table of a single Postgres. */
export const recordInOneTable = (run: RunStatement): RecordBatch => {
  const one = recordOne(run);
  const many = recordMany(run);
  return (batch) => (batch.events.length === 1 ? one(batch) : many(batch));
};

const recordMany =
  (run: RunStatement) =>
  async (batch: UsageToRecord): Promise<RecordedUsageBatch> => {
    const [answer] = await run<Answer>({ name: "record_usage", text: textOfMany }, [
      ...namedValues(batch.groups),
      ...eventValues(batch),
      batch.now.toISOString(),
      batch.server,
    ]);
    if (answer === undefined) throw new Error("An aggregate without GROUP BY answers with a row.");
    const { recorded, ...named } = answer;
    const some = recorded && new Set(recorded);
    return { ...named, isRecorded: (id) => some?.has(id) ?? true, verdictOf: () => undefined };
  };

const recordOne =
  (run: RunStatement) =>
  async ({
    groups: [group],
    events: [event],
    now,
    server: known,
  }: UsageToRecord): Promise<RecordedUsageBatch> => {
    if (group === undefined || event === undefined) throw new Error("There is one event.");
    const time = now.toISOString();
    const [answer] = await run<AnswerOfOne>({ name: "record_usage_event", text: textOfOne }, [
      ...namedFields.map((textOf) => textOf(group)),
      ...eventFields.map((textOf) => textOf(event, time)),
      time,
      known,
    ]);
    if (answer === undefined) throw new Error("A combination answers with a row.");
    const { server, isRecorded, changed } = answer;
    return {
      server,
      changed: changed && [changed],
      isRecorded: () => isRecorded,
      verdictOf: () => undefined,
    };
  };

/** @param newRecords makes the memory of the records that events name: one for each server that answers */
export function usageInserter(record: RecordBatch, newRecords: () => KnownRecords): InsertUsage {
  // Transaction ids, and so versions, of another server mean nothing here. It started at another time.
  let server = "";
  let known = newRecords();
  return async (events, now, allowSecond = () => {}) => {
    const records = known;
    const { groups, places } = combinations(events, records);
    const answer = await record({ events, groups, places, now, server }, allowSecond);
    if (answer.server !== server) {
      server = answer.server;
      known = newRecords();
    }
    let read = 0;
    for (const { place, ...changed } of answer.changed ?? []) {
      const group = groups[place - 1];
      if (group === undefined) throw new Error("The statement answers for the places that it got.");
      group.parents = known.changed(group.parents, changed);
      read += changed.rows.filter((row) => row !== null).length;
    }
    return {
      isRecorded: answer.isRecorded,
      verdictOf: answer.verdictOf,
      namedBy: (place) => groups[(places[place] ?? 0) - 1] as Named,
      parents: { named: groups.length * 4, read, size: known.size },
    };
  };
}

interface Group extends Named {
  parents: Parents;
}

/** @returns the distinct combinations of records, and of each event the place of its combination, from 1 */
function combinations(events: readonly Reported[], known: KnownRecords) {
  const numbers = new Map<string, number>();
  const groups: Group[] = [];
  const places = events.map((event) => {
    const { subscriptionId, serviceId, userId, invoiceId = "" } = event.input;
    const { tenant, apiKeyId } = event;
    // NUL is in no id.
    const key = `${subscriptionId}\0${serviceId}\0${userId}\0${invoiceId}\0${tenant ?? ""}\0${apiKeyId}`;
    const number = numbers.get(key) ?? groups.push({ first: event, parents: known.of(event) });
    numbers.set(key, number);
    return number;
  });
  return { groups, places };
}

/** The parameters of `namedRecords`, without the time and the server. */
const namedFields: readonly ((named: Named) => string | null)[] = [
  ({ first }) => first.tenant,
  ({ first }) => first.input.serviceId,
  ({ first }) => first.input.subscriptionId,
  ({ first }) => first.input.userId,
  ({ first }) => first.input.invoiceId ?? null,
  ({ first }) => first.apiKeyId,
  ({ parents }) => parents.subscription?.version ?? null,
  ({ parents }) => parents.service?.version ?? null,
  ({ parents }) => parents.user?.version ?? null,
  ({ parents }) => parents.invoice?.version ?? null,
];

export const namedValues = (groups: readonly Named[]): string[] =>
  namedFields.map((textOf) => textArray(groups, textOf));

/** The parameters of the events themselves. `time` is when they are recorded. */
const eventFields: readonly ((event: NewEvent, time: string) => string | null)[] = [
  ({ id }) => id,
  ({ idempotencyHash }) => idempotencyHash,
  ({ input }) => input.eventKey,
  ({ input }) => input.quantity.toFixed(),
  ({ input }, time) => input.occurredAt?.toISOString() ?? time,
];

/** They follow those of the combinations, to whose places the second one refers. */
export function eventValues({
  events,
  places,
  now,
}: Pick<UsageToRecord, "events" | "places" | "now">): string[] {
  const time = now.toISOString();
  const [ids = "{}", ...others] = eventFields.map((textOf) =>
    textArray(events, (event) => textOf(event, time)),
  );
  return [ids, `{${places.join()}}`, ...others];
}
