import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { expect, it, onTestFinished } from "vitest";
import { inTransaction } from "../src/db/client.ts";
import { noteAttempt, type TakenDelivery } from "../src/notify/webhooks/deliveries/deliver.ts";
import {
  type DeliveryOutcome,
  endLeases,
  noteOutcomes,
} from "../src/notify/webhooks/deliveries/store.ts";
import { resealSecrets } from "../src/notify/webhooks/endpoints/webhook-endpoints.ts";
import type { SignedPaid } from "../src/operation/ports/after-payment.ts";
import { forgetOldEvents } from "../src/outbox/store.ts";
import { applyPayments } from "../src/pages/checkout-sessions/complete-checkout-session.ts";
import { moveConfirmed, moveSubmitted } from "../src/settlements/engine/moves.ts";
import { findTrackedSettlements, replaceTransaction } from "../src/settlements/engine/store.ts";
import { areLocked } from "./harness/database.ts";
import { restDoor } from "./harness/doors.ts";
import { aPortal } from "./harness/portal.ts";
import { useService } from "./harness/service.ts";
import { aSeller, Story, statusesOf } from "./harness/story.ts";

/*
 * Transactions that lock the same rows lock them in the order of ARCHITECTURE.md. Each test holds the row that comes
 * first, waits until the service waits for it, and takes a later row. If the service held that one already, Postgres
 * would end one of the two with a deadlock error.
 */

const service = useService();
const story = new Story(restDoor, service);
const db = () => service().parts.db;

