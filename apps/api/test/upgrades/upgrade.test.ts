import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Anvil, startAnvil } from "@usance/local-stack";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { verifyLedger } from "../../src/cli/actions/verify-ledger.ts";
import { migrate } from "../../src/db/schema-engine.ts";
import { collectDueInvoices } from "../../src/settlements/collect-under-cap.ts";
import { rpc } from "../harness/chain.ts";
import { settleAll } from "../harness/checkout.ts";
import { newDatabase } from "../harness/database.ts";
import { arrivals } from "../harness/deliveries.ts";
import type { Sent } from "../harness/documented.ts";
import { restDoor } from "../harness/doors.ts";
import { contradictions } from "../harness/oracle.ts";
import { useReceiver, verified } from "../harness/receiver.ts";
import { payments, startService, type TestService } from "../harness/service.ts";
import { Story } from "../harness/story.ts";
import { listening, productionEnvironment } from "../processes/production.ts";
import { root } from "../processes/program.ts";
import { leaveData } from "./leave-data.ts";
import { readAll } from "./read-all.ts";
import { countTables, type TableCounts } from "./tables.ts";
import {
  keptVersions,
  migrationsHere,
  readUpgradeData,
  type Told,
  type UpgradeData,
} from "./upgrade-data.ts";

/*
 * Data of releases is upgraded and stays usable. Data that this version leaves here is too: later migrations will be tested
 * on data like it.
 */

const receiver = useReceiver();

const newest = migrationsHere().at(-1) ?? "";
const sets = [
  ...keptVersions().map((version) => ({
    name: `the release ${version}`,
    version,
    load: async () => readUpgradeData(version),
  })),
  { name: "this version", version: newest, load: () => leaveData("the working tree") },
];

