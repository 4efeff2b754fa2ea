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
