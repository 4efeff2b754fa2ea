import { Client } from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { newDatabase } from "../../test/harness/database.ts";
import { startTransactionPooler } from "../../test/harness/transaction-pooler.ts";
import { assertDatabase } from "./assert-database.ts";
import { inSnapshot, inTransaction, openDatabase } from "./client.ts";
import { openPool } from "./pool.ts";

/** A database whose own time zone is that of Tokyo. */
async function inTokyo(): Promise<string> {
  const url = await newDatabase();
  const owner = new Client({ connectionString: url });
  await owner.connect();
  await owner.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET timezone = 'Asia/Tokyo'`);
  await owner.end();
  return url;
}

async function pooledInTokyo(options: { readonly keepsStatements?: boolean } = {}) {
  const pooler = await startTransactionPooler(await inTokyo(), options);
  onTestFinished(pooler.close);
  return pooler.url;
}

function poolOn(url: string, max = 2) {
  const pool = openPool(url, max, {
    statementMs: 20_000,
    settings: { plan_cache_mode: "force_generic_plan" },
  });
  onTestFinished(() => pool.end());
  return pool;
}

const seen = {
  text: `SELECT pg_backend_pid() AS pid, current_setting('TimeZone') AS zone,
                current_setting('statement_timeout') AS most, current_setting('plan_cache_mode') AS plans,
                $1::int AS given`,
};
const wanted = { zone: "UTC", most: "20s", plans: "force_generic_plan" };

describe.each([
  ["on a direct connection", inTokyo],
  ["behind a transaction pooler", pooledInTokyo],
])("%s", (_, database) => {
  it("every statement sees the settings: named, unnamed, without values and in a transaction", async () => {
    const pool = poolOn(await database());
    const named = { ...seen, name: "seen" };
    for (const given of [1, 2, 3]) {
      for (const statement of [named, seen]) {
        const { rows } = await pool.query({ ...statement, values: [given] });
        expect(rows).toMatchObject([{ ...wanted, given }]);
      }
      const withoutValues = { text: seen.text.replace("$1", "7"), values: [] };
      expect((await pool.query(withoutValues)).rows).toMatchObject([{ ...wanted, given: 7 }]);
    }

    const client = await pool.connect();
    await client.query("BEGIN");
    const { rows } = await client.query({ ...named, values: [4] });
    const again = await client.query(seen.text.replace("$1", "5"));
    await client.query("COMMIT");
    client.release();

    expect(rows).toMatchObject([{ ...wanted, given: 4 }]);
    expect(again.rows).toEqual([{ ...rows[0], given: 5 }]);
  });

  it("a statement that fails leaves the connection usable", async () => {
    const pool = poolOn(await database(), 1);
    const client = await pool.connect();

    const failing = { text: "SELECT 1 / $1::int AS one", values: [0] };
    await expect(client.query(failing)).rejects.toThrow("division by zero");
    await expect(client.query({ text: "nonsense", values: [1] })).rejects.toThrow("syntax error");

    expect((await client.query({ ...seen, values: [6] })).rows).toMatchObject([wanted]);
    client.release();
  });

  it("keeps every instant, with Prisma and in raw SQL", async () => {
    const pool = poolOn(await database());
    const db = openDatabase(pool);
    const at = new Date("2026-03-08T02:30:00.123Z");
    const early = new Date("1800-01-01T00:00:00.000Z"); // before time zones had whole minutes
    const event = (id: string, createdAt: Date) => ({
      data: { id, type: "t", data: {}, createdAt },
    });

    await db.webhookEvent.create(event("a", at));
    await inTransaction(db, (tx) => tx.webhookEvent.create(event("b", early)));

    const found = await db.webhookEvent.findMany({ orderBy: { id: "asc" } });
    const snapshot = await inSnapshot(
      db,
      (tx) => tx.$queryRaw<object[]>`
      SELECT id, created_at AS "createdAt" FROM webhook_events WHERE created_at <= ${at} ORDER BY id`,
    );
    const { rows } = await pool.query(
      "SELECT extract(epoch FROM created_at)::float8 AS at FROM webhook_events ORDER BY id",
    );
    const times = [at, early];
    expect(found.map(({ createdAt }) => createdAt)).toEqual(times);
    expect(snapshot).toMatchObject(times.map((createdAt) => ({ createdAt })));
    expect(rows.map((row) => row.at)).toEqual(times.map((time) => time.getTime() / 1_000));
    await db.$disconnect();
  });

  it("the check at the start accepts it", async () => {
    await assertDatabase(await database());
  });
});

it("behind a pooler, transactions of one connection run on several", async () => {
  const pool = poolOn(await pooledInTokyo(), 1);

  const pids = [];
  for (const given of [1, 2, 3]) pids.push((await pool.query(seen.text, [given])).rows[0].pid);

  expect(new Set(pids).size).toBeGreaterThan(1);
});

it("the check at the start refuses a pooler that loses prepared statements, in one line", async () => {
  const url = await pooledInTokyo({ keepsStatements: false });

  await expect(assertDatabase(url)).rejects.toThrow(
    /^DATABASE_URL: the pooler in front of the database loses prepared statements\. Use PgBouncer .*$/,
  );
});
