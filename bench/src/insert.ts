import type { Names } from "./events.ts";

/**
 * The SQL of an INSERT of usage events alone, without any check: what a row costs the database itself.
 * Every other row names the invoice. Rows are as long as those of the service, and keys go up as there.
 *
 * @param rows how many in one statement
 * @param keys begins the events' keys; nobody else's does
 * @param given names two numbers: `random` makes the ids, `sequence` the keys
 */
export function insertOf(
  { serviceId, subscriptionId, userId, invoiceId }: Names,
  rows: number,
  keys: string,
  given: { readonly random: string; readonly sequence: string },
): string {
  const source = rows === 1 ? "(SELECT 1 AS i) AS one" : `generate_series(1, ${rows}) AS i`;
  return (
    "INSERT INTO usage_events (id, service_id, owner_id, subscription_id, user_id, invoice_id," +
    " event_key, quantity, occurred_at, created_at)" +
    ` SELECT 'k' || lpad((${given.random}::bigint + i)::text, 23, '0'), '${serviceId}',` +
    ` (SELECT owner_id FROM services WHERE id = '${serviceId}'), '${subscriptionId}',` +
    ` '${userId}', CASE WHEN (${given.sequence}::bigint + i) % 2 = 0 THEN '${invoiceId}' END,` +
    ` '${keys}' || lpad((${given.sequence}::bigint * ${rows} + i)::text, 14, '0'),` +
    ` 2.5, now(), now() FROM ${source}`
  );
}
