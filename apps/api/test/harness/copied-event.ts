import { sql } from "./database.ts";

/* Usage events that the API would not record, written by SQL. */

/** The columns that bind a usage event to other records. */
export const bindingColumns = [
  "service_id",
  "user_id",
  "owner_id",
  "subscription_id",
  "invoice_id",
] as const;

interface Invoice {
  readonly id: string;
  readonly serviceId: string;
  readonly userId: string;
  readonly subscriptionId: string;
  readonly service: { readonly ownerId: string };
}

/** Copies an event, except for one column, whose value is taken from an event of another invoice. */
export function copyEventWithAnothers(
  databaseUrl: string,
  eventId: string,
  column: (typeof bindingColumns)[number],
  { id, serviceId, userId, subscriptionId, service }: Invoice,
): Promise<unknown> {
  const anothers = {
    service_id: serviceId,
    user_id: userId,
    owner_id: service.ownerId,
    subscription_id: subscriptionId,
    invoice_id: id,
  };
  const changed = { id: "copy", event_key: "copy", [column]: anothers[column] };
  return sql(
    databaseUrl,
    `INSERT INTO usage_events
     SELECT (jsonb_populate_record(one, $2::jsonb)).* FROM usage_events AS one WHERE id = $1`,
    [eventId, JSON.stringify(changed)],
  );
}

/** The error of Postgres. */
export const boundToOthers =
  /violates foreign key constraint "usage_events_(subscription|invoice)_id_/;
