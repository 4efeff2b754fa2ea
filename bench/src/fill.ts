import type { Client } from "pg";
import type { Names } from "./events.ts";
import type { Subscriber } from "./service.ts";
import { withClient } from "./with-client.ts";

/** How many events each subscription is given, and how many of them each of its invoices names. */
const eventsEach = 1_000;
const eventsBilled = 20;
/** Every other event names an invoice. */
const invoicesEach = eventsEach / 2 / eventsBilled;

/** An event's: its time and chance, as the service's are. */
const eventId =
  "'e' || lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 11, '0')" +
  " || left(md5(n || '/' || random()), 12)";

/** How many events one statement writes. */
const chunk = 100_000;

/** Of the copied records, as SQL: the same for the same number, and in no order. */
const idOf = (letter: string, text: string) => `'${letter}' || left(md5(${text}), 23)`;
const userId = idOf("u", "'user' || i");
const sessionId = idOf("h", "'session' || i");
const subscriptionId = idOf("s", "'subscription' || i");
const invoiceId = (place: string) => idOf("i", `'invoice' || i || '/' || ${place}`);

/**
 * Writes subscriptions and their events by SQL, past the service: each has a user of its own and 25 open
 * invoices of 20 events. Events come to the subscriptions in turn, as time goes on, so that those of one
 * lie far apart; every index grows as it would in use.
 *
 * @param original what the subscriptions are copies of, but for their ids
 * @param of.used how many of the subscriptions have events: 1,000 each
 * @param of.billed whether there are invoices
 * @returns how many events were written a second
 */
export function fill(
  databaseUrl: string,
  original: Subscriber & Names,
  of: { readonly subscriptions: number; readonly used: number; readonly billed: boolean },
): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    // What follows is right by itself, and is lost as a whole if the machine stops.
    await client.query("SET session_replication_role = replica");
    await client.query("SET synchronous_commit = off");
    // Or checkpoints every gigabyte would write most of the indexes' pages again and again.
    await client.query("ALTER SYSTEM SET max_wal_size = '16GB'");
    await client.query("SELECT pg_reload_conf()");
    await copySubscribers(client, original, of.subscriptions, of.billed ? invoicesEach : 0);
    const begin = performance.now();
    await writeEvents(client, original, of.used, of.billed);
    const rate = (of.used * eventsEach) / ((performance.now() - begin) / 1_000);
    await client.query("VACUUM ANALYZE");
    await client.query("ALTER SYSTEM RESET max_wal_size");
    await client.query("SELECT pg_reload_conf()");
    await client.query("CHECKPOINT");
    return rate;
  });
}

/**
 * Writes subscriptions by SQL, past the service: each has a user and an open invoice of its own.
 *
 * @param original what they are copies of, but for their ids
 * @returns what their events name, in no order
 */
export function fillSubscriptions(
  databaseUrl: string,
  original: Subscriber & Names,
  count: number,
): Promise<Names[]> {
  return withClient(databaseUrl, async (client) => {
    await client.query("SET session_replication_role = replica");
    await copySubscribers(client, original, count, 1);
    await client.query("VACUUM ANALYZE");
    const { rows } = await client.query<Names>(
      `SELECT service_id AS "serviceId", subscription_id AS "subscriptionId", user_id AS "userId",
              id AS "invoiceId"
         FROM invoices WHERE id <> $1 ORDER BY id`,
      [original.invoiceId],
    );
    return rows;
  });
}

async function copySubscribers(
  client: Client,
  original: Subscriber & Names,
  count: number,
  invoices: number,
) {
  const copy = (table: string, id: string, changes: Readonly<Record<string, string>>, each = 1) => {
    const fields = Object.entries(changes).map(([column, sql]) => `'${column}', ${sql}`);
    return client.query(
      `INSERT INTO ${table} SELECT copied.*
         FROM ${table} original, generate_series(1, ${count}) i, generate_series(1, ${each}) j,
              jsonb_populate_record(original, jsonb_build_object(${fields.join()})) copied
        WHERE original.id = $1`,
      [id],
    );
  };
  const email = "'payer' || i || '@example.com'";
  await copy("users", original.userId, { id: userId, email, email_key: email });
  const session = "SELECT checkout_session_id AS id FROM subscriptions WHERE id = $1";
  const { rows } = await client.query(session, [original.subscriptionId]);
  await copy("checkout_sessions", rows[0].id, {
    id: sessionId,
    user_id: userId,
    invoice_id: sessionId,
    subscription_id: subscriptionId,
  });
  await copy("subscriptions", original.subscriptionId, {
    id: subscriptionId,
    user_id: userId,
    checkout_session_id: sessionId,
  });
  await copy(
    "invoices",
    original.invoiceId,
    {
      id: invoiceId("(j - 1)"),
      user_id: userId,
      subscription_id: subscriptionId,
      link_token: invoiceId("(j - 1)"),
    },
    invoices,
  );
}

/** The last 30 days' events, the oldest first. */
async function writeEvents(
  client: Client,
  { serviceId }: Names,
  subscriptions: number,
  billed: boolean,
) {
  const rows = subscriptions * eventsEach;
  const monthMs = 30 * 86_400_000;
  const begin = new Date(Date.now() - monthMs).toISOString();
  for (let from = 0; from < rows; from += chunk) {
    if (from > 0 && from % 1_000_000 === 0) {
      process.stderr.write(`${from.toLocaleString("en")} of ${rows.toLocaleString("en")} rows\n`);
    }
    await client.query(
      `INSERT INTO usage_events (id, service_id, owner_id, subscription_id, user_id, invoice_id,
                                 event_key, quantity, occurred_at, created_at)
       SELECT ${eventId}, service.id, service.owner_id, ${subscriptionId},
              ${userId},
              CASE WHEN ${billed} AND k % 2 = 0 THEN ${invoiceId(`k / ${2 * eventsBilled}`)} END,
              'requests:' || to_char(timestamp '2026-01-01' + k * interval '1 hour',
                                     'YYYY-MM-DD"T"HH24'),
              round((random() * 1000)::numeric, 6), at - interval '2 seconds', at
         FROM services service, generate_series($2::bigint, $3::bigint) n,
              LATERAL (SELECT 1 + n * 7919 % $4::bigint AS i, n / $4::bigint AS k,
                              $5::timestamptz + n * $6::interval AS at) AS place
        WHERE service.id = $1`,
      [
        ...[serviceId, from, Math.min(from + chunk, rows) - 1, subscriptions],
        ...[begin, `${monthMs / rows} milliseconds`],
      ],
    );
  }
}
