import { expect, it } from "vitest";
import { addUpAll } from "../../../test/harness/add-up-all.ts";
import { onCitus, sql } from "../../../test/harness/database.ts";
import { aClient, insertEvent } from "../../../test/harness/direct-events.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { restartUsage } from "../../../test/harness/restart-usage.ts";
import { useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { inSnapshot } from "../../db/client.ts";
import { sumUsage } from "../sum-store.ts";
import { addUpUsage } from "./add-up-usage.ts";
import { findProgress } from "./sources.ts";

const service = useService();
const story = new Story(restDoor, service);
const db = () => service().parts.db;

const through = async () => BigInt((await inSnapshot(db(), findProgress)) ?? -1);

async function lastTransaction(id: string): Promise<bigint> {
  const [row] = await sql(
    service().databaseUrl,
    "SELECT max(transaction_id::text::bigint)::text AS last FROM usage_events WHERE subscription_id = $1",
    [id],
  );
  return BigInt(String(row?.last));
}

const countOf = async (subscriptionId: string) =>
  (await inSnapshot(db(), (tx) => sumUsage(tx, { subscriptionId, limit: 1 }))).total.count;

const at = "2026-01-10T10:10:00.000Z";

it.skipIf(onCitus)(
  "adds nothing of a transaction while an earlier one is in progress, and reads are exact meanwhile",
  async () => {
    const subscription = await story.aSubscription();
    const early = await aClient(service());
    await early.query("BEGIN");
    await early.query(insertEvent, [subscription.id, "early", "1", at, at]);
    await story.aUsageEvent(subscription);

    await addUpUsage({ db: db() });
    await addUpUsage({ db: db() });
    const before = { through: await through(), count: await countOf(subscription.id) };
    await early.query("COMMIT");
    const committed = await countOf(subscription.id);
    await addUpAll(service());

    const last = await lastTransaction(subscription.id);
    expect(before.through < last).toBe(true);
    expect([before.count, committed, await countOf(subscription.id)]).toEqual([1, 2, 2]);
    expect((await through()) >= last).toBe(true);
  },
);

it.skipIf(onCitus)("one process adds at a time, and the others do not wait for it", async () => {
  await story.aUsageEvent(await story.aSubscription());
  const other = await aClient(service());
  await other.query("BEGIN");
  await other.query("SELECT FROM usage_sums_progress FOR UPDATE");

  expect(await addUpUsage({ db: db() })).toBe("done");
});

it.skipIf(onCitus)(
  "adds events and voids that are older than the sums, in several runs",
  async () => {
    const subscription = await story.aSubscription();
    const events = [];
    for (const eventKey of ["a", "b", "c", "d", "e"]) {
      events.push(await story.aUsageEvent(subscription, { eventKey, occurredAt: at }));
    }
    const [first, second] = events;
    await story.done("usageEvents.void", { usageEventId: first.id, reason: "Counted twice" });
    await restartUsage(service());
    await story.done("usageEvents.void", { usageEventId: second.id, reason: "Counted twice" });
    const counts = [];

    for (let runs = 0; runs < 4; runs += 1) {
      counts.push([await inSnapshot(db(), findProgress), await countOf(subscription.id)]);
      await addUpUsage({ db: db() }, 2);
    }
    await addUpAll(service());

    expect(counts.map(([, count]) => count)).toEqual([3, 3, 3, 3]);
    expect(counts[0]?.[0]).toBe(null);
    expect(await through()).toBeGreaterThan(0n);
    expect(await countOf(subscription.id)).toBe(3);
  },
);

it.skipIf(onCitus)(
  "sums of another server are not used, and nothing is added to them",
  async () => {
    const subscription = await story.aSubscription();
    await story.aUsageEvent(subscription);
    await addUpAll(service());
    const server = (name: string) =>
      sql(service().databaseUrl, `UPDATE usage_sums_progress SET server = ${name}`);
    await server("'another'");
    await story.aUsageEvent(subscription);

    const [result, progress, count] = [
      await addUpUsage({ db: db() }),
      await inSnapshot(db(), findProgress),
      await countOf(subscription.id),
    ];
    await server("(SELECT system_identifier::text FROM pg_control_system())");

    expect([result, progress, count]).toEqual(["done", null, 2]);
  },
);

it.skipIf(onCitus)("a read of much that is not added yet reads the events instead", async () => {
  const subscription = await story.aSubscription();
  await addUpAll(service());
  await sql(
    service().databaseUrl,
    `INSERT INTO usage_events (id, service_id, owner_id, subscription_id, user_id, event_key, quantity, occurred_at, created_at)
     SELECT left(md5(id || i), 24), service_id, owner_id, id, user_id, 'calls:' || i, 1, $2, $2
       FROM subscriptions, generate_series(1, 50001) AS i WHERE id = $1`,
    [subscription.id, at],
  );

  const before = [await inSnapshot(db(), findProgress), await countOf(subscription.id)];
  await addUpAll(service()); // in one step: the events of a transaction stay together

  expect(before).toEqual([null, 50_001]);
  expect(await through()).toBeGreaterThan(0n);
  expect(await countOf(subscription.id)).toBe(50_001);
});
