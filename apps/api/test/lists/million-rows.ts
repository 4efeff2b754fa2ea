import { Client } from "pg";

/*
 * A million rows in every table that has a list. Most rows i belong to rows i of the other tables. A big seller has
 * every fiftieth row, all on the first service, plan, subscription and so on; a busy payer has every twentieth.
 * Their rows are spread over all times, so that they are only together in an index that sorts them so, and four
 * rows at a time have the same time.
 * Usage events of others than the big seller also belong to few rows: another fiftieth of them belongs to twelve
 * subscriptions in turn, each of its own service. Eight of these belong to a small seller, eight to a small payer,
 * and four to both.
 */

const million = 1_000_000;

export const bigSeller = "seller";
export const busyPayer = "payer";
export const smallSeller = "small-seller";
export const smallPayer = "small-payer";
/** A service of the small seller to which the small payer has subscribed. */
export const smallOne = "10000005";
/** The records that the big seller's rows belong to. */
export const bigOne = "10000000";
/** The key of a usage event of the big seller's subscription. */
export const someEvent = "10500000";
/** Records of another seller that have rows. */
export const someoneElses = "10000001";

/** The time at which a part of the rows had been created: 0.5 is the middle of them. */
export function momentAt(part: number): Date {
  return new Date(Date.parse("2020-01-01T00:00:00.000Z") + (part * million * 1_000) / 4);
}

/**
 * SQL expressions of a row's number: its id, its seller, its payer, and the row of other tables that it belongs to.
 */
const idOf = (i: string) => `(10000000 + ${i})::text`;
const sellerOf = (i: string) =>
  `CASE WHEN ${i} % 50 = 0 THEN '${bigSeller}' WHEN ${i} BETWEEN 1 AND 8 THEN '${smallSeller}'
        ELSE 'u' || left(${idOf(i)}, 6) END`;
const payerOf = (i: string) =>
  `CASE WHEN ${i} % 20 = 0 THEN '${busyPayer}' WHEN ${i} BETWEEN 5 AND 12 THEN '${smallPayer}'
        ELSE 'u' || left(${idOf(i)}, 6) END`;
const bigOf = (i: string) => `CASE WHEN ${i} % 50 = 0 THEN '${bigOne}' ELSE ${idOf(i)} END`;
/** The subscription of usage event i. The event's other records are those of the subscription. */
const used = "(CASE i % 50 WHEN 0 THEN 0 WHEN 25 THEN 1 + i / 50 % 12 ELSE i END)";

/** A table with the values that the rows of all tables are made of, computed once. */
const numbers = `
  CREATE UNLOGGED TABLE numbers AS
  SELECT i, ${idOf("i")} AS id, to_timestamp(${momentAt(0).getTime() / 1_000} + i / 4) AS at,
         ${bigOf("i")} AS big, ${sellerOf("i")} AS seller, ${payerOf("i")} AS payer
    FROM generate_series(0, ${million - 1}) AS i`;

/** The state of most rows, and other states in turn. */
const oneOf = (type: string, usual: string, ...others: string[]) =>
  `CASE WHEN i % 10 = 0 THEN ('{${others.join(",")}}'::${type}[])[i / 100 % ${others.length} + 1]
        ELSE '${usual}'::${type} END`;
const times = { created_at: "at", updated_at: "at" };
const ofSeller = { id: "id", owner_id: "seller" };
const ofService = { ...ofSeller, service_id: "big" };
const ofUser = { ...ofService, user_id: "payer" };
const usdc = { amount: "1", currency: "'USDC'" };

