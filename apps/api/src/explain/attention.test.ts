import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { registryPause, resumeMining, stopMining } from "../../test/harness/chain.ts";
import { aCappedSubscription, aCheckout, settleAll, signed } from "../../test/harness/checkout.ts";
import { ClockedStory } from "../../test/harness/clocked-story.ts";
import { sql } from "../../test/harness/database.ts";
import { restDoor } from "../../test/harness/doors.ts";
import { aPayer } from "../../test/harness/payer.ts";
import { aPortal } from "../../test/harness/portal.ts";
import { aSentSettlement, aTimedOutSettlement } from "../../test/harness/sent-settlement.ts";
import { payments, useService } from "../../test/harness/service.ts";
import { aKey, aSeller, type Seller, Story } from "../../test/harness/story.ts";
import { checkCaps } from "../settlements/spending-caps/check-caps.ts";
import { attentionKinds, maxLooked } from "./attention-store.ts";

const service = useService(payments);
let seller: Seller;
let story: Story;
beforeEach(async () => {
  seller = await aSeller(service);
  story = new Story(restDoor, service, seller);
});
afterEach(() => resumeMining(service()));

const told = async (query: object = {}, by = story) =>
  (await by.done("reports.attention", query)).attention;

/** A payment that the contract refuses. */
async function aFailedPayment(fields: Readonly<Record<string, unknown>> = {}) {
  const invoice = await story.anInvoice(fields);
  await registryPause(service(), true);
  await story.call("settlements.create", story.settlementOf(invoice));
  await registryPause(service(), false);
  return invoice;
}

describe("of payments", () => {
  it("those are told that the chain has not decided for ten minutes", async () => {
    await stopMining(service());
    const invoice = await story.anInvoice({ amount: "25" });
    const id = await aSentSettlement(story, invoice);
    const timedOut = await aTimedOutSettlement(story, await story.anInvoice({ amount: "5" }));
    expect(await told()).toEqual([]);

    service().clock.advance(600);

    const { id: invoiceId, serviceId, userId, user } = invoice;
    expect(await told()).toEqual([
      {
        ...{ kind: "payment_stuck", count: 2, isMore: false },
        items: [
          expect.objectContaining({ id: timedOut, amount: "5.000000" }),
          {
            ...{ id, serviceId, invoiceId, userId, amount: "25.000000" },
            isOnTestClock: false,
            message: `A payment of 25.00 USDC by ${user.email} is still processing.`,
            since: expect.any(String),
          },
        ],
      },
    ]);

    await resumeMining(service());
    await settleAll(service());
    expect(await told()).toEqual([]);
  });

  it("those that failed are told while the invoice is open, and can be paid", async () => {
    const { id, user } = await aFailedPayment({ amount: "25" });
    await aFailedPayment({ dueAt: service().clock.in(3_600) });
    const paid = await aFailedPayment();
    await story.done("settlements.create", story.settlementOf(paid));
    await story.done("invoices.void", { invoiceId: (await aFailedPayment()).id });
    await story.anInvoice();
    service().clock.advance(3_600);

    expect(await told()).toMatchObject([
      {
        ...{ kind: "payment_failed", count: 1 },
        items: [
          {
            ...{ id, invoiceId: id, amount: "25.000000" },
            message: `A payment of 25.00 USDC by ${user.email} failed, and the invoice is still open. Payments are paused.`,
          },
        ],
      },
    ]);
  });

  it("an invoice counts as failed that was refused because its prices were not signed", async () => {
    const { subscription } = await aCappedSubscription(story);
    const { id: subscriptionId, serviceId, userId, paymentPlanId } = subscription;
    const of = { serviceId, userId, paymentPlanId, subscriptionId };
    const { invoice } = await story.done("invoices.create", { ...of, amount: "9", status: "OPEN" });
    const where = { checkoutSession: { subscriptionId } };
    const data = { refusedInvoices: [`${invoice.id} 9.000000`] };
    await service().parts.db.spendingCap.updateMany({ where, data });

    const [{ kind, items }] = await told({ serviceId });
    expect([kind, items[0].id]).toEqual(["payment_failed", invoice.id]);
    expect(items[0].message).toMatch(/open\. The prices are higher than/);
  });
});

