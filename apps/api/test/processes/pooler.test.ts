import { expect, onTestFinished, test } from "vitest";
import { newDatabase, sql } from "../harness/database.ts";
import { contradictions } from "../harness/oracle.ts";
import { startTransactionPooler } from "../harness/transaction-pooler.ts";
import { call, newSubscriber, settled } from "./calls.ts";
import { runUsance, temporaryFolder } from "./entry.ts";
import { poolers } from "./poolers.ts";
import { listening, productionEnvironment, useChain } from "./production.ts";

const chain = useChain();

async function databaseInTokyo(): Promise<string> {
  const url = await newDatabase("template0");
  await sql(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET timezone = 'Asia/Tokyo'`);
  return url;
}

test.each(poolers)(
  "behind %s, on a database of another time zone, the service migrates, meters and settles",
  async (_, startPooler) => {
    const databaseUrl = await databaseInTokyo();
    const environment = await productionEnvironment(chain(), {
      DATABASE_URL: await startPooler(databaseUrl),
    });
    const service = await listening(environment); // migrates
    const processes = [service, await listening(environment)];
    const { serviceId, subscriptionId, userId } = await newSubscriber(service);
    const occurredAt = "2026-03-08T02:30:00.123Z";
    const event = { serviceId, subscriptionId, userId, quantity: "1", occurredAt };

    const recorded = await Promise.all(
      Array.from({ length: 60 }, (_one, index) =>
        call(processes[index % 2] ?? service, "POST", "/usage-events", {
          ...event,
          eventKey: `event ${index}`,
        }),
      ),
    );
    await Promise.all(processes.map((one) => settled(one)));
    const list = await call(service, "GET", `/usage-events?subscriptionId=${subscriptionId}`);

    expect(recorded.map(({ status }) => status)).toEqual(recorded.map(() => 201));
    for (const { body } of recorded) expect(body.usageEvent.occurredAt).toBe(occurredAt);
    for (const one of list.body.usageEvents) expect(one.occurredAt).toBe(occurredAt);
    const count = "SELECT count(*)::int AS count FROM usage_events WHERE occurred_at = ";
    expect(await sql(databaseUrl, `${count}'${occurredAt}'`)).toEqual([{ count: 60 }]);
    const { anvil, contract } = chain();
    const ledger = { databaseUrl, rpcUrl: anvil.url, contract: contract as `0x${string}` };
    expect(await contradictions(ledger)).toEqual([]);
    expect(await (await fetch(`${service.url}/ready`)).json()).toMatchObject({ ready: true });
  },
  180_000,
);

test.each(["start", "dev"])("%s refuses a pooler that loses prepared statements", async (word) => {
  const pooler = await startTransactionPooler(await newDatabase(), { keepsStatements: false });
  onTestFinished(pooler.close);
  const environment =
    word === "dev"
      ? { DATA_DIR: temporaryFolder(), DATABASE_URL: pooler.url, PORT: "0" }
      : await productionEnvironment(chain(), { DATABASE_URL: pooler.url });

  const refused = runUsance([word], environment);

  expect(await refused.ended).toBe(1);
  expect(refused.err()).toBe(
    "DATABASE_URL: the pooler in front of the database loses prepared statements. Use PgBouncer 1.21 or later with `max_prepared_statements` above 0, or `pool_mode=session`.\n",
  );
});