/** Each table's columns, as SQL over a number; all others are null. */
const tables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  services: {
    ...ofSeller,
    name: "''",
    status: "'ACTIVE'::service_status",
    ...times,
  },
  payment_plans: {
    ...ofService,
    name: "''",
    pricing_type: "'USAGE_BASED'::pricing_type",
    billing_interval: "'NONE'::billing_interval",
    ...usdc,
    ...times,
  },
  checkout_sessions: {
    ...ofUser,
    payment_plan_id: "big",
    status: oneOf("checkout_session_status", "PAID", "PENDING", "EXPIRED", "CANCELLED"),
    expires_at: "at",
    invoice_id: "id",
    subscription_id: "id",
    ...times,
  },
  subscriptions: {
    ...ofUser,
    status: oneOf("subscription_status", "ACTIVE", "CANCELLED"),
    payment_plan_id: "big",
    checkout_session_id: "id",
    current_period_start: "at",
    current_period_end: "at",
    billing_anchor: "at",
    ended_at: "CASE WHEN i % 10 = 0 THEN at END",
    ...times,
  },
  balances: {
    ...ofService,
    user_id: "'u' || id", // one balance of a service and a user
    status: oneOf("balance_status", "ACTIVE", "FROZEN"),
    available: "CASE WHEN i % 10 = 0 THEN -1 ELSE 0 END",
    held: "0",
    unsettled: "0",
    overdraft: "0",
    position: "0",
    ...times,
  },
  invoices: {
    ...ofUser,
    payment_plan_id: "big",
    subscription_id: "big",
    status: oneOf("invoice_status", "PAID", "DRAFT", "OPEN", "VOID", "EXPIRED"),
    due_at: "at",
    collect_at: "at",
    bill_hash: "''",
    ...usdc,
    ...times,
  },
  subscribers: {
    id: "id",
    tenant: "CASE WHEN i % 50 = 0 THEN seller WHEN i % 2 = 0 THEN '' ELSE seller END",
    email_key: "'pat' || id || '@example.com'",
    created_at: "at",
  },
  usage_events: {
    id: "id",
    service_id: bigOf(used),
    owner_id: sellerOf(used),
    subscription_id: bigOf(used),
    user_id: payerOf(used),
    invoice_id: `CASE WHEN i % 2 = 0 THEN ${bigOf(used)} END`,
    event_key: "id",
    quantity: "1",
    occurred_at: "at",
    created_at: "at",
  },
  usage_sums: {
    record_id: "big",
    starts_at: `to_timestamp(${momentAt(0).getTime() / 1_000} + i / 50 * 900)`, // a quarter of an hour for each of the big one
    prefix: "'calls'",
    quantity: "1",
    count: "1",
    late_quantity: "0",
    late_count: "0",
  },
  credit_notes: {
    ...ofUser,
    invoice_id: "big",
    status: oneOf("credit_note_status", "ISSUED", "APPLIED", "REFUNDING", "REFUNDED"),
    reason: "''",
    ...usdc,
    ...times,
  },
  alerts: {
    id: "id",
    service_id: "big",
    owner_id: "seller",
    watches: "'cap'",
    target_id: "id",
    recovery: "false",
    tells_subscriber: "false",
    created_at: "at",
  },
  usage_limits: {
    id: "id",
    service_id: "big",
    owner_id: "seller",
    name: "id",
    scope: "'subscription'",
    measure: "'count'",
    max: "1",
    '"window"': "'ever'",
    action: "'REJECT'",
    ...times,
  },
  disputes: {
    ...ofUser,
    invoice_id: "big",
    // An invoice has one that is open.
    status: oneOf("dispute_status", "ACCEPTED", "DECLINED"),
    closed_at: "at",
    usage_events: "'[]'",
    reason: "''",
    ...usdc,
    ...times,
  },
  x402_payments: {
    id: "id",
    invoice_id: "id",
    service_id: "big",
    owner_id: "seller",
    payment_plan_id: "big",
    api_key_id: "''",
    chain_id: "1",
    token: "id",
    payer: "payer",
    // Wallets draw them.
    nonce: "id",
    fingerprint: "''",
    amount: "1",
    created_at: "at",
  },
  settlements: {
    id: "id",
    invoice_id: `CASE WHEN i % 100 = 0 THEN '${bigOne}' ELSE id END`,
    service_id: "big",
    payer_id: "payer",
    merchant_id: "seller",
    payer_address: "''",
    merchant_address: "''",
    reference_hash: "''",
    reference_key: "id",
    transaction_hash: "'0x' || lpad(to_hex(i), 64, '0')",
    // An invoice has one settlement that has not failed permanently, and any number that have.
    status: `CASE WHEN i % 100 = 0 THEN 'FAILED'::settlement_status ELSE
             ${oneOf("settlement_status", "CONFIRMED", "PENDING", "SUBMITTED", "FAILED", "TIMED_OUT")} END`,
    recorded_at: "at",
    ...usdc,
    ...times,
  },
  api_keys: {
    id: "id",
    user_id: "seller",
    name: "''",
    scopes: "'{}'",
    hash: "CASE WHEN i / 50 % 10 > 0 THEN id END",
    wallet_address: "CASE WHEN i / 50 % 10 = 0 THEN id END",
    start: "''",
    last_four: "''",
    created_at: "at",
  },
  audit_events: {
    ...ofSeller,
    api_key_id: "payer",
    operation: "'invoices.create'",
    record_id: "big",
    request_id: "''",
    created_at: "at",
  },
  test_clocks: { ...ofSeller, status: "'READY'", now: "at", ...times },
  portal_sessions: {
    ...ofSeller,
    user_id: "payer",
    token_hash: "id",
    api_key_id: "''",
    scopes: "'{}'",
    created_at: "at",
    expires_at: "at",
  },
  dashboard_sessions: {
    ...ofSeller,
    api_key_id: "''",
    link_hash: "id",
    key_hash: "id",
    scopes: "'{*}'",
    created_at: "at",
    expires_at: "at",
  },
  webhook_events: {
    ...ofService,
    type: "CASE WHEN i % 10 = 0 THEN 'invoice.paid' ELSE 'invoice.created' END",
    data: "'{}'",
    created_at: "at",
  },
  emails: {
    ...ofUser,
    kind: "'invoice.paid'",
    invoice_id: "big",
    recipient: "''",
    recipient_key: "''",
    status: oneOf("email_status", "SENT", "FAILED", "PENDING", "SKIPPED", "UNCERTAIN"),
    ...times,
  },
  webhook_endpoints: {
    ...ofSeller,
    url: "''",
    events: "'{}'",
    status: "'ENABLED'::webhook_endpoint_status",
    secret: "''",
    ...times,
  },
  webhook_deliveries: {
    ...ofSeller,
    endpoint_id: "big",
    event_id: "id",
    event_type: "''",
    status: oneOf("webhook_delivery_status", "DELIVERED", "FAILED", "PENDING"),
    ...times,
  },
};

