import Fastify from "fastify";
import { Pool } from "pg";

/*
 * Charged usage as the textbook has it: a transaction for each request, which locks the balance, inserts the event, and
 * updates the balance. Its balances are in a table of its own, with as much credit as anybody asks for.
 */

const pool = new Pool({ connectionString: process.env.DATABASE_URL ?? "", max: 20 });
const authorization = `Bearer ${process.env.API_KEY ?? ""}`;
await pool.query("CREATE TABLE textbook_balances (id text PRIMARY KEY, available numeric(24,6))");
await pool.query("INSERT INTO textbook_balances SELECT id, 100000000 FROM balances");

interface Body {
  readonly serviceId: string;
  readonly subscriptionId: string;
  readonly userId: string;
  readonly invoiceId?: string;
  readonly eventKey: string;
  readonly quantity: string;
  readonly balanceId: string;
  readonly charge: string;
}

const text = { type: "string", minLength: 1, maxLength: 255 } as const;
const amount = { type: "string", pattern: "^\\d{1,18}(\\.\\d{1,6})?$" } as const;
const schema = {
  body: {
    type: "object",
    required: [
      "serviceId",
      "subscriptionId",
      "userId",
      "eventKey",
      "quantity",
      "balanceId",
      "charge",
    ],
    properties: {
      ...{ serviceId: text, subscriptionId: text, userId: text, invoiceId: text, eventKey: text },
      ...{ quantity: amount, balanceId: text, charge: amount },
    },
  },
};

const lock = "SELECT available FROM textbook_balances WHERE id = $1 FOR UPDATE";
const insert = `
  INSERT INTO usage_events (id, service_id, owner_id, subscription_id, user_id, invoice_id, event_key,
                            quantity, occurred_at, created_at)
  SELECT $1, $2, owner_id, $3, $4, $5, $6, $7, $8, $8 FROM subscriptions
   WHERE id = $3 AND service_id = $2 AND user_id = $4 AND status = 'ACTIVE'
  ON CONFLICT (subscription_id, event_key) DO NOTHING RETURNING id`;
const update = "UPDATE textbook_balances SET available = available - $2 WHERE id = $1";

const app = Fastify();
let next = 0;
const prefix = Date.now().toString(36);

app.addHook("onRequest", async (request, reply) => {
  if (request.headers.authorization !== authorization) {
    return reply.code(401).send({ error: "A valid API key is required." });
  }
});

app.post<{ Body: Body }>("/api/v1/usage-events", { schema }, async (request, reply) => {
  const { balanceId, charge, serviceId, subscriptionId, userId, eventKey, quantity } = request.body;
  const { invoiceId = null } = request.body;
  next += 1;
  const id = `t${prefix}${next.toString(36).padStart(23 - prefix.length, "0")}`;
  const now = new Date().toISOString();
  const connection = await pool.connect();
  const run = (name: string, sql: string, values: unknown[]) =>
    connection.query({ name, text: sql, values });
  try {
    await connection.query("BEGIN");
    const { rows } = await run("lock", lock, [balanceId]);
    const isEnough = Number(rows[0]?.available ?? 0) >= Number(charge);
    const { rowCount } = isEnough
      ? await run("insert", insert, [
          ...[id, serviceId, subscriptionId, userId, invoiceId, eventKey, quantity, now],
        ])
      : { rowCount: 0 };
    if (rowCount === 1) await run("update", update, [balanceId, charge]);
    await connection.query("COMMIT");
    if (!isEnough) return reply.code(402).send({ error: "Balance is too low." });
    if (rowCount !== 1) return reply.code(409).send({ error: "Recorded already." });
  } finally {
    connection.release();
  }
  return reply.code(201).send({ usageEvent: { id, ...request.body, createdAt: now } });
});

const url = await app.listen({ host: "127.0.0.1", port: 0 });
process.stdout.write(`Listening on ${url}\n`);
