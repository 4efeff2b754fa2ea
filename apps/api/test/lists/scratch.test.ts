import { it } from "vitest";
import { openDatabase } from "../../src/db/client.ts";
import { openPool } from "../../src/db/pool.ts";
import { hashPeriod, measurePeriod } from "../../src/usage/store.ts";
import { newDatabase } from "../harness/database.ts";
import { explained } from "./explained.ts";
import { bigOne, bigSeller, busyPayer, insertMillions, momentAt } from "./million-rows.ts";

it("x", async () => {
  const url = await newDatabase();
  await insertMillions(url);
  const pool = openPool(url, 2);
  const db = openDatabase(pool);
  await db.$executeRaw`
    INSERT INTO usage_events (id, service_id, owner_id, subscription_id, user_id, event_key,
                              quantity, occurred_at, created_at)
    SELECT 'z' || i, ${bigOne}, ${bigSeller}, ${bigOne}, ${busyPayer}, 'more' || (i % 3) || ':' || i, 123456789012.000001,
           ${momentAt(0.5)}::timestamptz + i * interval '1 second', ${momentAt(0.5)} FROM generate_series(1, 1000000) AS i`;
  await db.$executeRaw`VACUUM ANALYZE usage_events`;
  const period = { subscriptionId: bigOne, from: new Date(0), to: new Date("2999-01-01T00:00:00Z") };
  for (let i = 0; i < 2; i++) {
    console.time("sum"); console.log(await measurePeriod(db, period, ["more1", "more2"])); console.timeEnd("sum");
    console.time("hash"); console.log(await hashPeriod(db, period)); console.timeEnd("hash");
  }
  for (const plan of [...await explained(url, (d) => measurePeriod(d, period, ["more1", "more2"])), ...await explained(url, (d) => hashPeriod(d, period))]) console.log(JSON.stringify(plan, null, 1).slice(0, 5000));
  await pool.end();
}, 300_000);
