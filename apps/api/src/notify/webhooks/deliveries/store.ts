import type { Queryable } from "../../../db/client.ts";
import { Prisma, type WebhookDelivery } from "../../../db/generated/client.ts";
import { idIn, type ListQuery, newestFirst, readPage } from "../../../db/list-page.ts";
import { type RunStatement, runStatement } from "../../../db/statements.ts";
import type { Page } from "../../../kit/lists.ts";
import { transition } from "../../../kit/state-table.ts";
import { ownedBy, type Tenant } from "../../../kit/tenant.ts";
import { deliveryId } from "../../../outbox/store.ts";
import { type DeliveryTrigger, deliveryStates } from "../../../schemas/states.ts";
import type { WebhookAttempt } from "../../../schemas/webhook-deliveries.ts";

const { sql } = Prisma;

/** How many attempts of a delivery are stored. */
const attemptsKept = 30;

/** The status after a trigger, as SQL. */
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

/** Restarts a delivery. If a process is attempting it now, that attempt goes on. */
export async function restartDelivery(db: Queryable, id: string, now: Date): Promise<void> {
  const { to: status } = transition(deliveryStates, "redeliver");
  await db.webhookDelivery.updateMany({
    where: { id },
    data: { status, tries: 0, nextAttemptAt: now, reason: null, updatedAt: now },
  });
}

/**
 * Restarts the deliveries of a period's events, and creates missing ones.
 *
 * @returns the creation times of the events
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
       ORDER BY event.created_at, event.id LIMIT ${period.max} FOR KEY SHARE OF event),
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

/** A delivery that a process has claimed, with everything that an attempt needs. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly tries: number;
  readonly eventId: string;
  readonly type: string;
  readonly createdAt: Date;
  readonly serviceId: string | null;
  /** JSON text, as it was stored. */
  readonly data: string;
  readonly endpointId: string;
  readonly url: string;
  readonly secret: string;
  readonly previousSecret: string | null;
  readonly previousSecretUntil: Date | null;
  readonly failingSince: Date | null;
}

/** How many deliveries a process can claim. */
export interface DeliveryRoom {
  readonly limit: number;
  /** For one endpoint, including those that it has already claimed; fewer for a failing endpoint. */
  readonly each: number;
  readonly eachFailing: number;
  /** How many it has already claimed, by endpoint, less those that it may claim ahead. */
  readonly taken: ReadonlyMap<string, number>;
}

/** The endpoints that have pending deliveries, and a null at the end. */
const waiting = `waiting AS (
    (SELECT endpoint_id FROM webhook_deliveries WHERE status = 'PENDING'
      ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT (SELECT endpoint_id FROM webhook_deliveries
             WHERE status = 'PENDING' AND endpoint_id > waiting.endpoint_id
             ORDER BY endpoint_id LIMIT 1)
      FROM waiting WHERE waiting.endpoint_id IS NOT NULL)`;

/**
 * Endpoints with pending deliveries are found by skips over the index, and of each endpoint only as many deliveries
 * are read as there is room for. A long queue of one endpoint therefore costs the others nothing. The condition on the
 * time also means that a delivery is pending, since no other state has a time: with a condition on the status, Postgres
 * may scan all pending deliveries.
 *
 * Rows are passed on by their place in the table, so each is looked up in an index once. A row that another transaction
 * has moved since the statement began is left for the next claim. `OFFSET 0` keeps Postgres from joining all events to
 * all deliveries: the statement has one plan for rooms of any size.
 */
