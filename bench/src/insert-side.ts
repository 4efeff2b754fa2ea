import { Client } from "pg";
import { cpuOf } from "./cpu.ts";
import type { Names } from "./events.ts";
import { insertOf } from "./insert.ts";
import { latencies } from "./latencies.ts";
import type { Width } from "./load.ts";
import { hasPgbench, pgbench } from "./pgbench.ts";
import type { Side } from "./sides.ts";

/** Sequences of different sessions do not meet, however long these run. */
const sessionsApart = 10_000_000;
const largest = 9_000_000_000_000_000;

/** What the yardstick is driven by: its name says so. */
const driver = hasPgbench() ? "pgbench" : "loop over pg";

export const insertName = (rows: number) =>
  `${driver}: INSERT of ${rows === 1 ? "one row" : `${rows.toLocaleString("en")} rows`}`;

/**
 * The database's own limit: INSERTs without checks or HTTP, a commit each, by pgbench or, where there is
 * none, by as many sessions in this process. Its CPU is that of Postgres, sessions' start included.
 *
 * @param names each session takes one of them
 * @param rows how many in one statement
 */
export function insertSide(databaseUrl: string, names: readonly Names[], rows: number): Side {
  const drive = driver === "pgbench" ? byPgbench : byLoop;
  let shots = 0;
  return {
    name: insertName(rows),
    shoot: async (width) => {
      shots += 1;
      // No colons: pgbench takes what follows one for a variable, in quotes too.
      const keys = `rows-${rows}-${Date.now().toString(36)}-${shots}-`;
      const before = cpuOf([]).postgres;
      const { count, rate, ...latency } = await drive(databaseUrl, width, (given) =>
        names.map((one) => insertOf(one, rows, keys, given)),
      );
      const used = cpuOf([]).postgres - before;
      const cpuUs = (used * 1_000) / (count * rows);
      const callers = width.connections;
      return { callers, rate: rate * rows, ...latency, cpuUs, postgresUs: cpuUs };
    },
  };
}

/** The statements, of which a session takes the one whose place is its own number's remainder. */
type StatementsOf = (given: Parameters<typeof insertOf>[3]) => readonly string[];

async function byPgbench(databaseUrl: string, width: Width, statementsOf: StatementsOf) {
  const statements = statementsOf({ random: ":random", sequence: ":sequence" });
  const script = [
    "\\set n :n + 1",
    `\\set sequence :client_id * ${sessionsApart} + :n`,
    `\\set random random(1, ${largest})`,
    `\\set place :client_id % ${statements.length}`,
    ...statements.map((one, place) => `\\if :place = ${place}\n${one};\n\\endif`),
  ].join("\n");
  return { ...(await pgbench(databaseUrl, script, width)), p50Ms: null, p99Ms: null };
}

async function byLoop(
  databaseUrl: string,
  { connections, seconds }: Width,
  statementsOf: StatementsOf,
) {
  const statements = statementsOf({ random: "$1", sequence: "$2" });
  const clients = Array.from(
    { length: connections },
    () => new Client({ connectionString: databaseUrl }),
  );
  await Promise.all(clients.map((client) => client.connect()));
  const taken = latencies();
  const begin = performance.now();
  await Promise.all(
    clients.map(async (client, session) => {
      const text = statements[session % statements.length] ?? "";
      for (let n = 1; performance.now() < begin + seconds * 1_000; n += 1) {
        const sent = performance.now();
        const values = [Math.ceil(Math.random() * largest), session * sessionsApart + n];
        await client.query({ name: "insert", text, values });
        taken.add(performance.now() - sent);
      }
    }),
  );
  const took = (performance.now() - begin) / 1_000;
  await Promise.all(clients.map((client) => client.end()));
  return {
    count: taken.count(),
    rate: taken.count() / took,
    p50Ms: taken.percentile(0.5),
    p99Ms: taken.percentile(0.99),
  };
}