/** Fills an empty database that has the service's tables: two tables at a time, for two cores. */
export async function insertMillions(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(numbers);
    await client.query(`
      INSERT INTO users (id, email, email_key, role, created_at, updated_at)
      SELECT id, id, id, 'PAYER', now(), now()
        FROM (SELECT DISTINCT seller AS id FROM numbers
              UNION SELECT DISTINCT payer FROM numbers) AS people`);
    for (const table of Object.keys(tables)) await loosen(client, table);
  });
  const waiting = Object.keys(tables);
  const work = () =>
    withClient(databaseUrl, async (client) => {
      for (let table = waiting.pop(); table !== undefined; table = waiting.pop()) {
        await fill(client, table);
      }
    });
  await Promise.all([work(), work()]);
}

/** Removes what a row costs besides its table: foreign keys of and to it, and triggers. */
async function loosen(client: Client, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string; holder: string }>(
    `SELECT conname AS name, conrelid::regclass AS holder FROM pg_constraint
      WHERE contype = 'f' AND $1::regclass IN (conrelid, confrelid)`,
    [table],
  );
  for (const { name, holder } of rows) {
    await client.query(`ALTER TABLE ${holder} DROP CONSTRAINT ${name}`);
  }
  await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
}

/** The rows come first. Then each index is built in one go. */
async function fill(client: Client, table: string): Promise<void> {
  const columns = tables[table] ?? {};
  const { rows } = await client.query<{ name: string; definition: string; primary: boolean }>(
    `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition,
            indisprimary AS primary
       FROM pg_index WHERE indrelid = $1::regclass`,
    [table],
  );
  await client.query(`ALTER TABLE ${table} SET UNLOGGED`);
  for (const { name, primary } of rows) {
    await client.query(
      primary ? `ALTER TABLE ${table} DROP CONSTRAINT ${name}` : `DROP INDEX ${name}`,
    );
  }
  await client.query(`
    INSERT INTO ${table} (${Object.keys(columns).join(", ")})
    SELECT ${Object.values(columns).join(", ")} FROM numbers`);
  for (const { definition } of rows) await client.query(definition);
  await client.query(`VACUUM ANALYZE ${table}`);
}

/** A client that sorts in memory. */
async function withClient(
  connectionString: string,
  use: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query("SET maintenance_work_mem = '1GB'; SET max_parallel_maintenance_workers = 0");
  try {
    await use(client);
  } finally {
    await client.end();
  }
}