describe("of spending caps", () => {
  const capOf = async ({ id: subscriptionId }: { readonly id: string }) => ({
    ...(await service().parts.db.spendingCap.findFirstOrThrow({
      where: { checkoutSession: { subscriptionId } },
    })),
    change: (data: object) =>
      service().parts.db.spendingCap.updateMany({
        where: { checkoutSession: { subscriptionId } },
        data,
      }),
  });

  it("one is told that has little left, by what the last check found", async () => {
    const { payer, payoutAddress, subscription } = await aCappedSubscription(story);
    const { id: subscriptionId, serviceId, userId, paymentPlanId } = subscription;
    const of = { serviceId, userId, paymentPlanId, subscriptionId };
    const { invoice } = await story.done("invoices.create", {
      ...{ ...of, amount: "90", status: "OPEN" },
    });
    const addresses = { payerAddress: payer.address, merchantAddress: payoutAddress };
    const collection = story.settlementOf(invoice, { ...addresses, collect: "allowance" });
    await story.done("settlements.create", collection);
    service().clock.advance(3_600);
    await checkCaps(service().parts);

    expect(await told()).toMatchObject([
      {
        ...{ kind: "spending_cap_low", count: 1 },
        items: [
          {
            ...{ id: subscriptionId, userId, invoiceId: null, amount: "10.000000", since: null },
            message: expect.stringMatching(
              /^The spending limit of .+@example\.com has 10\.00 USDC left\. Bills above it/,
            ),
          },
        ],
      },
    ]);
  });

  it("one is told that was revoked, has ended or will, or names another payout address", async () => {
    const payer = await aPayer(service(), "50");
    const { checkoutSessionId } = await aCheckout(story);
    await story.done("checkout.pay", await signed(story, checkoutSessionId, payer, "500"));
    await settleAll(service());
    const { checkoutSession } = await story.done("checkoutSessions.get", { checkoutSessionId });
    const [subscription] = checkoutSession.subscriptions;
    const { id: subscriptionId, serviceId, userId } = subscription;
    const message = async () => (await told())[0]?.items[0].message;
    const cap = await capOf(subscription);
    expect(await message()).toBeUndefined();

    await cap.change({ total: "30", spent: "25" });
    expect(await message()).toMatch(/does not cover the next charge/);
    const end = Math.floor(Date.parse(subscription.currentPeriodEnd) / 1_000);
    await cap.change({ total: "500", validUntil: end - 60 });
    expect(await message()).toMatch(/ends before the current period does/);
    await cap.change({ validUntil: 1 });
    expect(await message()).toMatch(/has ended\. Bills have to be paid by hand\.$/);
    await cap.change({ validUntil: cap.validUntil, merchantAddress: "0x1" });
    expect(await message()).toMatch(/^The payout address of the service has changed since/);
    await cap.change({ merchantAddress: cap.merchantAddress });
    const portalToken = await aPortal(story, userId);
    await story.done("portal.revokeCap", { portalToken, subscriptionId });
    expect(await message()).toMatch(/has revoked the spending limit/);

    await story.done("subscriptions.cancel", { subscriptionId });
    expect(await told({ serviceId })).toEqual([]);
  });
});

it("disputes without an answer are told, and credit of paid invoices that is not refunded", async () => {
  const subscription = await story.aSubscription({ billingInterval: "DAY" });
  const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
  await story.aRateCard({ paymentPlanId });
  await story.aUsageEvent(subscription, { eventKey: "requests:1", quantity: "100" });
  const of = { subscriptionId, serviceId, paymentPlanId, userId };
  const bill = { amount: "0.25", status: "OPEN", usage: {} };
  const { invoice } = await story.done("invoices.create", { ...of, ...bill });
  const reason = "We made none of these calls.";
  const usageEvents = [{ eventKey: "requests:1" }];
  const { dispute } = await story.done("disputes.create", {
    ...{ invoiceId: invoice.id, usageEvents, reason },
  });
  const paid = await story.aPaidInvoice({ amount: "10" });
  await story.done("balances.create", { serviceId: paid.serviceId, userId: paid.userId });
  const refunded = await story.aCreditNote({ invoiceId: paid.id, amount: "1.5" });
  await story.done("creditNotes.refund", { creditNoteId: refunded.id, to: "BALANCE" });
  const credited = await story.aCreditNote({ invoiceId: paid.id, amount: "4" });
  await story.aCreditNote({ invoiceId: (await story.anInvoice()).id });

  expect(await told()).toMatchObject([
    {
      ...{ kind: "dispute_open", count: 1 },
      items: [
        {
          ...{ id: dispute.id, invoiceId: invoice.id },
          message: `Usage of 0.25 USDC is disputed: ${reason}`,
        },
      ],
    },
    {
      ...{ kind: "refund_to_send", count: 1 },
      items: [
        {
          ...{ id: credited.id, invoiceId: paid.id },
          message: `4.00 USDC were credited to ${paid.user.email}, and are not refunded yet.`,
        },
      ],
    },
  ]);
  expect(await told({ serviceId })).toMatchObject([{ kind: "dispute_open" }]);
});

