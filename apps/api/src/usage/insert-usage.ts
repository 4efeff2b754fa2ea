import { type RunStatement, textArray } from "../db/statements.ts";
import { usualGraceSeconds } from "../schemas/upcoming-invoices.ts";
import { type ChangedRecords, type ReferencedRecords, referenceJson } from "./references.ts";
import type { PricedCharge, Reported, Unrecorded } from "./reported.ts";

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
  `(referenced.ended_at IS NULL OR ${occurredAt} < referenced.ended_at)`;

/** Whether an event may be recorded without looking at limits: record-admitted.ts records those of services with limits. */
const isFree = "referenced.is_valid AND NOT referenced.is_limited";

/**
 * SQL of the combinations of records that events reference, given from $1 to $10. It tells whether events of a combination are
 * valid, and returns the records whose sent versions are not current.
 *
 * @param now the parameter of the time, and the server's, after which versions are compared
 */
export const referencedRecords = (
  now: string,
  server: string,
  given = manyGiven,
) => `referenced AS MATERIALIZED (
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
           subscription.ended_at, service.is_limited,
           CASE WHEN ${changed("subscription", "subscription")} OR ${changed("service", "service")}
                  OR ${changed("payer", "user")} OR ${changed("invoice", "invoice")}
                THEN json_build_object(
                  'place', given.place,
                  'versions', json_build_array(subscription.version::text, service.version::text,
                                               payer.version::text, invoice.version::text),
                  'rows', json_build_array(
                    ${rowIfChanged("subscription", "subscription", referenceJson.subscription.sql)},
                    ${rowIfChanged("service", "service", referenceJson.service.sql)},
                    ${rowIfChanged("payer", "user", referenceJson.user.sql)},
                    ${rowIfChanged("invoice", "invoice", referenceJson.invoice.sql)}))
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
 * Records the events that are valid, in one statement and so one commit, and returns the records that they reference.
 *
 * Every process inserts rows in the same order: otherwise two of them could deadlock on unique keys.
 */
const textOfMany = `
  /* Records usage_events. */ WITH ${referencedRecords("$18", "$19")}, recorded AS (
    INSERT INTO usage_events (id, service_id, owner_id, subscription_id, user_id, invoice_id,
                              api_key_id, idempotency_hash, event_key, subject, quantity, occurred_at,
                              created_at)
    SELECT event.id, referenced.service_id, referenced.owner_id, referenced.subscription_id, referenced.user_id,
           referenced.invoice_id, referenced.api_key_id, event.idempotency_hash, event.event_key, event.subject,
           event.quantity, event.occurred_at, $18
      FROM unnest($11::text[], $12::int[], $13::text[], $14::text[], $15::text[], $16::numeric[],
                  $17::timestamptz[]) WITH ORDINALITY
        AS event (id, referenced, idempotency_hash, event_key, subject, quantity, occurred_at, place)
      JOIN referenced ON referenced.place = event.referenced AND ${isFree} AND ${isInTime("event.occurred_at")}
     ORDER BY referenced.subscription_id, event.event_key, event.place
    ON CONFLICT (subscription_id, event_key) DO NOTHING
    RETURNING id
  )
  SELECT pg_postmaster_start_time()::text AS server,
         CASE WHEN count(*) < cardinality($11::text[]) THEN coalesce(json_agg(id), '[]') END
           AS recorded,
         (SELECT json_agg(changed) FROM referenced WHERE changed IS NOT NULL) AS changed
    FROM recorded`;

/** The same for one event, at a lower cost: a lone caller waits for all of it. */
const textOfOne = `
  /* Records usage_events. */ WITH ${referencedRecords("$17", "$18", oneGiven)}, recorded AS (
    INSERT INTO usage_events (id, service_id, owner_id, subscription_id, user_id, invoice_id,
                              api_key_id, idempotency_hash, event_key, subject, quantity, occurred_at,
                              created_at)
    SELECT $11, service_id, owner_id, subscription_id, user_id, invoice_id, api_key_id, $12, $13, $14,
           $15::numeric, $16::timestamptz, $17
      FROM referenced WHERE ${isFree} AND ${isInTime("$16::timestamptz")}
    ON CONFLICT (subscription_id, event_key) DO NOTHING
    RETURNING 1
  )
  SELECT pg_postmaster_start_time()::text AS server, EXISTS (SELECT FROM recorded) AS "isRecorded",
         changed
    FROM referenced`;

/** The records that events reference, as a statement returns them. */
export interface ReferenceAnswer {
  /** When the server started. */
  readonly server: string;
  readonly changed: readonly (ChangedRecords & { readonly place: number })[] | null;
}

interface Answer extends ReferenceAnswer {
  /** null: all of them. */
  readonly recorded: readonly string[] | null;
}

interface AnswerOfOne extends Pick<ReferenceAnswer, "server"> {
  readonly isRecorded: boolean;
  readonly changed: (ChangedRecords & { readonly place: number }) | null;
}

/** Returns whether an event occurred before its subscription ended. Without `occurredAt` it occurs now. */
export const occurredBefore = (
  { occurredAt }: Pick<Reported["input"], "occurredAt">,
  endedAt: Date,
  now: Date,
): boolean => (occurredAt ?? now) < endedAt;

/** Returns whether usage from before the end of its subscription may still be recorded. */
export const takesLateUsage = (endedAt: Date, now: Date): boolean =>
  now.getTime() - endedAt.getTime() < lateUsageS * 1_000;

/** A batch of events to record. */
export interface UsageToRecord {
  readonly events: readonly NewEvent[];
  /** The combinations of records that they reference. */
  readonly groups: readonly Referencing[];
  /** The place of each event's combination, from 1. */
  readonly places: readonly number[];
  readonly now: Date;
  /** When the server started that the versions of the records are of. */
  readonly server: string;
}

/** An event that has its id. */
export type NewEvent = Reported & { readonly id: string };

/** The result of a batch. */
export interface RecordedUsageBatch extends ReferenceAnswer {
  isRecorded(id: string): boolean;
  /** Why an event was not recorded; undefined: the records that it references tell why. */
  verdictOf(id: string): Unrecorded | undefined;
  /** What the rate card has charged for an event; absent: such events are not in the batch. */
  chargeOf?(id: string): PricedCharge | null;
}

/**
 * Records the valid events of a batch where the database stores them.
 *
 * @param allowSecond allows another batch to start during this one; only batches that lock balances call it
 */
export type InsertUsage = (
  batch: UsageToRecord,
  allowSecond: () => void,
) => Promise<RecordedUsageBatch>;

/** The events of a batch that reference the same records and have the same tenant and key. */
export interface Referencing {
  readonly first: Reported;
  /** The records, as of the statement. */
  readonly records: ReferencedRecords;
}

/** Records events in the one table of a single Postgres. */
export async function insertUsage(
  run: RunStatement,
  batch: UsageToRecord,
): Promise<RecordedUsageBatch> {
  if (batch.events.length === 1) return insertOne(run, batch);
  const [answer] = await run<Answer>({ name: "record_usage", text: textOfMany }, [
    ...referenceValues(batch.groups),
    ...eventValues(batch),
    batch.now.toISOString(),
    batch.server,
  ]);
  if (answer === undefined) throw new Error("An aggregate without GROUP BY answers with a row.");
  const { recorded, ...references } = answer;
  const some = recorded && new Set(recorded);
  return { ...references, isRecorded: (id) => some?.has(id) ?? true, verdictOf: () => undefined };
}

async function insertOne(
  run: RunStatement,
  { groups: [group], events: [event], now, server: known }: UsageToRecord,
): Promise<RecordedUsageBatch> {
  if (group === undefined || event === undefined) throw new Error("There is one event.");
  const time = now.toISOString();
  const [answer] = await run<AnswerOfOne>({ name: "record_usage_event", text: textOfOne }, [
    ...referenceFields.map((textOf) => textOf(group)),
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
}

/** The parameters of `referencedRecords`, without the time and the server. */
const referenceFields: readonly ((of: Referencing) => string | null)[] = [
  ({ first }) => first.tenant,
  ({ first }) => first.input.serviceId,
  ({ first }) => first.input.subscriptionId,
  ({ first }) => first.input.userId,
  ({ first }) => first.input.invoiceId ?? null,
  ({ first }) => first.apiKeyId,
  ({ records }) => records.subscription?.version ?? null,
  ({ records }) => records.service?.version ?? null,
  ({ records }) => records.user?.version ?? null,
  ({ records }) => records.invoice?.version ?? null,
];

export const referenceValues = (groups: readonly Referencing[]): string[] =>
  referenceFields.map((textOf) => textArray(groups, textOf));

/** The parameters of an event. `time` is when it is recorded. */
const eventFields: readonly ((event: NewEvent, time: string) => string | null)[] = [
  ({ id }) => id,
  ({ idempotencyHash }) => idempotencyHash,
  ({ input }) => input.eventKey,
  ({ input }) => input.subject ?? null,
  ({ input }) => input.quantity.toFixed(),
  ({ input }, time) => input.occurredAt?.toISOString() ?? time,
];

/** The parameters after those of the combinations. The second one has the places of the combinations. */
function eventValues({
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

/** A valid event, with the seller of its subscription. */
export interface OwnedEvent {
  readonly event: NewEvent;
  readonly ownerId: string;
}

/* The columns of events that are checked before they are inserted, without the time at which they are recorded. */

export const columns =
  "service_id, owner_id, subscription_id, user_id, invoice_id, api_key_id, id, idempotency_hash, event_key, subject, quantity, occurred_at";

export const columnTypes: readonly string[] = [...Array(10).fill("text"), "numeric", "timestamptz"];

export const columnValues: readonly ((one: OwnedEvent, time: string) => string | null)[] = [
  ({ event }) => event.input.serviceId,
  ({ ownerId }) => ownerId,
  ({ event }) => event.input.subscriptionId,
  ({ event }) => event.input.userId,
  ({ event }) => event.input.invoiceId ?? null,
  ({ event }) => event.apiKeyId,
  ...eventFields.map(
    (textOf) =>
      ({ event }: OwnedEvent, time: string) =>
        textOf(event, time),
  ),
];
