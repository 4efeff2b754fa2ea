import type { Invoice, Service, Subscription, User } from "../db/generated/client.ts";
import { jsonObject, type SqlJson } from "../db/json-rows.ts";
import type { RunStatement } from "../db/statements.ts";
import type { Reported } from "../ports/meter.ts";

/** The records that events refer to, by id, as of the statement that recorded the events. */
export interface Parents {
  readonly subscriptions: ReadonlyMap<string, Subscription>;
  readonly services: ReadonlyMap<string, Service>;
  readonly users: ReadonlyMap<string, User>;
  readonly invoices: ReadonlyMap<string, Invoice>;
}

const parent = {
  subscription: jsonObject("one", "Subscription"),
  service: jsonObject("one", "Service"),
  user: jsonObject("one", "User"),
  invoice: jsonObject("one", "Invoice"),
};

/** The events, as rows. */
export const givenEvents = `given AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
                         $7::text[], $8::text[], $9::text[], $10::numeric[], $11::timestamptz[])
               WITH ORDINALITY
        AS given (id, tenant, service_id, subscription_id, user_id, invoice_id, api_key_id,
                  idempotency_hash, event_key, quantity, occurred_at, place)
  )`;

/** Those of them that are valid, from FROM on. */
export const validEvents = `
      FROM given
      JOIN subscriptions subscription
        ON subscription.id = given.subscription_id
       AND subscription.service_id = given.service_id AND subscription.user_id = given.user_id
       AND (given.tenant IS NULL OR subscription.owner_id = given.tenant)
       AND subscription.status = 'ACTIVE'
       AND (subscription.current_period_end IS NULL OR subscription.current_period_end > $12)
      LEFT JOIN invoices invoice ON invoice.id = given.invoice_id
     WHERE given.invoice_id IS NULL
        OR (invoice.service_id = given.service_id AND invoice.user_id = given.user_id
            AND (invoice.status <> 'OPEN' OR invoice.due_at IS NULL OR invoice.due_at > $12))`;

/** The records that all of them reference, for a SELECT list. */
export const parentsOfGiven = `
         (SELECT json_agg(${parent.subscription.sql})
            FROM subscriptions one WHERE id IN (SELECT subscription_id FROM given)) AS subscriptions,
         (SELECT json_agg(${parent.service.sql})
            FROM services one WHERE id IN (SELECT service_id FROM given)) AS services,
         (SELECT json_agg(${parent.user.sql})
            FROM users one WHERE id IN (SELECT user_id FROM given)) AS users,
         (SELECT json_agg(${parent.invoice.sql})
            FROM invoices one
           WHERE id IN (SELECT invoice_id FROM given WHERE invoice_id IS NOT NULL)) AS invoices`;

/**
 * Records the events that are valid and reads the records that all events reference, in one statement and so one
 * commit. Every process inserts rows in the same order: otherwise two of them could deadlock on unique keys.
 */
const text = `
  WITH ${givenEvents}, recorded AS (
    INSERT INTO usage_events (id, service_id, owner_id, subscription_id, user_id, invoice_id,
                              api_key_id, idempotency_hash, event_key, quantity, occurred_at,
                              created_at)
    SELECT given.id, given.service_id, subscription.owner_id, given.subscription_id, given.user_id,
           given.invoice_id, given.api_key_id, given.idempotency_hash, given.event_key,
           given.quantity, given.occurred_at, $12 ${validEvents}
     ORDER BY given.subscription_id, given.event_key, given.place
    ON CONFLICT (subscription_id, event_key) DO NOTHING
    RETURNING id
  )
  SELECT (SELECT json_agg(id) FROM recorded) AS recorded, ${parentsOfGiven}`;

/** What was done with events. */
export interface Inserted {
  /** The ids of the recorded events. */
  readonly recorded: ReadonlySet<string>;
  /** By the ids of events of which it is unknown whether they were recorded: why. */
  readonly failed: ReadonlyMap<string, unknown>;
  /** Of all events. */
  readonly parents: Parents;
}

/** Records events. */
export type InsertUsage = (
  events: readonly (Reported & { readonly id: string })[],
  now: Date,
) => Promise<Inserted>;

/**
 * Records each event whose subscription is `ACTIVE` in a current period, belongs to the event's service and user and to
 * the tenant, and has no event with the same key; and whose invoice, if any, belongs to the service and user and is not
 * past due.
 * One statement does it: all of them are recorded, or none is.
 */
export const insertUsage =
  (run: RunStatement): InsertUsage =>
  async (events, now) => {
    const [answer] = await run<{ readonly recorded: string[] | null } & ParentRows>(
      { name: "record_usage", text },
      valuesOf(events, now),
    );
    if (answer === undefined) throw new Error("A SELECT without FROM answers with one row.");
    return {
      recorded: new Set(answer.recorded),
      failed: new Map(),
      parents: readParents(answer),
    };
  };

/** The values of a statement with `givenEvents`. */
export function valuesOf(
  events: readonly (Reported & { readonly id: string })[],
  now: Date,
): unknown[] {
  const inputs = events.map(({ input }) => input);
  return [
    events.map(({ id }) => id),
    events.map(({ tenant }) => tenant),
    inputs.map(({ serviceId }) => serviceId),
    inputs.map(({ subscriptionId }) => subscriptionId),
    inputs.map(({ userId }) => userId),
    inputs.map(({ invoiceId }) => invoiceId ?? null),
    events.map(({ apiKeyId }) => apiKeyId),
    events.map(({ idempotencyHash }) => idempotencyHash),
    inputs.map(({ eventKey }) => eventKey),
    inputs.map(({ quantity }) => quantity.toFixed()),
    inputs.map(({ occurredAt }) => (occurredAt ?? now).toISOString()),
    now.toISOString(),
  ];
}

/** The row of a statement with `parentsOfGiven`. */
export type ParentRows = { readonly [name in keyof Parents]: unknown[] | null };

export const readParents = (rows: ParentRows): Parents => ({
  subscriptions: byId(parent.subscription, rows.subscriptions),
  services: byId(parent.service, rows.services),
  users: byId(parent.user, rows.users),
  invoices: byId(parent.invoice, rows.invoices),
});

function byId<Row extends { readonly id: string }>(
  { read }: SqlJson<Row>,
  rows: readonly unknown[] | null,
): ReadonlyMap<string, Row> {
  return new Map((rows ?? []).map(read).map((row) => [row.id, row]));
}