const claim = {
  name: "claim_webhooks",
  text: `
  WITH RECURSIVE ${waiting},
  candidate AS (
    SELECT due.place
      FROM waiting
     CROSS JOIN LATERAL (
       SELECT id, failing_since FROM webhook_endpoints
        WHERE id = waiting.endpoint_id AND status = 'ENABLED' OFFSET 0) endpoint
      LEFT JOIN unnest($3::text[], $4::int[]) AS taken (endpoint_id, count)
        ON taken.endpoint_id = endpoint.id
     CROSS JOIN LATERAL (
       SELECT ctid AS place, next_attempt_at FROM webhook_deliveries
        WHERE endpoint_id = endpoint.id AND status = 'PENDING' AND next_attempt_at <= $1::timestamptz
          AND (leased_until IS NULL OR leased_until <= $1)
        ORDER BY next_attempt_at
        LIMIT greatest(0, CASE WHEN endpoint.failing_since IS NULL THEN $5::int ELSE $6::int END
                          - coalesce(taken.count, 0))) due
     ORDER BY due.next_attempt_at LIMIT $7::int),
  mine AS MATERIALIZED (
    SELECT ctid AS place FROM webhook_deliveries
     WHERE ctid = ANY (ARRAY(SELECT place FROM candidate)) AND next_attempt_at <= $1
       AND (leased_until IS NULL OR leased_until <= $1)
       FOR UPDATE SKIP LOCKED),
  claimed AS (
    UPDATE webhook_deliveries SET leased_until = $2::timestamptz
     WHERE ctid = ANY (ARRAY(SELECT place FROM mine))
    RETURNING id, tries, event_id, endpoint_id)
  SELECT claimed.id, claimed.tries, event.id AS "eventId", event.type,
         event.created_at AS "createdAt", event.service_id AS "serviceId",
         event.data::text AS data, endpoint.id AS "endpointId", endpoint.url, endpoint.secret,
         endpoint.previous_secret AS "previousSecret",
         endpoint.previous_secret_until AS "previousSecretUntil",
         endpoint.failing_since AS "failingSince"
    FROM claimed
   CROSS JOIN LATERAL (SELECT * FROM webhook_events WHERE id = claimed.event_id OFFSET 0) event
   CROSS JOIN LATERAL (
     SELECT * FROM webhook_endpoints WHERE id = claimed.endpoint_id OFFSET 0) endpoint`,
};

/**
 * Claims due deliveries, oldest first. No other process can claim them until the lease ends.
 *
 * @param run on connections that look rows up by index, with one plan
 */
export function claimDeliveries(
  run: RunStatement,
  { now, leaseUntil }: { readonly now: Date; readonly leaseUntil: Date },
  { limit, each, eachFailing, taken }: DeliveryRoom,
): Promise<ClaimedDelivery[]> {
  const counts = [[...taken.keys()], [...taken.values()]];
  return run(claim, [now, leaseUntil, ...counts, each, eachFailing, limit]);
}

/** Locks the deliveries of $1 in the order of their ids, in which a join or a scan of the table would not find them. */
const locked = `locked AS MATERIALIZED (
    SELECT id FROM webhook_deliveries WHERE id = ANY ($1::text[]) ORDER BY id FOR NO KEY UPDATE)`;

const release = {
  name: "release_webhooks",
  text: `
  WITH ${locked}
  UPDATE webhook_deliveries delivery SET leased_until = NULL
    FROM unnest($1::text[], $2::timestamptz[]) AS given (id, leased_until)
   WHERE delivery.id = ANY (ARRAY(SELECT id FROM locked)) AND delivery.id = given.id
     AND delivery.leased_until = given.leased_until`,
};

/** Ends the leases of deliveries, unless another process has claimed them since. */
export async function endLeases(
  db: Queryable,
  leased: readonly { readonly id: string; readonly leaseUntil: Date }[],
): Promise<void> {
  const leases = leased.map(({ leaseUntil }) => leaseUntil);
  await runStatement(db, release, [leased.map(({ id }) => id), leases]);
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
 * Counts pending deliveries, and finds the oldest due one whose endpoint does not fail. A queue at a failing endpoint
 * says nothing about this service.
 *
 * @param max where counting stops
 */
export async function countPending(
  db: Queryable,
  now: Date,
  max: number,
): Promise<{ due: number; scheduled: number; oldestDueAt: Date | null }> {
  type Row = Awaited<ReturnType<typeof countPending>>;
  const [row] = await runStatement<Row>(db, count, [now, max]);
  if (row === undefined) throw new Error("A SELECT without FROM must return one row.");
  return row;
}

/** The result of an attempt. */
export interface DeliveryOutcome {
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
  WITH ${locked}
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
   WHERE delivery.id = ANY (ARRAY(SELECT id FROM locked)) AND delivery.id = outcome.id
     AND delivery.leased_until = outcome."leaseUntil"`,
};

/**
 * Stores the results of attempts. The attempt of a delivery that has ended in the meantime is stored too. If another
 * process has claimed the delivery since, nothing is stored: that process stores its own attempt. The ids are passed
 * twice so that Postgres knows how few there are: for JSON it expects a hundred rows, and would scan the table.
 */
export async function noteOutcomes(
  db: Queryable,
  outcomes: readonly DeliveryOutcome[],
  now: Date,
): Promise<void> {
  const ids = outcomes.map(({ id }) => id);
  await runStatement(db, note, [ids, JSON.stringify(outcomes), now]);
}
