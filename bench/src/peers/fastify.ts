import Fastify from "fastify";
import { Pool } from "pg";

/*
 * The peer: what a good engineer writes first for this one endpoint. Fastify, a pool, one prepared
 * statement a request that checks, inserts and reads all that the answer nests.
 */

const pool = new Pool({ connectionString: process.env.DATABASE_URL ?? "", max: 20 });
const authorization = `Bearer ${process.env.API_KEY ?? ""}`;

const text = `
  WITH parent AS (
    SELECT subscription.owner_id, row_to_json(subscription) AS subscription,
           row_to_json(service) AS service, row_to_json(payer) AS "user"
      FROM subscriptions subscription
      JOIN services service ON service.id = subscription.service_id
      JOIN users payer ON payer.id = subscription.user_id
     WHERE subscription.id = $2 AND subscription.service_id = $3 AND subscription.user_id = $4
       AND subscription.status = 'ACTIVE'
  ), recorded AS (
    INSERT INTO usage_events (id, subscription_id, service_id, user_id, owner_id, event_key, quantity,
                              occurred_at, created_at)
    SELECT $1, $2, $3, $4, owner_id, $5, $6::numeric, $7::timestamptz, $7::timestamptz FROM parent
    ON CONFLICT (subscription_id, event_key) DO NOTHING
    RETURNING quantity::text
  )
  SELECT (SELECT quantity FROM recorded) AS quantity, parent.* FROM parent`;

interface Body {
  readonly serviceId: string;
  readonly subscriptionId: string;
  readonly userId: string;
  readonly eventKey: string;
  readonly quantity: string;
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
      eventKey: field,
      quantity: { type: "string", pattern: "^\\d{1,18}(\\.\\d{1,6})?$" },
    },
  },
};

const app = Fastify();
let next = 0;
const prefix = Date.now().toString(36);

app.post<{ Body: Body }>("/api/v1/usage-events", { schema }, async (request, reply) => {
  if (request.headers.authorization !== authorization) {
    return reply.code(401).send({ error: "A valid API key is required." });
  }
  const { serviceId, subscriptionId, userId, eventKey, quantity } = request.body;
  next += 1;
  const id = `p${prefix}${next.toString(36).padStart(23 - prefix.length, "0")}`;
  const now = new Date().toISOString();
  const values = [id, subscriptionId, serviceId, userId, eventKey, quantity, now];
  const { rows } = await pool.query({ name: "record", text, values });
  const [row] = rows;
  if (row === undefined) return reply.code(404).send({ error: "Subscription was not found." });
  if (row.quantity === null) return reply.code(409).send({ error: "Recorded already." });
  const { quantity: recorded, subscription, service, user } = row;
  const event = { id, serviceId, subscriptionId, userId, invoiceId: null, eventKey };
  const times = { occurredAt: now, createdAt: now };
  const nested = { invoice: null, service, subscription, user };
  return reply
    .code(201)
    .send({ usageEvent: { ...event, quantity: recorded, ...times, ...nested } });
});

const url = await app.listen({ host: "127.0.0.1", port: 0 });
process.stdout.write(`Listening on ${url}\n`);