it("usage is told that no bill contains, once for each subscription, until it is voided", async () => {
  const subscription = await story.aSubscription();
  const early = { occurredAt: "2001-01-01T00:00:00Z" };
  await story.aUsageEvent(subscription, early);
  const { id } = await story.aUsageEvent(subscription, { occurredAt: "2002-01-01T00:00:00Z" });
  await story.aUsageEvent(subscription);
  const other = await story.aSubscription();
  const voided = await story.aUsageEvent(other, early);
  await story.done("usageEvents.void", { usageEventId: voided.id, reason: "A mistake" });

  expect(await told()).toMatchObject([
    {
      ...{ kind: "usage_outside", count: 1 },
      items: [{ id, userId: subscription.userId, since: "2002-01-01T00:00:00.000Z" }],
    },
  ]);
});

it("webhook endpoints are told that fail, or were disabled by the service", async () => {
  const failing = await story.aWebhookEndpoint({ url: "https://one.example.com/hook?secret" });
  const disabled = await story.aWebhookEndpoint({ url: "https://two.example.com/hook" });
  await story.aWebhookEndpoint();
  const { db, clock } = service().parts;
  const failingSince = clock.now();
  await db.webhookEndpoint.update({ where: { id: failing.id }, data: { failingSince } });
  const data = { status: "DISABLED", disabledReason: "It was gone." } as const;
  await db.webhookEndpoint.update({ where: { id: disabled.id }, data });

  const [{ kind, count, items }] = await told();
  expect([kind, count]).toEqual(["webhook_failing", 2]);
  expect(items.map(({ message }: { message: string }) => message).toSorted()).toEqual([
    "one.example.com: every webhook has failed.",
    "two.example.com: It was gone.",
  ]);
  await story.done("webhookEndpoints.delete", { webhookEndpointId: failing.id });
  await story.done("webhookEndpoints.delete", { webhookEndpointId: disabled.id });
  expect(await told()).toEqual([]);
});

describe("a caller is told only", () => {
  it("of its own records, and the platform of all", async () => {
    await aFailedPayment();
    const other = new Story(restDoor, service, await aSeller(service));
    expect(await told({}, other)).toEqual([]);
    const all = await told({}, new Story(restDoor, service));
    expect(all.map(({ kind }: { kind: string }) => kind)).toContain("payment_failed");
  });

  it("of records that its key may read", async () => {
    await aFailedPayment();
    const scopes = ["reports:read", "disputes:read"];
    const { secret } = await aKey(service(), { userId: seller.id, scopes });
    const { body } = await story.call("reports.attention", {}, secret);
    expect(body).toEqual({
      attention: [],
      notChecked: attentionKinds.filter((kind) => kind !== "dispute_open"),
    });
  });

  it("that it is of a service on a test clock", async () => {
    const clocked = new ClockedStory(restDoor, service, seller);
    await clocked.aTestClock();
    const subscription = await clocked.aSubscription();
    await clocked.aUsageEvent(subscription, { occurredAt: "2001-01-01T00:00:00Z" });
    expect(await told()).toMatchObject([{ items: [{ isOnTestClock: true }] }]);
  });
});

it("of very many, three are told and as many counted as are looked at", async () => {
  const subscription = await story.aSubscription();
  const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
  await sql(
    service().databaseUrl,
    `INSERT INTO invoices (id, service_id, owner_id, payment_plan_id, user_id, subscription_id, status, amount,
                           currency, bill_hash, created_at, updated_at)
     SELECT 'many' || i, $1, $2, $3, $4, $5, 'OPEN', 1, 'USDC', '', timestamptz '2026-01-01Z' + i * interval '1 second', now()
       FROM generate_series(1, 5000) AS i`,
    [serviceId, seller.id, paymentPlanId, userId, subscriptionId],
  );
  await sql(
    service().databaseUrl,
    `INSERT INTO settlements (id, invoice_id, service_id, payer_id, merchant_id, payer_address, merchant_address, amount,
                              currency, reference_hash, reference_key, status, recorded_at, created_at, updated_at)
     SELECT id, id, service_id, user_id, owner_id, '', '', 1, 'USDC', '', id, 'FAILED', created_at, created_at, created_at
       FROM invoices WHERE id LIKE 'many%'`,
  );

  const [{ items, ...group }] = await told();
  expect(group).toEqual({ kind: "payment_failed", count: maxLooked, isMore: true });
  expect(items.map(({ id }: { id: string }) => id)).toEqual(["many5000", "many4999", "many4998"]);
});
