import { type DeliveryTrigger, deliveryStates } from "../../contract/states.ts";
import type { WebhookAttempt } from "../../contract/webhook-deliveries.ts";
import type { Queryable } from "../../db/client.ts";
import { Prisma, type WebhookDelivery } from "../../db/generated/client.ts";
import { idIn, type ListQuery, newestFirst, readPage } from "../../db/list-page.ts";
import { runStatement } from "../../db/statements.ts";
import type { Page } from "../../lib/lists.ts";
import { transition } from "../../lib/state-table.ts";
import { ownedBy, type Tenant } from "../../lib/tenant.ts";
import { deliveryId } from "../../outbox/delivery-id.ts";

const { sql } = Prisma;

/** How many attempts of a delivery are kept. */
const attemptsKept = 30;

/** Where a trigger leads, as SQL. */
const stateAfter = (trigger: DeliveryTrigger) =>
  `'${transition(deliveryStates, trigger).to}'::webhook_delivery_status`;
const to = (trigger: DeliveryTrigger) => Prisma.raw(stateAfter(trigger));

export function findDelivery(
  db: Queryable,
  id: string,
  tenant: Tenant,
): Promise<WebhookDelivery | null> {
  return db.webhookDelivery.findUnique({ where: { id, ...ownedBy(tenant) } });
}

const list = {
  table: sql`webhook_deliveries`,
  owner: {
    column: sql`owner_id`,
    through: { table: sql`webhook_endpoints`, reference: sql`endpoint_id`, has: [] },
  },
  filters: {
    endpointId: idIn(sql`webhook_endpoints`, sql`endpoint_id`),
    eventId: { column: sql`event_id` },
  },
};

export function findDeliveries(
  db: Queryable,
  tenant: Tenant,
  query: ListQuery<keyof typeof list.filters>,
): Promise<Page<WebhookDelivery>> {
  return readPage(db, list, tenant, query, (tx, ids) =>
    tx.webhookDelivery.findMany({ where: { id: { in: ids } }, orderBy: newestFirst }),
  );
}

/** Lets a delivery begin anew. One that a process is at stays with it. */
export async function redeliver(db: Queryable, id: string, now: Date): Promise<void> {
  const { to: status } = transition(deliveryStates, "redeliver");
  await db.webhookDelivery.updateMany({
    where: { id },
    data: { status, tries: 0, nextAttemptAt: now, reason: null, updatedAt: now },
  });
}

/**
 * Lets deliveries of a period's events begin anew, and begins those that there are none of yet.
 *
 * @returns when the events were made
 */
export async function redeliverEventsOf(
  tx: Queryable,
  endpoint: {
    readonly id: string;
    readonly ownerId: string | null;
    readonly serviceId: string | null;
    readonly events: readonly string[];
  },
  period: {
    readonly from: Date;
    readonly to: Date;
    readonly delivered: boolean;
    readonly max: number;
  },
  now: Date,
): Promise<Date[]> {
  const { id, ownerId, serviceId, events } = endpoint;
  const known = period.delivered ? sql`'PENDING'` : sql`'PENDING', 'DELIVERED'`;
  const rows = await tx.$queryRaw<{ at: Date }[]>`
    WITH event AS MATERIALIZED (
      SELECT event.id, event.type, event.created_at
        FROM webhook_events event
       WHERE event.created_at >= ${period.from} AND event.created_at < ${period.to}
         AND event.service_id IS NOT NULL
         ${ownerId === null ? Prisma.empty : sql`AND event.owner_id = ${ownerId}`}
         ${serviceId === null ? Prisma.empty : sql`AND event.service_id = ${serviceId}`}
         ${events.includes("*") ? Prisma.empty : sql`AND event.type = ANY (${events})`}
         AND NOT EXISTS (
           SELECT 1 FROM webhook_deliveries known
            WHERE known.event_id = event.id AND known.endpoint_id = ${id}
              AND known.status IN (${known}))
       ORDER BY event.created_at LIMIT ${period.max}),
    begun AS (
      INSERT INTO webhook_deliveries
        (id, endpoint_id, owner_id, event_id, event_type, status, next_attempt_at, created_at, updated_at)
      SELECT ${deliveryId(sql`${id}`, sql`event.id`)}, ${id}, ${ownerId}, event.id, event.type,
             ${to("redeliver")}, ${now}, ${now}, ${now}
        FROM event ORDER BY 1
      ON CONFLICT (event_id, endpoint_id) DO UPDATE
        SET status = ${to("redeliver")}, tries = 0, next_attempt_at = ${now}, reason = NULL,
            updated_at = ${now}
      RETURNING event_id)
    SELECT event.created_at AS at FROM event JOIN begun ON begun.event_id = event.id`;
  return rows.map(({ at }) => at);
}