describe.each(sets)("data of $name", ({ version, load }) => {
  let data: UpgradeData;
  let told: Told;
  let story: Story;
  let databaseUrl: string;
  let database: Client;
  let before: TableCounts;
  let underWay: Awaited<ReturnType<typeof settlementsUnderWay>>;
  let applied: string[];
  let running: TestService | undefined;
  const service = () => {
    if (running === undefined) throw new Error("The service starts before the first test.");
    return running;
  };
  const subscriptions = async (): Promise<readonly Subscription[]> =>
    (await story.done("subscriptions.list", { status: "ACTIVE", limit: 100 })).subscriptions;
  const ledger = () => ({ databaseUrl, contract: told.contract, rpcUrl: service().anvil.url });

  beforeAll(async () => {
    data = await load();
    told = data.told;
    story = new Story(restDoor, service, told.seller);
    databaseUrl = await databaseWith(version, data);
    database = new Client({ connectionString: databaseUrl });
    await database.connect();
    before = await countTables(database);
    underWay = await settlementsUnderWay(database);
    applied = await migrate(databaseUrl);
    running = await startOn(databaseUrl, data);
  }, 300_000);

  afterAll(async () => {
    await database.end();
    await running?.stop();
  });

  it("keeps every row and every amount through the migrations since", async () => {
    expect(applied).toEqual(migrationsHere().filter((name) => name > version));
    const after = await countTables(database);
    for (const [table, count] of before) {
      expect({ table, ...after.get(table) }).toMatchObject({ table, ...count });
    }
  });

  it("breaks no invariant", async () => {
    const findings = await verifyLedger({ ...ledger(), now: new Date(told.leftAt), fromBlock: 0n });

    expect(findings.filter(({ count }) => count > 0)).toEqual([]);
  });

  it("shows every record as callers saw it", async () => {
    const shown = await readAll(service().url, told.seller.key);

    for (const [path, answer] of Object.entries(told.answers)) {
      expect({ path, ...shown[path] }).toMatchObject({ path, ...answer });
    }
  });

  it("answers a repeated Idempotency-Key with the stored response", async () => {
    const { operation, input, key, answer } = told.once;
    const headers = { "Idempotency-Key": key };

    const again = await restDoor.call(service().url, operation, input, told.seller.key, headers);

    expect(again.body).toEqual(answer);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
  });

  it("refuses a revoked key", async () => {
    expect((await story.call("services.list", {}, told.revokedKey)).status).toBe(401);
  });

  it("completes settlements in progress as the chain decides", async () => {
    await settleAll(service());

    for (const { id, status } of underWay) {
      const { rows } = await database.query<{ end: string }>(
        `SELECT s.status || ', invoice ' || i.status AS end
           FROM settlements s JOIN invoices i ON i.id = s.invoice_id WHERE s.id = $1`,
        [id],
      );
      const end = status === "REVERTED" ? "FAILED, invoice OPEN" : "CONFIRMED, invoice PAID";
      expect({ status, ...rows[0] }).toEqual({ status, end });
    }
    const states = new Set(underWay.map(({ status }) => status));
    expect([...states].sort()).toEqual(["PENDING", "REVERTED", "SUBMITTED", "TIMED_OUT"]);
  });

  it("settles an open invoice, and one whose settlement failed", async () => {
    const { invoices } = await story.done("invoices.list", { status: "OPEN", limit: 100 });
    const before = (invoice: { settlements: unknown[] }) => invoice.settlements.length;
    const [unpaid, failed] = [0, 1].map((count) =>
      invoices.find((one: { settlements: unknown[] }) => before(one) === count),
    );

    for (const invoice of [unpaid, failed]) {
      const { settlement } = await story.done("settlements.create", story.settlementOf(invoice));
      expect(settlement).toMatchObject({ status: "CONFIRMED", invoice: { status: "PAID" } });
    }
  });

  it("completes a pending checkout session, and meters its subscription", async () => {
    const { checkoutSessions } = await story.done("checkoutSessions.list", { status: "PENDING" });
    const [{ id: checkoutSessionId }] = checkoutSessions;
    const user = { email: "late@example.com" };

    const { checkoutSession } = await story.done("checkoutSessions.complete", {
      checkoutSessionId,
      user,
    });

    expect(checkoutSession).toMatchObject({
      status: "PAID",
      subscriptions: [{ status: "ACTIVE" }],
    });
    const [subscription] = checkoutSession.subscriptions;
    await story.done("usageEvents.create", story.usageOf(subscription));
  });

  it("meters a subscription, and refuses usage that it already has", async () => {
    const { usageEvents } = await story.done("usageEvents.list");
    const { subscription, serviceId, userId, eventKey } = usageEvents.at(-1);
    const of = { ...subscription, serviceId, userId };

    await story.done("usageEvents.create", story.usageOf(of));
    const again = await story.call("usageEvents.create", story.usageOf(of, { eventKey }));

    expect(again.status).toBe(409);
  });

  it("renews the subscriptions that are due, and bills recurring plans", async () => {
    const daily = (await subscriptions()).filter(isDaily);
    service().clock.advance(24 * 60 * 60);

    for (const subscribed of daily) {
      const { id: subscriptionId, currentPeriodEnd: from, serviceId, paymentPlanId } = subscribed;
      const { subscription } = await story.done("subscriptions.get", { subscriptionId });
      const { invoices } = await story.done("invoices.list", { subscriptionId, from });
      const { plan } = await story.done("plans.get", { serviceId, paymentPlanId });
      expect(subscription.currentPeriodStart).toBe(from);
      expect(invoices.map(({ amount }: { amount: string }) => amount)).toEqual(
        plan.pricingType === "FIXED_RECURRING" ? [plan.amount] : [],
      );
    }
    expect(daily.length).toBeGreaterThan(1);
  });

  it("collects a renewal under an existing spending cap", async () => {
    const { rows } = await database.query<{ id: string }>(
      `SELECT i.id FROM invoices i
         JOIN subscriptions s ON s.id = i.subscription_id
         JOIN spending_caps c USING (checkout_session_id)
        WHERE i.status = 'OPEN'`,
    );
    const [due] = rows;
    service().clock.advance(60 * 60);

    await collectDueInvoices(service().parts);
    await settleAll(service());

    const { invoice } = await story.done("invoices.get", { invoiceId: due?.id });
    expect(invoice).toMatchObject({ status: "PAID", settlements: [{ collect: "allowance" }] });
  });

  it("delivers pending webhooks, signed with the existing secret", async () => {
    const { id: webhookEndpointId, secret } = told.endpoint;
    const path = `/${randomUUID()}`;
    await story.done("webhookEndpoints.update", {
      webhookEndpointId,
      url: receiver().url + path,
    });
    const jobs = await service().startJobs();
    service().clock.advance(24 * 60 * 60);

    const [arrived] = await arrivals(receiver(), path, 1).finally(() => jobs.stop());

    if (arrived === undefined) throw new Error("One has arrived.");
    expect(verified(secret, arrived)).toMatchObject({ type: "invoice.voided" });
  });

  it("is consistent in the end, also with the chain", async () => {
    expect(await contradictions({ ...ledger(), now: service().clock.now() })).toEqual([]);
  });

  it("is migrated by a process that starts on it, and stops on request", async () => {
    const anvil = await chainOf(data);
    onTestFinished(anvil.stop);
    const DATABASE_URL = await databaseWith(version, data);
    const { contract } = told;

    const process = await listening(
      await productionEnvironment({ anvil, contract }, { DATABASE_URL }),
    );

    expect((await fetch(`${process.url}/ready`)).status).toBe(200);
    process.signal("SIGTERM");
    expect(await process.ended).toBe(0);
  });
});

