import { describe, expect, it, onTestFinished } from "vitest";
import { newDatabase, sql } from "../../test/harness/database.ts";
import { forRows } from "../../test/harness/for-rows.ts";
import { startTransactionPooler } from "../../test/harness/transaction-pooler.ts";
import { assertDatabase } from "./assert-database.ts";
import { inSnapshot, inTransaction, openDatabase } from "./client.ts";
import { openPool } from "./pool.ts";
import { migrate } from "./schema-engine.ts";
import { fixedSettings } from "./settings.ts";

/** Settings of a role with which other programs of the same database may work. */
const foreign = {
  TimeZone: "Asia/Tokyo",
  DateStyle: "German, DMY",
  IntervalStyle: "iso_8601",
  extra_float_digits: "-15",
  bytea_output: "escape",
  standard_conforming_strings: "off",
  array_nulls: "off",
  transform_null_equals: "on",
  search_path: "nowhere",
  statement_timeout: "100ms",
  lock_timeout: "1ms",
  idle_session_timeout: "10min",
  idle_in_transaction_session_timeout: "100ms",
};
/** Settings that a pooler keeps, so the service refuses them behind one. */
const foreignToDirect = {
  ...foreign,
  default_transaction_isolation: "serializable",
  transaction_timeout: "100ms",
};

/** A database for a role that has settings of its own. */
async function ofForeignRole(
  settings: Readonly<Record<string, string>> = foreign,
  template = "template_usance",
) {
  const url = new URL(await newDatabase(template));
  const role = `foreign_${url.pathname.slice(1)}`;
  const set = Object.entries(settings).map(
    ([name, value]) => `ALTER ROLE ${role} SET ${name} = '${value}'`,
  );
  await sql(url.href, `CREATE ROLE ${role} SUPERUSER LOGIN PASSWORD 'x'; ${set.join("; ")}`);
  [url.username, url.password] = [role, "x"];
  return url.href;
}

const direct = () => ofForeignRole(foreignToDirect);

async function pooled(options: { readonly keepsStatements?: boolean } = {}) {
  const pooler = await startTransactionPooler(await ofForeignRole(), options);
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
  text: `SELECT pg_backend_pid() AS pid, current_setting('statement_timeout') AS most, current_setting('plan_cache_mode') AS plans,
                ${Object.keys(fixedSettings)
                  .map((name) => `current_setting('${name}') AS "${name}"`)
                  .join(", ")},
                $1::int AS given`,
};
const wanted = { ...fixedSettings, most: "20s", plans: "force_generic_plan" };

describe.each([
  ["on a direct connection", direct],
  ["behind a transaction pooler", pooled],
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
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    expect((await client.query(seen.text.replace("$1", "6"))).rows).toMatchObject([wanted]);
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

  it("a statement whose commit fails is rejected, and leaves the connection usable", async () => {
    const pool = poolOn(await database(), 1);
    await pool.query("CREATE TABLE public.once (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)");
    const client = await pool.connect();

    const twice = { text: "INSERT INTO once VALUES ($1), ($1)", values: [1] };
    await expect(client.query(twice)).rejects.toThrow("once_id_key");

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
  const pool = poolOn(await pooled(), 1);

  const pids = [];
  for (const given of [1, 2, 3]) pids.push((await pool.query(seen.text, [given])).rows[0].pid);

  expect(new Set(pids).size).toBeGreaterThan(1);
});

it("migrations of a role with settings of its own create the tables in the schema public", async () => {
  const url = await ofForeignRole(foreignToDirect, "template0");

  expect(await migrate(url)).not.toEqual([]);
  expect(await migrate(url)).toEqual([]);
  const tables = "SELECT DISTINCT schemaname FROM pg_stat_user_tables";
  expect(await sql(url, tables)).toEqual([{ schemaname: "public" }]);
});

it("the check at the start refuses settings of a role that it cannot change, in one line", () =>
  forRows(
    [
      [
        "default_transaction_isolation",
        "serializable",
        "transaction_isolation serializable instead of read committed",
      ],
      ["transaction_timeout", "10s", "transaction_timeout 10s instead of 0"],
      ["session_replication_role", "replica", "session_replication_role replica instead of origin"],
    ],
    async (name, value, found) => {
      const pooler = await startTransactionPooler(await ofForeignRole({ [name]: value }));
      onTestFinished(pooler.close);

      await expect(assertDatabase(pooler.url)).rejects.toThrow(
        new RegExp(`^DATABASE_URL: statements run with ${found}\\. .+ALTER ROLE.+$`),
      );
    },
  ));

it("the check at the start refuses a pooler that loses prepared statements, in one line", async () => {
  const url = await pooled({ keepsStatements: false });

  await expect(assertDatabase(url)).rejects.toThrow(
    /^DATABASE_URL: the pooler in front of the database loses prepared statements\. Use PgBouncer .*$/,
  );
});
