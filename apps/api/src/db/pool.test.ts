import { Client } from "pg";
import { expect, it } from "vitest";
import { newDatabase } from "../../test/harness/database.ts";
import { openDatabase } from "./client.ts";
import { openPool } from "./pool.ts";

it.each(["", "?options=-c%20statement_timeout%3D60000"])(
  "keeps every instant in a database of another time zone, with %j",
  async (search) => {
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
  },
);