interface Subscription {
  readonly id: string;
  readonly serviceId: string;
  readonly paymentPlanId: string;
  readonly currentPeriodStart: string;
  readonly currentPeriodEnd: string | null;
}

const isDaily = (one: Subscription): one is Subscription & { readonly currentPeriodEnd: string } =>
  one.currentPeriodEnd !== null &&
  Date.parse(one.currentPeriodEnd) - Date.parse(one.currentPeriodStart) === 24 * 60 * 60 * 1_000;

/** Events and stored responses stay as they were, without fields that were added since. */
const isOld = ({ path, headers }: Sent) =>
  path.startsWith("/api/v1/events") || headers.get("idempotent-replayed") === "true";

async function settlementsUnderWay(database: Client) {
  const { rows } = await database.query<{ id: string; status: string }>(
    "SELECT id, status FROM settlements WHERE status NOT IN ('CONFIRMED', 'FAILED')",
  );
  return rows;
}

/** A database as the version has left it. */
async function databaseWith(version: string, { tables }: UpgradeData): Promise<string> {
  const url = await newDatabase("template0");
  const folder = mkdtempSync(join(tmpdir(), "usance-migrations-"));
  const later = (path: string) =>
    migrationsHere().some((name) => name > version && path.includes(name));
  cpSync(join(root, "apps/api/prisma/migrations"), folder, {
    recursive: true,
    filter: (path) => !later(path),
  });
  await migrate(url, folder);
  rmSync(folder, { recursive: true });
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(tables);
  await client.end();
  return url;
}

/** Starts this version on another version's data, at the time at which that version ended. */
async function startOn(databaseUrl: string, data: UpgradeData): Promise<TestService> {
  const { contract, leftAt } = data.told;
  const chain = { anvil: await chainOf(data), contract };
  const environment = { DATABASE_URL: databaseUrl, ...payments };
  const service = await startService(environment, { chain, isOld });
  service.clock.set(leftAt);
  return service;
}

async function chainOf({ chain, told }: UpgradeData): Promise<Anvil> {
  const anvil = await startAnvil();
  await rpc({ anvil }, "anvil_loadState", [chain]);
  await rpc({ anvil }, "anvil_setTime", [Math.ceil(Date.parse(told.leftAt) / 1_000)]);
  return anvil;
}