/*
 * Whoever changes many deliveries does so in the order of their ids, so that two never wait for each
 * other.
 */

/** Ends what is pending for an endpoint; what a process is at as well. */
export function failPending(
  tx: Queryable,
  endpointId: string,
  reason: string,
  now: Date,
): Promise<void> {
  return failPendingWhere(tx, sql`endpoint_id = ${endpointId}`, reason, now);
}

/** The same for every endpoint that is disabled. */
export function failPendingOfDisabled(db: Queryable, reason: string, now: Date): Promise<void> {
  const disabled = sql`SELECT id FROM webhook_endpoints WHERE status = 'DISABLED'`;
  return failPendingWhere(db, sql`endpoint_id IN (${disabled})`, reason, now);
}

async function failPendingWhere(
  db: Queryable,
  condition: Prisma.Sql,
  reason: string,
  now: Date,
): Promise<void> {
  await db.$executeRaw`
    WITH pending AS MATERIALIZED (
      SELECT id FROM webhook_deliveries
       WHERE ${condition} AND status = 'PENDING' ORDER BY id FOR NO KEY UPDATE)
    UPDATE webhook_deliveries
       SET status = ${to("fail")}, next_attempt_at = NULL, reason = ${reason}, updated_at = ${now}
     WHERE id IN (SELECT id FROM pending)`;
}

/** A delivery that a process has taken on, with all that an attempt needs. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly tries: number;
  readonly eventId: string;
  readonly type: string;
  readonly createdAt: Date;
  readonly serviceId: string | null;
  /** JSON, as it was written. */
  readonly data: string;
  readonly endpointId: string;
  readonly url: string;
  readonly secret: string;
  readonly previousSecret: string | null;
  readonly previousSecretUntil: Date | null;
  readonly failingSince: Date | null;
}

/** How much a process can take on. */
export interface Room {
  readonly limit: number;
  /** Of one endpoint, what is taken on already included; less of one that fails. */
  readonly each: number;
  readonly eachFailing: number;
  /** What is taken on already, by endpoint. */
  readonly taken: ReadonlyMap<string, number>;
}

/** The endpoints that something waits for, and a null at the end. */
const waiting = `waiting AS (
    (SELECT endpoint_id FROM webhook_deliveries WHERE status = 'PENDING'
      ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT (SELECT endpoint_id FROM webhook_deliveries
             WHERE status = 'PENDING' AND endpoint_id > waiting.endpoint_id
             ORDER BY endpoint_id LIMIT 1)
      FROM waiting WHERE waiting.endpoint_id IS NOT NULL)`;

/**
 * The endpoints that something waits for are found by leaps over the index, and of each no more is
 * looked at than there is room for: so a long line at one endpoint costs the others nothing. Ids go on as
 * arrays, which Postgres looks up one by one. It has no name, as a plan for any number and any time was
 * seen to take eight times as long. That they are still pending says their time, which nothing else has: asked
 * for the state, Postgres may look through all that is pending.
 */
const claim = {
  text: `
  WITH RECURSIVE ${waiting},
  candidate AS (
    SELECT due.id
      FROM waiting
      JOIN webhook_endpoints endpoint
        ON endpoint.id = waiting.endpoint_id AND endpoint.status = 'ENABLED'
      LEFT JOIN unnest($3::text[], $4::int[]) AS taken (endpoint_id, count)
        ON taken.endpoint_id = endpoint.id
     CROSS JOIN LATERAL (
       SELECT id, next_attempt_at FROM webhook_deliveries
        WHERE endpoint_id = endpoint.id AND status = 'PENDING' AND next_attempt_at <= $1::timestamptz
          AND (leased_until IS NULL OR leased_until <= $1)
        ORDER BY next_attempt_at
        LIMIT greatest(0, CASE WHEN endpoint.failing_since IS NULL THEN $5::int ELSE $6::int END
                          - coalesce(taken.count, 0))) due
     ORDER BY due.next_attempt_at LIMIT $7::int),
  mine AS MATERIALIZED (
    SELECT id FROM webhook_deliveries
     WHERE id = ANY (ARRAY(SELECT id FROM candidate)) AND next_attempt_at <= $1
       AND (leased_until IS NULL OR leased_until <= $1)
       FOR UPDATE SKIP LOCKED)
  UPDATE webhook_deliveries delivery SET leased_until = $2::timestamptz
    FROM webhook_events event, webhook_endpoints endpoint
   WHERE delivery.id = ANY (ARRAY(SELECT id FROM mine))
     AND event.id = delivery.event_id AND endpoint.id = delivery.endpoint_id
  RETURNING delivery.id, delivery.tries, event.id AS "eventId", event.type,
            event.created_at AS "createdAt", event.service_id AS "serviceId",
            event.data::text AS data, endpoint.id AS "endpointId", endpoint.url, endpoint.secret,
            endpoint.previous_secret AS "previousSecret",
            endpoint.previous_secret_until AS "previousSecretUntil",
            endpoint.failing_since AS "failingSince"`,
};

