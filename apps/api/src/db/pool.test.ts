import { Client } from "pg";
import { expect, it } from "vitest";
import { newDatabase, sql } from "../../test/harness/database.ts";
import { forRows } from "../../test/harness/for-rows.ts";
import { startPostgresProxy } from "../../test/harness/postgres-proxy.ts";
import { inTransaction, openDatabase } from "./client.ts";
import { openPool } from "./pool.ts";

it("keeps every instant in a database of another time zone, also with options in the URL", () =>
  forRows(["", "?options=-c%20statement_timeout%3D60000"], async (search) => {
    const url = await newDatabase();
    const name = new URL(url).pathname.slice(1);
    const owner = new Client({ connectionString: url });
    await owner.connect();
    await owner.query(`ALTER DATABASE ${name} SET timezone = 'America/New_York'`);
    const pool = openPool(url + search, 1);
    const db = openDatabase(pool);
    const at = new Date("2026-03-08T02:30:00.000Z"); // an hour that New York skips

    await db.webhookEvent.create({ data: { id: "a", type: "t", data: {}, createdAt: at } });

    const read = await db.webhookEvent.findUniqueOrThrow({ where: { id: "a" } });
    const { rows } = await owner.query(
      "SELECT extract(epoch FROM created_at) AS s FROM webhook_events",
    );
    expect(read.createdAt).toEqual(at);
    expect(Number(rows[0].s)).toBe(at.getTime() / 1_000);
    await db.$disconnect();
    await pool.end();
    await owner.end();
  }));

it("an idle connection that is lost ends nothing else, also while the pool ends", async () => {
  const pool = openPool(await newDatabase(), 1);
  const client = await pool.connect();
  client.release();
  const ended = pool.end();
  expect(() => client.emit("error", new Error("terminating connection"))).not.toThrow();
  await ended;
});

it("leaves nothing of an abandoned transaction to the next user of the connection", async () => {
  const url = await newDatabase();
  const proxy = await startPostgresProxy(url);
  const pool = openPool(proxy.url, 1, { silenceMs: 1_000 });
  const db = openDatabase(pool);
  const event = (id: string) => ({ data: { id, type: "t", data: {}, createdAt: new Date(0) } });
  await db.webhookEvent.count();

  const givenUp = inTransaction(db, async (tx) => {
    await tx.webhookEvent.create(event("given up"));
    proxy.delay(Number.POSITIVE_INFINITY);
    await tx.webhookEvent.create(event("unanswered"));
  });
  await expect(givenUp).rejects.toThrow();
  proxy.delay(0);
  await inTransaction(db, (tx) => tx.webhookEvent.create(event("next")));

  expect(await sql(url, "SELECT id FROM webhook_events")).toEqual([{ id: "next" }]);
  await db.$disconnect();
  await pool.end();
  proxy.close();
});
