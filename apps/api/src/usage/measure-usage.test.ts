import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { expect, it, onTestFinished } from "vitest";
import { useService } from "../../test/harness/service.ts";
import { until } from "../../test/harness/until.ts";
import { openDatabase } from "../db/client.ts";
import { openPool } from "../db/pool.ts";
import { quoteTooSlow } from "../schemas/quotes.ts";
import { MeterThread, measureUsage } from "./measure-usage.ts";

const service = useService();
const period = { subscriptionId: "any", from: new Date(0), to: new Date(1) };

/** Keeps everyone from reading usage events. */
async function blocked() {
  const client = new Client({ connectionString: service().databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query("BEGIN; LOCK TABLE usage_events IN ACCESS EXCLUSIVE MODE");
  return {
    isAwaited: async () =>
      (await client.query("SELECT 1 FROM pg_locks WHERE NOT granted")).rowCount !== 0,
    release: () => client.query("ROLLBACK"),
  };
}

it("usage that is not read in time is refused with a sentence, when the transaction is given up", async () => {
  const { isAwaited, release } = await blocked();
  const measured = measureUsage(service().parts, period, [], { limitMs: 1_000 });
  const refused = expect(measured).rejects.toMatchObject({ terms: quoteTooSlow });
  await until(isAwaited);
  await sleep(1_000); // the transaction began before its statement waits, so its limit passes
  await release();
  await refused;
});

it("usage that is not read in time is refused with a sentence, when Postgres cancels the statement", async () => {
  const { release } = await blocked();
  const pool = openPool(service().databaseUrl, 1, { statementMs: 50 });
  const db = openDatabase(pool);
  await expect(measureUsage({ db }, period, [])).rejects.toMatchObject({ terms: quoteTooSlow });
  await release();
  await db.$disconnect();
  await pool.end();
});

it("a thread that has ended keeps nobody waiting", async () => {
  const program = `import { parentPort } from "node:worker_threads";
    parentPort.on("message", () => { throw new Error("Full"); });`;
  const thread = new MeterThread(new URL(`data:text/javascript,${encodeURIComponent(program)}`));
  for (const message of [{ meterId: 1, lines: "" }, { meterId: 1, end: true } as const]) {
    await expect(thread.send(message)).rejects.toThrow("Full");
  }
});