/** Takes on what is due, the oldest first, so that nobody else does until the lease is over. */
export function claimDeliveries(
  db: Queryable,
  { now, leaseUntil }: { readonly now: Date; readonly leaseUntil: Date },
  { limit, each, eachFailing, taken }: Room,
): Promise<ClaimedDelivery[]> {
  const counts = [[...taken.keys()], [...taken.values()]];
  return runStatement(db, claim, [now, leaseUntil, ...counts, each, eachFailing, limit]);
}

const count = {
  name: "count_pending_webhooks",
  text: `
  WITH RECURSIVE ${waiting},
  pending AS MATERIALIZED (
    SELECT next_attempt_at <= $1::timestamptz AS due
      FROM webhook_deliveries WHERE status = 'PENDING' LIMIT $2::int)
  SELECT (SELECT count(*)::int FROM pending WHERE due) AS due,
         (SELECT count(*)::int FROM pending WHERE NOT due) AS scheduled,
         (SELECT min(first.next_attempt_at)
            FROM waiting
            JOIN webhook_endpoints endpoint
              ON endpoint.id = waiting.endpoint_id AND endpoint.failing_since IS NULL
           CROSS JOIN LATERAL (
             SELECT next_attempt_at FROM webhook_deliveries
              WHERE endpoint_id = endpoint.id AND status = 'PENDING' AND next_attempt_at <= $1
              ORDER BY next_attempt_at LIMIT 1) first) AS "oldestDueAt"`,
};

/**
 * Counts what is pending, and finds what is due for longest at an endpoint that does not fail: what
 * waits for one that does says nothing of us.
 *
 * @param max how many are counted
 */
export async function countPending(
  db: Queryable,
  now: Date,
  max: number,
): Promise<{ due: number; scheduled: number; oldestDueAt: Date | null }> {
  type Row = Awaited<ReturnType<typeof countPending>>;
  const [row] = await runStatement<Row>(db, count, [now, max]);
  if (row === undefined) throw new Error("A SELECT without FROM answers with one row.");
  return row;
}

/** What came of an attempt. */
export interface Outcome {
  readonly id: string;
  /** The lease under which it was made. */
  readonly leaseUntil: Date;
  readonly arrived: boolean;
  readonly attempt: WebhookAttempt;
  readonly nextAttemptAt: Date | null;
  readonly reason: string | null;
}

const note = {
  name: "note_webhook_outcomes",
  text: `
  UPDATE webhook_deliveries delivery
     SET status = CASE WHEN outcome.arrived THEN ${stateAfter("arrive")}
                       WHEN delivery.status <> 'PENDING' THEN delivery.status
                       WHEN outcome."nextAttemptAt" IS NULL THEN ${stateAfter("fail")}
                       ELSE delivery.status END,
         reason = CASE WHEN outcome.arrived THEN NULL
                       WHEN delivery.status <> 'PENDING' THEN delivery.reason
                       ELSE outcome.reason END,
         next_attempt_at = CASE WHEN delivery.status = 'PENDING' THEN outcome."nextAttemptAt" END,
         tries = delivery.tries + 1,
         attempts = CASE WHEN jsonb_array_length(delivery.attempts) < ${attemptsKept}
                         THEN delivery.attempts ELSE delivery.attempts - 0 END
                    || jsonb_build_array(outcome.attempt),
         leased_until = NULL,
         updated_at = $3::timestamptz
    FROM json_to_recordset($2::json)
         AS outcome (id text, "leaseUntil" timestamptz, arrived boolean, attempt jsonb,
                     "nextAttemptAt" timestamptz, reason text)
   WHERE delivery.id = ANY ($1::text[]) AND delivery.id = outcome.id
     AND delivery.leased_until = outcome."leaseUntil"`,
};

/**
 * Notes what came of attempts. Of a delivery that was ended meanwhile the attempt is noted all the
 * same; of one that another process has taken on, nothing: it will note its own. That the ids are
 * given twice lets Postgres know how few they are: of JSON it expects a hundred rows, for which it
 * would read all of the table.
 */
export async function noteOutcomes(
  db: Queryable,
  outcomes: readonly Outcome[],
  now: Date,
): Promise<void> {
  const inOrder = outcomes.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const ids = inOrder.map(({ id }) => id);
  await runStatement(db, note, [ids, JSON.stringify(inOrder), now]);
}