/** A transaction beside the service's. */
async function another() {
  const client = new Client({ connectionString: service().databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query("BEGIN");
  // So that this transaction is the one that Postgres ends: the service repeats some of its own.
  await client.query("SET LOCAL deadlock_timeout = '10ms'");
  const query = (text: string, ...values: unknown[]) => client.query(text, values);
  return {
    query,
    lock: (table: string, id: string) => query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, id),
    /** Waits until a transaction of the service waits for this one. */
    isAwaited: () => areLocked(service().databaseUrl),
    end: () => query("COMMIT"),
  };
}

type Row = readonly [table: string, id: string];

/** Runs work of the service while another transaction holds the first row, and then takes the second one. */
async function crossing(first: Row, second: Row, work: () => Promise<unknown>): Promise<void> {
  const other = await another();
  await other.lock(...first);
  const working = work();
  working.catch(() => {}); // it is awaited below
  await other.isAwaited();
  await other.lock(...second);
  await other.end();
  await working;
}

/** Stores a row again, so that it comes after the others in its table. */
const moveBehind = async (table: string, id: string) => {
  await db().$executeRawUnsafe(`UPDATE ${table} SET updated_at = updated_at WHERE id = '${id}'`);
  await db().$executeRawUnsafe(`ANALYZE ${table}`);
};

const leaseUntil = new Date("2026-02-01T00:00:00Z");
const name = (prefix: string) => `${prefix}${randomBytes(10).toString("hex")}`;

/** Stores a delivery of a new event to an endpoint, under a lease. */
async function aDelivery(
  endpoint: { readonly id: string; readonly ownerId: string },
  id: string,
  more: { readonly createdAt?: Date; readonly status?: "PENDING" | "FAILED" } = {},
) {
  const { id: serviceId, ownerId } = await story.aService();
  const { createdAt = service().clock.now(), status = "PENDING" } = more;
  const type = "invoice.paid";
  const event = { id: name("event"), type, serviceId, ownerId, data: {}, createdAt };
  await db().webhookEvent.create({ data: event });
  await db().webhookDelivery.create({
    data: {
      id,
      endpointId: endpoint.id,
      ownerId: endpoint.ownerId,
      eventId: event.id,
      eventType: type,
      status,
      nextAttemptAt: status === "PENDING" ? createdAt : null,
      leasedUntil: leaseUntil,
      createdAt,
      updatedAt: createdAt,
    },
  });
  return { id, eventId: event.id };
}

/**
 * Stores deliveries to an endpoint, of which every `every`th is pending and leased. The table has them in another order than
 * that of their ids. Postgres finds some of many, or all of few, by a scan in that order.
 *
 * @returns the ids of the pending ones, in the order of the table
 */
async function deliveriesTo(
  endpoint: { readonly id: string; readonly ownerId: string },
  { count, every }: { readonly count: number; readonly every: number },
) {
  const { id: serviceId, ownerId } = await story.aService();
  const isLeased = (number: number) => number % every === 0;
  const [run, now] = [name("d"), service().clock.now()];
  const numbers = Array.from({ length: count }, (_, number) => number);
  const idOf = (number: number) => `${run}${count + ((number * 617 + 311) % count)}`;
  await db().webhookEvent.createMany({
    data: numbers.map((number) => ({
      id: `e${idOf(number)}`,
      type: "invoice.paid",
      serviceId,
      ownerId,
      data: {},
      createdAt: now,
    })),
  });
  await db().webhookDelivery.createMany({
    data: numbers.map((number) => ({
      id: idOf(number),
      endpointId: endpoint.id,
      ownerId: endpoint.ownerId,
      eventId: `e${idOf(number)}`,
      eventType: "invoice.paid",
      ...(isLeased(number)
        ? { status: "PENDING", nextAttemptAt: now, leasedUntil: leaseUntil }
        : { status: "DELIVERED" }),
      createdAt: now,
      updatedAt: now,
    })),
  });
  await db().$executeRaw`ANALYZE webhook_deliveries`;
  return numbers.filter(isLeased).map(idOf);
}

/** The lowest of some ids, and the first one, which must be another. */
function endsOf(ids: readonly string[]) {
  const [first, low] = [ids[0], ids.toSorted()[0]];
  if (low === undefined || first === undefined || low === first) throw new Error("They differ.");
  return { low, first };
}

const attempt = {
  attemptedAt: "2026-01-31T12:00:00.000Z",
  statusCode: 200,
  latencyMs: 1,
  response: null,
  error: null,
};

const outcome = (id: string): DeliveryOutcome => ({
  id,
  leaseUntil,
  arrived: true,
  attempt,
  nextAttemptAt: null,
  reason: null,
});

/** An attempt as the deliverer stores it. @param disable why the endpoint must be disabled */
const noted = (
  { id, endpointId }: { readonly id: string; readonly endpointId: string },
  disable: string | null,
) =>
  noteAttempt(service().parts, {
    delivery: { id, endpointId, leaseUntil, failingSince: leaseUntil } as TakenDelivery,
    attempt: { ...attempt, statusCode: disable === null ? 200 : 410 },
    verdict: { arrived: disable === null, nextAttemptAt: null, reason: disable, disable },
  });

it("deliveries are locked in the order of their ids if leases are ended", async () => {
  const ids = await deliveriesTo(await story.aWebhookEndpoint(), { count: 3_000, every: 30 });
  const { low, first } = endsOf(ids);

  await crossing(["webhook_deliveries", low], ["webhook_deliveries", first], () =>
    endLeases(
      db(),
      ids.map((id) => ({ id, leaseUntil })),
    ),
  );
});

it("an endpoint is deleted while results of its deliveries are stored", async () => {
  const endpoint = await story.aWebhookEndpoint();
  const ids = await deliveriesTo(endpoint, { count: 3_000, every: 30 });
  const { low } = endsOf(ids);
  const other = await another();
  await other.lock("webhook_deliveries", low);

  const deleting = story.call("webhookEndpoints.delete", { webhookEndpointId: endpoint.id });
  await other.isAwaited();
  const noting = noteOutcomes(db(), ids.map(outcome), service().clock.now());
  noting.catch(() => {}); // it is awaited below
  await areLocked(service().databaseUrl, 2);
  await other.end();

  expect(await deleting).toMatchObject({ status: 200 });
  await noting;
});

it("endpoints are all locked before their deliveries if several are disabled", async () => {
  const endpoints = [await story.aWebhookEndpoint(), await story.aWebhookEndpoint()];
  const [one, other] = endpoints.sort((a, b) => (a.id < b.id ? -1 : 1));
  const ofOne = await aDelivery(one, name("d"));
  const ofOther = await aDelivery(other, name("d"));

  await crossing(["webhook_endpoints", other.id], ["webhook_deliveries", ofOne.id], () =>
    Promise.all([
      noted({ id: ofOne.id, endpointId: one.id }, "gone"),
      noted({ id: ofOther.id, endpointId: other.id }, "gone"),
    ]),
  );

  const found = await db().webhookEndpoint.findMany({
    where: { id: { in: endpoints.map(({ id }) => id) } },
  });
  expect(found.map(({ status }) => status)).toEqual(["DISABLED", "DISABLED"]);
});

it("deliveries of a disabled endpoint are locked together with those whose results are stored", async () => {
  const [disabled, well] = [await story.aWebhookEndpoint(), await story.aWebhookEndpoint()];
  const arrived = await aDelivery(well, name("a"));
  const failed = await aDelivery(disabled, name("z"));

  await crossing(["webhook_deliveries", arrived.id], ["webhook_deliveries", failed.id], () =>
    Promise.all([
      noted({ id: failed.id, endpointId: disabled.id }, "gone"),
      noted({ id: arrived.id, endpointId: well.id }, null),
    ]),
  );

  const found = await db().webhookDelivery.findMany({
    where: { id: { in: [arrived.id, failed.id] } },
    orderBy: { id: "asc" },
  });
  expect(found).toMatchObject([
    { status: "DELIVERED", reason: null },
    { status: "FAILED", reason: "gone" },
  ]);
});

it("deliveries of old events are locked in the order of their ids if they are forgotten", async () => {
  const endpoint = await story.aWebhookEndpoint();
  const old = (day: number) => ({ createdAt: new Date(Date.UTC(2020, 0, day)) });
  const high = await aDelivery(endpoint, name("z"), old(1));
  const low = await aDelivery(endpoint, name("a"), old(2));

  await crossing(["webhook_deliveries", low.id], ["webhook_deliveries", high.id], () =>
    forgetOldEvents(service().parts),
  );

  expect(await db().webhookDelivery.count({ where: { id: { in: [low.id, high.id] } } })).toBe(0);
  expect(await db().webhookEvent.count({ where: { id: low.eventId } })).toBe(0);
});

it("events are locked before their deliveries if they are sent again", async () => {
  const endpoint = await story.aWebhookEndpoint();
  const elsewhere = await story.aWebhookEndpoint();
  const createdAt = new Date("2020-03-01T00:00:00Z");
  const failed = await aDelivery(endpoint, name("d"), { createdAt, status: "FAILED" });
  const missed = await aDelivery(elsewhere, name("d"), { createdAt, status: "FAILED" });
  const [{ ownerId }] = await db().$queryRaw<[{ ownerId: string }]>`
    UPDATE webhook_events SET owner_id = service.owner_id, service_id = service.id
      FROM (SELECT service_id AS id, owner_id FROM webhook_events WHERE id = ${failed.eventId}) service
     WHERE webhook_events.id = ${missed.eventId} RETURNING webhook_events.owner_id AS "ownerId"`;
  await db().webhookEndpoint.update({ where: { id: endpoint.id }, data: { ownerId } });

  await crossing(["webhook_events", missed.eventId], ["webhook_deliveries", failed.id], () =>
    story.done("webhookEndpoints.redeliver", {
      webhookEndpointId: endpoint.id,
      from: "2020-02-28T00:00:00Z",
      to: "2020-03-02T00:00:00Z",
    }),
  );
});

it("secrets are sealed again while a transaction writes deliveries to their endpoints", async () => {
  const { id } = await story.aWebhookEndpoint();
  const other = await another();
  // The lock of a foreign key.
  await other.query("SELECT FROM webhook_endpoints WHERE id = $1 FOR KEY SHARE", id);

  const { open, seal } = { open: (text: string) => text, seal: (text: string) => text };
  const resealed = resealSecrets(service().parts, { open, seal });
  await Promise.race([
    resealed,
    other.isAwaited().then(() => Promise.reject(new Error("It waits."))),
  ]);
});

/** Two PENDING settlements; in the table, the one with the higher id comes first. */
async function twoSettlements() {
  const ids = [];
  for (const prefix of ["zhigh", "low"]) {
    const invoice = await story.anInvoice();
    const input = story.settlementOf(invoice);
    await story.aSettlementLeftPending(invoice, input);
    const id = name(prefix);
    await db().settlement.updateMany({ where: { invoiceId: invoice.id }, data: { id } });
    ids.push(id);
  }
  const [high, low] = ids as [string, string];
  await moveBehind("settlements", low);
  const settlements = await findTrackedSettlements(db(), [high, low]);
  return { low, high, settlements };
}

let nonce = 0;

/** The same, submitted in one transaction. */
async function twoSubmitted() {
  const { low, high, settlements } = await twoSettlements();
  const [first, second] = settlements;
  if (first === undefined || second === undefined) throw new Error("There are two.");
  nonce += 1;
  const now = service().clock.now();
  const submitted = [high, low].map((id, batchPosition) => ({
    ...(id === first.id ? first : second),
    chainId: 31_337n,
    contractAddress: service().contract,
    tokenAddress: service().contract,
    executor: "direct" as const,
    signerAddress: service().signer,
    nonce,
    batchPosition,
    transactionHash: `0x${randomBytes(32).toString("hex")}`,
    validUntil: 1n,
    submittedBlock: 1n,
    submittedAt: now,
    nextCheckAt: now,
    updatedAt: now,
  }));
  return { low, high, submitted };
}

it.each(["submitted", "confirmed"] as const)(
  "settlements are locked in the order of their ids if they are %s",
  async (move) => {
    const { low, high, submitted } = await twoSubmitted();
    if (move === "confirmed") await moveSubmitted(db(), submitted);
    const confirmed = submitted.map(({ id }) => ({
      id,
      transactionHash: `0x${randomBytes(32).toString("hex")}` as const,
      blockNumber: 1n,
      blockHash: `0x${randomBytes(32).toString("hex")}` as const,
      logIndex: 0,
      operator: null,
      nextCheckAt: null,
    }));

    await crossing(["settlements", low], ["settlements", high], () =>
      move === "submitted"
        ? moveSubmitted(db(), submitted)
        : moveConfirmed(db(), confirmed, service().clock.now()),
    );

    const found = await db().settlement.findMany({ where: { id: { in: [low, high] } } });
    expect(found.map(({ status }) => status)).toEqual([move.toUpperCase(), move.toUpperCase()]);
  },
);

it("settlements that share a nonce are locked in the order of their ids if it is signed again", async () => {
  const { low, high, submitted } = await twoSubmitted();
  await moveSubmitted(db(), submitted);
  const [first] = submitted;
  if (first === undefined) throw new Error("There are two.");

  const raised = {
    hash: `0x${randomBytes(32).toString("hex")}`,
    raw: "0x00",
    cancels: false,
    signedAt: service().clock.now(),
  };
  let isReplaced = false;
  await crossing(["settlements", low], ["settlements", high], async () => {
    isReplaced = await inTransaction(db(), (tx) =>
      replaceTransaction(tx, { ...first, chainId: first.chainId }, first.transactionHash, raised),
    );
  });
  expect(isReplaced).toBe(true);
});

it("new payers are inserted in the order of their e-mail addresses", async () => {
  const { id: serviceId, ownerId } = await story.aService();
  const now = service().clock.now();
  const emails = [`b-${name("")}@example.com`, `a-${name("")}@example.com`];
  const paid: SignedPaid[] = [];
  for (const payerEmail of emails) {
    const plan = await story.aPlan(serviceId);
    const created = { serviceId, paymentPlanId: plan.id };
    const { checkoutSession } = await story.done("checkoutSessions.create", created);
    const { invoiceId } = await db().checkoutSession.findUniqueOrThrow({
      where: { id: checkoutSession.id },
    });
    const terms = {
      serviceId,
      ownerId,
      paymentPlanId: plan.id,
      status: "OPEN",
      amount: 1,
    } as const;
    const invoice = await db().invoice.create({
      data: {
        ...terms,
        id: invoiceId,
        currency: "USDC",
        billHash: "0x5e",
        createdAt: now,
        updatedAt: now,
      },
    });
    const settlement = await db().settlement.create({
      data: {
        id: name("paid"),
        invoiceId,
        serviceId,
        merchantId: ownerId,
        payerAddress: service().signer,
        payerKey: service().signer.toLowerCase(),
        payerEmail,
        merchantAddress: service().signer,
        amount: 1,
        currency: "USDC",
        referenceHash: `0x${randomBytes(32).toString("hex")}`,
        referenceKey: name("reference"),
        status: "SUBMITTED",
        recordedAt: now,
        createdAt: now,
        updatedAt: now,
      },
    });
    paid.push({ invoice, settlement, transactionHash: "0x00" });
  }
  const other = await another();
  const insert = (email: string) =>
    other.query(
      `INSERT INTO users (id, email, email_key, wallet_key, role, seller_id, created_at, updated_at)
       VALUES ($1, $2, $2, $3, 'PAYER', $4, now(), now())`,
      name("user"),
      email,
      service().signer.toLowerCase(),
      ownerId,
    );
  const [second, first] = emails as [string, string];

  await insert(first);
  const applied = inTransaction(db(), (tx) =>
    applyPayments({ tx, now, checkoutUrl: service().parts.checkoutUrl }, paid),
  );
  applied.catch(() => {}); // it is awaited below
  await other.isAwaited();
  await insert(second);
  await other.end();
  await applied;

  const users = await db().user.findMany({ where: { email: { in: emails } } });
  expect(users).toHaveLength(2);
});

it("a subscription is locked before its balance if the subscriber tops the balance up", async () => {
  const { balance, subscription } = await story.prepaid("0");
  const portalToken = await aPortal(story, subscription.userId);

  await crossing(["subscriptions", subscription.id], ["balances", balance.id], () =>
    story.done("portal.topUp", { portalToken, balanceId: balance.id, amount: "1" }),
  );
});

it("a top-up bills no subscription that is cancelled meanwhile", async () => {
  const { balance, subscription } = await story.prepaid("0");
  const other = await another();
  await other.query(
    "UPDATE subscriptions SET status = 'CANCELLED', ended_at = now() WHERE id = $1",
    subscription.id,
  );

  const toppingUp = story.done("balances.topUp", { balanceId: balance.id, amount: "1" });
  await other.isAwaited();
  await other.end();

  expect((await toppingUp).invoice).toMatchObject({ subscriptionId: null, subscription: null });
});

it("a void waits for no balance but that of its event", async () => {
  const { balance, subscription } = await story.prepaid("5");
  const usageEvent = await story.aUsageEvent(subscription, { balanceId: balance.id, charge: "1" });
  const { id: foreignId } = await story.aBalance();
  const other = await another();
  await other.lock("balances", foreignId);

  const { status, code } = await story.call("usageEvents.void", {
    usageEventId: usageEvent.id,
    reason: "Counted twice",
    replacement: { eventKey: "again", quantity: "1", balanceId: foreignId, charge: "1" },
  });

  await other.end();
  expect([status, code]).toEqual([404, "balance_not_found"]);
});

it("a charge waits for no balance of another seller", async () => {
  const { id: foreignId } = await story.aBalance();
  const own = new Story(restDoor, service, await aSeller(service));
  const { balance, subscription } = await own.prepaid("5");
  const other = await another();
  await other.lock("balances", foreignId);

  const usageEvents = [foreignId, balance.id].map((balanceId) =>
    own.usageOf(subscription, { balanceId, charge: "1" }),
  );
  const { results } = await own.done("usageEvents.batch", { usageEvents });

  await other.end();
  expect(statusesOf(results)).toEqual([404, 201]);
});

it("the end of a hold waits for no balance of another seller", async () => {
  const foreign = await story.aBalance();
  const { hold } = await story.done("holds.create", story.holdOf(foreign));
  const own = new Story(restDoor, service, await aSeller(service));
  const other = await another();
  await other.lock("balances", foreign.id);

  const { status } = await own.call("holds.release", { holdId: hold.id });

  await other.end();
  expect(status).toBe(404);
});

it("events are voided in the order of their keys if a dispute is accepted", async () => {
  const subscription = await story.aSubscription();
  const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
  const events = [];
  for (const eventKey of ["requests:1", "requests:2"]) {
    events.push(await story.aUsageEvent(subscription, { eventKey }));
  }
  const of = { subscriptionId, serviceId, paymentPlanId, userId };
  const bill = { amount: "2", status: "OPEN", usage: {} };
  const { id: invoiceId } = (await story.done("invoices.create", { ...of, ...bill })).invoice;
  const usageEvents = events.map(({ eventKey }) => ({ eventKey })).toReversed();
  const objection = { invoiceId, usageEvents, reason: "They never occurred" };
  const { id: disputeId } = (await story.done("disputes.create", objection)).dispute;
  const other = await another();
  const voidThere = ({ id, eventKey, occurredAt }: Record<string, string>) =>
    other.query(
      `INSERT INTO usage_event_voids (usage_event_id, subscription_id, event_key, occurred_at, reason, created_at)
       VALUES ($1, $2, $3, $4, 'Elsewhere', now())`,
      ...[id, subscriptionId, eventKey, occurredAt],
    );
  await voidThere(events[0]);
  const accepting = story.call("disputes.accept", { disputeId, amount: "1" });
  await other.isAwaited();
  await voidThere(events[1]);
  await other.end();

  expect(await accepting).toMatchObject({ status: 409, code: "usage_event_voided" });
});

it("a balance is locked before the keys of events that correct charged ones", async () => {
  const { balance, subscription } = await story.prepaid("5");
  const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
  await story.aRateCard({ paymentPlanId });
  const event = await story.aUsageEvent(subscription, {
    ...{ eventKey: "requests:1", balanceId: balance.id, charge: { rateCard: true } },
  });
  const of = { subscriptionId, serviceId, paymentPlanId, userId };
  const bill = { amount: "2", status: "OPEN", usage: {} };
  const { id: invoiceId } = (await story.done("invoices.create", { ...of, ...bill })).invoice;
  const usageEvents = [{ eventKey: "requests:1", claimedQuantity: "0.5" }];
  const objection = { invoiceId, usageEvents, reason: "It was less" };
  const { id: disputeId } = (await story.done("disputes.create", objection)).dispute;
  const other = await another();
  await other.lock("balances", balance.id);
  const accepting = story.call("disputes.accept", { disputeId });
  await other.isAwaited();
  await other.query(
    `INSERT INTO usage_events (id, service_id, owner_id, subscription_id, user_id, event_key, quantity, occurred_at, created_at)
     SELECT 'corrected', service_id, owner_id, subscription_id, user_id, event_key || '~corrected', 1, occurred_at, created_at
       FROM usage_events WHERE id = $1`,
    event.id,
  );
  await other.end();

  expect(await accepting).toMatchObject({ status: 409, code: "usage_event_already_recorded" });
});
