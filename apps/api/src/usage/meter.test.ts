import { Client } from "pg";
import { expect, it, onTestFinished, vi } from "vitest";
import { onCitus } from "../../test/harness/database.ts";
import { restDoor } from "../../test/harness/doors.ts";
import { testKey, useService } from "../../test/harness/service.ts";
import { Story } from "../../test/harness/story.ts";
import { until } from "../../test/harness/until.ts";
import { inTransaction } from "../db/client.ts";
import { lockInvoices } from "../invoices/store.ts";
import { everyone } from "../kit/tenant.ts";

/** Citus has no trigger on a distributed table, and its statements wait on other servers. */
const inOneTable = it.skipIf(onCitus);

const service = useService({ USAGE_QUEUE: "20" });
const story = new Story(restDoor, service);

async function anOwnerOfTheDatabase(): Promise<Client> {
  const client = new Client({ connectionString: service().databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Holds all recording up. @returns what lets it go on */
async function holdUp(): Promise<() => Promise<unknown>> {
  const client = await anOwnerOfTheDatabase();
  await client.query("BEGIN");
  await client.query("LOCK TABLE usage_events IN ACCESS EXCLUSIVE MODE");
  return () => client.query("COMMIT");
}

/** Until a statement waits for the lock. */
const isHeldUp = async () => {
  const client = await anOwnerOfTheDatabase();
  await until(async () => {
    const { rows } = await client.query(
      "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%usage_events%'",
    );
    return rows.length > 0;
  });
};

/** Notes the calls of the meter. @returns what waits until so many events have arrived there */
function arrivals(): (count: number) => Promise<unknown> {
  const meter = vi.spyOn(service().parts.meter, "record");
  onTestFinished(() => void meter.mockRestore());
  const arrived = () => meter.mock.calls.reduce((sum, [reported]) => sum + reported.length, 0);
  return (count) => until(() => arrived() >= count);
}

inOneTable(
  "refuses new events with 503 if too many wait, and records all waiting ones, in one table",
  async () => {
    const subscription = await story.aSubscription();
    const letGo = await holdUp();
    const haveArrived = arrivals();
    const first = story.call("usageEvents.create", story.usageOf(subscription));
    await isHeldUp();
    const batch = Array.from({ length: 25 }, () => story.usageOf(subscription));
    const waiting = story.call("usageEvents.batch", { usageEvents: batch });
    await haveArrived(26);
    const refused = await story.call("usageEvents.create", story.usageOf(subscription));
    expect(refused).toMatchObject({
      status: 503,
      body: { error: "Too many usage events wait to be recorded. Nothing of this one was." },
    });
    expect(refused.headers.get("Retry-After")).toBe("1");

    await letGo();

    expect((await first).status).toBe(201);
    const statuses = (await waiting).body.results.map(({ status }: { status: number }) => status);
    expect(statuses).toEqual([...Array(20).fill(201), ...Array(5).fill(503)]);
    expect(
      await service().parts.db.usageEvent.count({ where: { subscriptionId: subscription.id } }),
    ).toBe(21);
  },
);

inOneTable(
  "records the events batched with that of a caller who has disconnected, in one table",
  async () => {
    const subscription = await story.aSubscription();
    const letGo = await holdUp();
    const haveArrived = arrivals();
    const first = story.call("usageEvents.create", story.usageOf(subscription));
    await isHeldUp();
    const leaving = new AbortController();
    const left = fetch(`${service().url}/api/v1/usage-events`, {
      method: "POST",
      signal: leaving.signal,
      headers: { Authorization: `Bearer ${testKey}`, "Content-Type": "application/json" },
      body: JSON.stringify(story.usageOf(subscription)),
    });
    const staying = [1, 2, 3].map(() =>
      story.call("usageEvents.create", story.usageOf(subscription)),
    );
    await haveArrived(5);
    leaving.abort();
    await expect(left).rejects.toThrow();

    await letGo();

    for (const { status } of await Promise.all([first, ...staying])) expect(status).toBe(201);
  },
);

it("records an event for an invoice while a settlement locks that invoice", async () => {
  const invoice = await story.anInvoice();
  const of = { ...invoice, id: invoice.subscriptionId };

  const { status } = await inTransaction(service().parts.db, async (tx) => {
    await lockInvoices(tx, [invoice.id], everyone);
    return story.call("usageEvents.create", story.usageOf(of, { invoiceId: invoice.id }));
  });

  expect(status).toBe(201);
});

inOneTable(
  "fails only the event that Postgres refuses, and records the rest of the batch, in one table",
  async () => {
    const subscription = await story.aSubscription();
    const client = await anOwnerOfTheDatabase();
    await client.query(`
    CREATE FUNCTION refuse_poison() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.event_key = 'poison' THEN RAISE 'no'; END IF; RETURN NEW; END $$;
    CREATE TRIGGER refuse_poison BEFORE INSERT ON usage_events
      FOR EACH ROW EXECUTE FUNCTION refuse_poison()`);
    const usageEvents = Array.from({ length: 20 }, (_, n) =>
      story.usageOf(subscription, n === 7 ? { eventKey: "poison" } : {}),
    );

    const { results } = await story.done("usageEvents.batch", { usageEvents });

    expect(results[7]).toEqual({
      status: 500,
      error: "An unexpected error occurred.",
      code: "internal_error",
    });
    const statuses = results.map(({ status }: { status: number }) => status);
    expect(statuses.toSpliced(7, 1)).toEqual(Array(19).fill(201));
  },
);
