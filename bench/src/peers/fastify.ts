import Fastify from "fastify";
import { Pool } from "pg";
import { invoiceStatement, serviceStatement } from "./read-statements.ts";
import { recordStatement } from "./record-statement.ts";

/*
 * The peer: what a good engineer writes first for these three endpoints. Fastify with compiled schemas,
 * a pool, and one prepared statement a request that does all that the request asks for.
 */

const pool = new Pool({ connectionString: process.env.DATABASE_URL ?? "", max: 20 });
const invoicePages = `${process.env.CHECKOUT_URL ?? ""}/invoices/`;
const authorization = `Bearer ${process.env.API_KEY ?? ""}`;

interface Body {
  readonly serviceId: string;
  readonly subscriptionId: string;
  readonly userId: string;
  readonly invoiceId?: string;
  readonly eventKey: string;
  readonly quantity: string;
  readonly occurredAt?: string;
}

const field = { type: "string", minLength: 1, maxLength: 255 } as const;
const schema = {
  body: {
    type: "object",
    required: ["serviceId", "subscriptionId", "userId", "eventKey", "quantity"],
    properties: {
      serviceId: field,
      subscriptionId: field,
      userId: field,
      invoiceId: field,
      eventKey: field,
      quantity: { type: "string", pattern: "^\\d{1,18}(\\.\\d{1,6})?$" },
      occurredAt: { type: "string", format: "date-time" },
    },
  },
};

const app = Fastify();
let next = 0;
const prefix = Date.now().toString(36);

app.addHook("onRequest", async (request, reply) => {
  if (request.headers.authorization !== authorization) {
    return reply.code(401).send({ error: "A valid API key is required." });
  }
});

app.post<{ Body: Body }>("/api/v1/usage-events", { schema }, async (request, reply) => {
  const now = new Date().toISOString();
  const { serviceId, subscriptionId, userId, eventKey, quantity } = request.body;
  const { invoiceId = null, occurredAt = now } = request.body;
  next += 1;
  const id = `p${prefix}${next.toString(36).padStart(23 - prefix.length, "0")}`;
  const { rows } = await pool.query({
    name: "record",
    text: recordStatement,
    values: [
      ...[id, subscriptionId, serviceId, userId, invoiceId, eventKey, quantity, occurredAt, now],
    ],
  });
  const [row] = rows;
  if (row === undefined) return reply.code(404).send({ error: "Subscription was not found." });
  if (row.mismatch) return reply.code(400).send({ error: "Invoice does not match." });
  if (row.quantity === null) return reply.code(409).send({ error: "Recorded already." });
  const { quantity: recorded, invoice, service, subscription, user } = row;
  const event = { id, serviceId, subscriptionId, userId, invoiceId, eventKey, quantity: recorded };
  const times = { occurredAt, createdAt: now };
  const usageEvent = { ...event, ...times, invoice, service, subscription, user, void: null };
  return reply.code(201).send({ usageEvent });
});

/* A budget, as a textbook has it: a transaction locks the budget's row, and records the event if it fits. */

await pool.query(`
  CREATE TABLE IF NOT EXISTS peer_budgets (id text PRIMARY KEY, max numeric NOT NULL, used numeric NOT NULL)`);

app.post<{ Body: Body }>("/budget-events", { schema }, async (request, reply) => {
  const now = new Date().toISOString();
  const { serviceId, subscriptionId, userId, eventKey, quantity, invoiceId = null } = request.body;
  next += 1;
  const id = `q${prefix}${next.toString(36).padStart(23 - prefix.length, "0")}`;
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query({
      name: "budget",
      text: "INSERT INTO peer_budgets VALUES ($1, 100000000, 0) ON CONFLICT DO NOTHING",
      values: [subscriptionId],
    });
    const { rows: budgets } = await client.query({
      name: "lock",
      text: "SELECT used + $2::numeric <= max AS fits FROM peer_budgets WHERE id = $1 FOR UPDATE",
      values: [subscriptionId, quantity],
    });
    if (budgets[0]?.fits !== true) throw new Error("The budget is used up.");
    const { rows } = await client.query({
      name: "record",
      text: recordStatement,
      values: [id, subscriptionId, serviceId, userId, invoiceId, eventKey, quantity, now, now],
    });
    await client.query({
      name: "use",
      text: "UPDATE peer_budgets SET used = used + $2::numeric WHERE id = $1",
      values: [subscriptionId, quantity],
    });
    await client.query("COMMIT");
    const [{ invoice, service, subscription, user }] = rows;
    const event = { id, serviceId, subscriptionId, userId, invoiceId, eventKey, quantity };
    const usageEvent = { ...event, invoice, service, subscription, user, void: null };
    return await reply.code(201).send({ usageEvent });
  } catch (error) {
    await client.query("ROLLBACK");
    return await reply.code(402).send({ error: String(error) });
  } finally {
    client.release();
  }
});

const reads = [
  { path: "/api/v1/services/:id", name: "service", text: serviceStatement, more: [] },
  { path: "/api/v1/invoices/:id", name: "invoice", text: invoiceStatement, more: [invoicePages] },
];
for (const { path, name, text, more } of reads) {
  app.get<{ Params: { id: string } }>(path, async (request, reply) => {
    const { rows } = await pool.query({ name, text, values: [request.params.id, ...more] });
    const [row] = rows;
    return row ?? reply.code(404).send({ error: "Not found." });
  });
}

const url = await app.listen({ host: "127.0.0.1", port: 0 });
process.stdout.write(`Listening on ${url}\n`);
