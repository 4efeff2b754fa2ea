import type { InTransaction, Queryable } from "../db/client.ts";
import {
  type Email,
  Prisma,
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookEvent,
} from "../db/generated/client.ts";
import { type AnyTransaction, runStatement } from "../db/statements.ts";
import { newId } from "../kit/ids.ts";
import { transition } from "../kit/state-table.ts";
import type { CoreParts } from "../operation/ports/parts.ts";
import { deliveryStates } from "../schemas/states.ts";

const { sql } = Prisma;

/** The id of a delivery, made of the event and the endpoint: each pair has one delivery. */
export const deliveryId = (endpointId: Prisma.Sql, eventId: Prisma.Sql) =>
  sql`'d' || left(md5(${endpointId} || ${eventId}), 23)`;

interface NewEvent {
  readonly id: string;
  readonly serviceId: string;
  readonly data: object;
}

const insert = {
  name: "insert_webhook_events",
  text: `
  WITH event AS (
    INSERT INTO webhook_events (id, type, service_id, owner_id, data, created_at)
    SELECT given.id, $1::text, service.id, service.owner_id, given.data, $3::timestamptz
      FROM json_to_recordset($2::json) AS given (id text, "serviceId" text, data json)
      JOIN services service ON service.id = given."serviceId"
    RETURNING id, type, service_id, owner_id)
  INSERT INTO webhook_deliveries
    (id, endpoint_id, owner_id, event_id, event_type, status, next_attempt_at, created_at, updated_at)
  SELECT ${deliveryId(sql`endpoint.id`, sql`event.id`).sql}, endpoint.id, endpoint.owner_id, event.id,
         event.type, 'PENDING', $3, $3, $3
    FROM event JOIN webhook_endpoints endpoint
      ON endpoint.status = 'ENABLED'
     AND (endpoint.owner_id IS NULL OR endpoint.owner_id = event.owner_id)
     AND (endpoint.service_id IS NULL OR endpoint.service_id = event.service_id)
     AND endpoint.events && ARRAY[event.type, '*']`,
};

/**
 * Inserts events, each of which belongs to the seller of its service, and a delivery of each for every endpoint that
 * subscribes to it: the endpoint is enabled, belongs to the event's seller or to the platform, and covers the event's
 * service and type.
 */
export async function insertEvents(
  tx: AnyTransaction,
  type: string,
  events: readonly NewEvent[],
  now: Date,
): Promise<void> {
  await runStatement(tx, insert, [type, JSON.stringify(events), now]);
}

const insertOfEmails = {
  name: "insert_emails",
  text: `
  INSERT INTO emails
    (id, kind, once_key, owner_id, service_id, user_id, invoice_id, event_id, credit_note_id, dispute_id,
     recipient, status, next_attempt_at, created_at, updated_at)
  SELECT given.id, $1, given."onceKey", coalesce(invoice.owner_id, event.owner_id),
         coalesce(invoice.service_id, event.service_id), subscriber.id, invoice.id, event.id,
         given."creditNoteId", given."disputeId", subscriber.email, 'PENDING', $3::timestamptz, $3, $3
    FROM json_to_recordset($2::json)
      AS given (id text, "invoiceId" text, "eventId" text, "creditNoteId" text, "disputeId" text, "onceKey" text)
    LEFT JOIN invoices invoice ON invoice.id = given."invoiceId"
    LEFT JOIN webhook_events event ON event.id = given."eventId"
    LEFT JOIN subscriptions subscription ON subscription.id = event.data->'crossing'->>'subscriptionId'
    LEFT JOIN balances balance ON balance.id = event.data->'crossing'->>'balanceId'
    JOIN users subscriber ON subscriber.id = coalesce(invoice.user_id, subscription.user_id, balance.user_id)
   WHERE subscriber.email NOT LIKE '%.invalid'
   ORDER BY given."onceKey"
  ON CONFLICT (once_key) DO NOTHING
  RETURNING id`,
};

/**
 * Inserts e-mails to the users whom invoices bill or alerts are about, except those whose key has one already, and those to
 * the domain `invalid`, which has no mailboxes (RFC 2606).
 *
 * @returns the ids of the new ones
 */
export async function insertEmails(
  tx: Queryable,
  kind: string,
  emails: readonly Pick<
    Email,
    "id" | "invoiceId" | "eventId" | "creditNoteId" | "disputeId" | "onceKey"
  >[],
  now: Date,
): Promise<string[]> {
  const values = [kind, JSON.stringify(emails), now];
  const rows = await runStatement<{ readonly id: string }>(tx, insertOfEmails, values);
  return rows.map(({ id }) => id);
}

