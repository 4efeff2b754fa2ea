import type { Names } from "./events.ts";
import { withClient } from "./with-client.ts";

/** What of a filled database is asked for, and how large it is. */
export interface Filled {
  /** Whose events are taken: subscriptions in no order, each with one of its invoices. */
  readonly names: readonly Names[];
  /** A subscription that is none of those and has 1,000 events; its invoice has 20. */
  readonly read: Names;
  /** When the middle one of all events was made, as text in ISO 8601. */
  readonly middle: string;
  /** In bytes: `usage_events` with all that belongs to it, its rows alone, and each of its indexes. */
  readonly sizes: ReadonlyMap<string, number>;
}

/** @param count of names, at most */
export function lookAt(databaseUrl: string, count: number): Promise<Filled> {
  return withClient(databaseUrl, async (client) => {
    const all = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...values])).rows;
    const [read] = await all<Names>(
      `SELECT service_id AS "serviceId", subscription_id AS "subscriptionId", user_id AS "userId",
              invoice_id AS "invoiceId"
         FROM usage_events WHERE invoice_id IS NOT NULL ORDER BY created_at DESC LIMIT 1`,
    );
    if (read === undefined) throw new Error("No event names an invoice.");
    const names = await all<Names>(
      `SELECT DISTINCT ON (subscription_id) service_id AS "serviceId",
              subscription_id AS "subscriptionId", user_id AS "userId", id AS "invoiceId"
         FROM invoices WHERE subscription_id <> $1 ORDER BY subscription_id, id LIMIT $2`,
      [read.subscriptionId, count],
    );
    const [middle] = await all<{ at: Date }>(
      `SELECT created_at AS at FROM usage_events ORDER BY created_at
       OFFSET (SELECT count(*) / 2 FROM usage_events) LIMIT 1`,
    );
    const sizes = await all<{ name: string; bytes: string }>(
      `SELECT 'usage_events and its indexes' AS name,
              pg_total_relation_size('usage_events') AS bytes
       UNION ALL SELECT 'rows', pg_table_size('usage_events')
       UNION ALL (SELECT indexrelid::regclass::text, pg_relation_size(indexrelid)
                    FROM pg_index WHERE indrelid = 'usage_events'::regclass ORDER BY 2 DESC)`,
    );
    return {
      names,
      read,
      middle: middle?.at.toISOString() ?? "",
      sizes: new Map(sizes.map(({ name, bytes }) => [name, Number(bytes)])),
    };
  });
}

/** Takes all events out, at once. */
export async function emptyOut(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, (client) => client.query("TRUNCATE usage_events"));
}
