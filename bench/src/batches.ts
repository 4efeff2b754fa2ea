import { createHistogram } from "node:perf_hooks";
import { Client } from "pg";
import { allRecorded } from "./all-recorded.ts";
import { cpuOf } from "./cpu.ts";
import { eventBatches, type Names } from "./events.ts";
import { atLeast, type Target } from "./report.ts";
import { posts } from "./requests.ts";
import { httpSide, measureRounds, ratioIn, type Shots, type Side } from "./rounds.ts";
import type { Child } from "./service.ts";
import type { Stage } from "./stage.ts";

/** Events in a batch, and the least ratio of the service's rate to that of bare INSERTs. */
const batchSizes = { 100: 0.65, 1000: 0.75 } as const;
const sizes = Object.entries(batchSizes).map(([size, bound]) => ({ size: Number(size), bound }));

const batchName = (size: number) => `usance, batches of ${size.toLocaleString("en")}`;

/**
 * Concurrent callers and sessions. On two cores each side is fastest with these: with two callers the service waits for the
 * next batch, with eight it gains nothing; from more than two sessions Postgres takes fewer rows.
 */
export const batchCallers = 4;
const insertSessions = 2;

/** The service's own side: batches through the REST door, counted in events. */
export const batchSide = (service: Child, names: readonly Names[], size: number): Side =>
  httpSide(batchName(size), [service], {
    requestOf: posts("/api/v1/usage-events/batch", eventBatches(names, size)),
    status: 200,
    each: size,
  });

/** Measures batches of each size against INSERTs of as many rows. */
export function measureBatches(
  { databaseUrl }: Stage,
  service: Child,
  names: readonly Names[],
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<Shots> {
  const sides = sizes.flatMap(({ size }) => [
    batchSide(service, names, size),
    insertSide(databaseUrl, names, size, insertSessions),
  ]);
  const width = { connections: batchCallers, seconds };
  return allRecorded([databaseUrl], () => measureRounds("Batches", sides, rounds, width));
}

export const batchTargets = (batches: Shots | undefined): Target[] =>
  sizes.map(({ size, bound }) =>
    atLeast(
      `${batchName(size)} to ${insertName(size)}`,
      bound,
      ratioIn(batches, batchName(size), insertName(size), "rate"),
    ),
  );

/** Sequences of different sessions do not meet, however long these run. */
const sessionsApart = 10_000_000;
const largest = 9_000_000_000_000_000;

const insertName = (rows: number) => `INSERT of ${rows.toLocaleString("en")} rows`;

/**
 * The database's own limit: INSERTs without checks or HTTP, a commit each, by sessions in this process. Its CPU is that of
 * Postgres.
 *
 * @param names each session takes one of them
 * @param rows how many in one statement
 * @param sessions how many at a time, whatever the number of callers
 */
function insertSide(
  databaseUrl: string,
  names: readonly Names[],
  rows: number,
  sessions: number,
): Side {
  let shots = 0;
  return {
    name: insertName(rows),
    shoot: async ({ seconds }) => {
      shots += 1;
      const keys = `rows-${rows}-${Date.now().toString(36)}-${shots}-`;
      const taken = createHistogram();
      const before = cpuOf([]).postgres;
      const begin = performance.now();
      const drive = async (session: number) => {
        const text = insertOf(names[session % names.length], rows, keys);
        const client = new Client({ connectionString: databaseUrl });
        await client.connect();
        for (let n = 1; performance.now() < begin + seconds * 1_000; n += 1) {
          const sent = performance.now();
          const values = [Math.ceil(Math.random() * largest), session * sessionsApart + n];
          await client.query({ name: "insert", text, values });
          taken.record(Math.max(1, Math.round((performance.now() - sent) * 1_000)));
        }
        await client.end();
      };
      await Promise.all(Array.from({ length: sessions }, (_, session) => drive(session)));
      const took = (performance.now() - begin) / 1_000;
      const cpuUs = ((cpuOf([]).postgres - before) * 1_000) / (taken.count * rows);
      return {
        callers: sessions,
        rate: (taken.count * rows) / took,
        p50Ms: taken.percentile(50) / 1_000,
        p99Ms: taken.percentile(99) / 1_000,
        cpuUs,
        postgresUs: cpuUs,
      };
    },
  };
}

/**
 * The SQL of an INSERT of usage events alone, without any check: what a row costs the database itself.
 * Every other row names the invoice. Rows are as long as those of the service, and keys go up as there. $1 makes the
 * ids, $2 the keys.
 *
 * @param keys begins the events' keys; nobody else's does
 */
function insertOf(of: Names | undefined, rows: number, keys: string): string {
  const { serviceId, subscriptionId, userId, invoiceId } = of ?? {};
  return (
    "INSERT INTO usage_events (id, service_id, owner_id, subscription_id, user_id, invoice_id," +
    " event_key, quantity, occurred_at, created_at)" +
    ` SELECT 'k' || lpad(($1::bigint + i)::text, 23, '0'), '${serviceId}',` +
    ` (SELECT owner_id FROM services WHERE id = '${serviceId}'), '${subscriptionId}',` +
    ` '${userId}', CASE WHEN ($2::bigint + i) % 2 = 0 THEN '${invoiceId}' END,` +
    ` '${keys}' || lpad(($2::bigint * ${rows} + i)::text, 14, '0'),` +
    ` 2.5, now(), now() FROM generate_series(1, ${rows}) AS i`
  );
}