/** Deletes the oldest e-mails before a moment. @returns how many */
async function forgetEmailsBefore(db: Queryable, moment: Date, atATime: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM emails WHERE id IN (
      SELECT id FROM emails WHERE created_at < ${moment} ORDER BY created_at LIMIT ${atATime})`;
}

/** Deletes the oldest events before a moment, with their deliveries. @returns how many events */
async function forgetEventsBefore(db: Queryable, moment: Date, atATime: number): Promise<number> {
  // The foreign key would delete the deliveries too, but in the order of the events.
  return db.$executeRaw`
    WITH old AS MATERIALIZED (
      SELECT id FROM webhook_events WHERE created_at < ${moment}
       ORDER BY created_at, id LIMIT ${atATime} FOR UPDATE),
    old_delivery AS MATERIALIZED (
      SELECT id FROM webhook_deliveries WHERE event_id = ANY (ARRAY(SELECT id FROM old))
       ORDER BY id FOR UPDATE),
    forgotten AS (
      DELETE FROM webhook_deliveries WHERE id = ANY (ARRAY(SELECT id FROM old_delivery)))
    DELETE FROM webhook_events WHERE id = ANY (ARRAY(SELECT id FROM old))`;
}

/** Creates a delivery of one event to one endpoint, whatever types the endpoint subscribes to. */
export function sendEvent(
  { tx, now }: InTransaction,
  { id: eventId, type: eventType }: WebhookEvent,
  { id: endpointId, ownerId }: WebhookEndpoint,
): Promise<WebhookDelivery> {
  const event = { id: newId(), endpointId, ownerId, eventId, eventType };
  const times = { nextAttemptAt: now, createdAt: now, updatedAt: now };
  return tx.webhookDelivery.create({ data: { ...event, status: "PENDING", ...times } });
}

/**
 * Fails the pending deliveries of an endpoint that gets no more events, including those that a process is attempting. The
 * endpoint's row is locked.
 */
export function giveUpDeliveries(
  { tx, now }: InTransaction,
  endpointId: string,
  reason: string,
): Promise<void> {
  return failPendingWhere(tx, sql`endpoint_id = ${endpointId}`, reason, now);
}

/**
 * Locks deliveries until the transaction ends: some by their ids, and the pending ones of endpoints. A transaction that
 * changes deliveries by more than one statement locks all of them by this one first.
 *
 * @returns the pending ones of the endpoints
 */
export async function lockDeliveries(
  tx: Queryable,
  { ids, pendingOf }: { readonly ids: readonly string[]; readonly pendingOf: readonly string[] },
): Promise<Pick<WebhookDelivery, "id" | "endpointId">[]> {
  const rows = await tx.$queryRaw<Pick<WebhookDelivery, "id" | "endpointId" | "status">[]>`
    SELECT id, endpoint_id AS "endpointId", status FROM webhook_deliveries
     WHERE id = ANY (${[...ids]} || ARRAY(
             SELECT id FROM webhook_deliveries
              WHERE endpoint_id = ANY (${[...pendingOf]}) AND status = 'PENDING'))
     ORDER BY id FOR NO KEY UPDATE`;
  return rows.filter(
    ({ endpointId, status }) => status === "PENDING" && pendingOf.includes(endpointId),
  );
}

/** Fails pending deliveries that this transaction has locked. */
export function failLocked(
  { tx, now }: InTransaction,
  ids: readonly string[],
  reason: string,
): Promise<void> {
  return failPendingWhere(tx, sql`id = ANY (${[...ids]})`, reason, now);
}

/**
 * Job: fails pending deliveries of disabled endpoints. Disabling an endpoint fails its deliveries, but misses those
 * that a concurrent transaction is writing.
 */
export function giveUpStragglers({ db, clock }: CoreParts): Promise<void> {
  const disabled = sql`SELECT id FROM webhook_endpoints WHERE status = 'DISABLED'`;
  const reason = "The endpoint was disabled.";
  return failPendingWhere(db, sql`endpoint_id IN (${disabled})`, reason, clock.now());
}

async function failPendingWhere(
  db: Queryable,
  condition: Prisma.Sql,
  reason: string,
  now: Date,
): Promise<void> {
  const { to: failed } = transition(deliveryStates, "fail");
  await db.$executeRaw`
    WITH pending AS MATERIALIZED (
      SELECT id FROM webhook_deliveries
       WHERE ${condition} AND status = 'PENDING' ORDER BY id FOR NO KEY UPDATE)
    UPDATE webhook_deliveries
       SET status = ${failed}::webhook_delivery_status, next_attempt_at = NULL, reason = ${reason}, updated_at = ${now}
     WHERE id IN (SELECT id FROM pending)`;
}

const keptMs = 30 * 24 * 60 * 60 * 1_000;
/** How many rows one statement deletes; an event with its deliveries. */
const pageSize = 1_000;

/** Job: deletes events older than 30 days with their deliveries, and e-mails of that age. */
export async function forgetOldEvents({ db, clock }: CoreParts): Promise<void> {
  const moment = new Date(clock.now().getTime() - keptMs);
  while ((await forgetEventsBefore(db, moment, pageSize)) === pageSize);
  while ((await forgetEmailsBefore(db, moment, pageSize)) === pageSize);
}
