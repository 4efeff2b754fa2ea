import { randomUUID } from "node:crypto";
import { registryPause, rpc } from "../harness/chain.ts";
import { aCheckout, monthly, signed } from "../harness/checkout.ts";
import { linkTokenOf, ownPage } from "../harness/dashboard.ts";
import { restDoor } from "../harness/doors.ts";
import { aPayer } from "../harness/payer.ts";
import { type Seller, Story } from "../harness/story.ts";
import { until } from "../harness/until.ts";
import { readAll } from "./read-all.ts";
import { farAway, past, type Stage, type StageStory } from "./stage.ts";
import { setAutoTopUps, spendBalances } from "./story-of-balances.ts";
import { sendEmails } from "./story-of-emails.ts";
import { correctAndRefund } from "./story-of-refunds.ts";
import type { Told } from "./upgrade-data.ts";

/* The calls to the service that create records of every kind and state. */

/** Creates records that are done or wait for a caller. @returns the responses */
export async function liveOn(stage: Stage): Promise<Omit<Told, "commit" | "contract" | "leftAt">> {
  const platform: StageStory = new Story(restDoor, () => stage);
  const { owner } = await platform.aService({ description: "Umbrella, 雨" });
  const newKey = async (name: string) => {
    const input = { name, userId: owner.id, scopes: ["*"] };
    return (await platform.done("apiKeys.create", input)).apiKey;
  };
  const [key, revoked] = [await newKey("in use"), await newKey("revoked")];
  await platform.done("apiKeys.revoke", { apiKeyId: revoked.id });
  const seller: Seller = { id: owner.id, email: owner.email, key: key.secret };

  const story = storyOf(stage, seller);
  const endpoint = await openEndpoints(story, stage);
  const autoTopUpStops = await setAutoTopUps(story);
  await sellEverything(story);
  await story.aRateCard();
  await setClocks(stage, story);
  await endSessions(story);
  const subscription = await subscribe(story);
  await meter(story, subscription);
  await bill(stage, story);
  await correctAndRefund(stage, story);
  await payAtCheckout(stage, story);
  await openPortals(story, subscription.userId);
  await openDashboards(stage, story);
  await sendEmails(stage, story);
  await spendBalances(stage, story);
  await haveDelivered(story);
  await autoTopUpStops();
  return {
    seller,
    revokedKey: revoked.secret,
    endpoint,
    once: await askOnce(stage, seller),
    answers: Object.fromEntries(
      Object.entries(await readAll(stage.url, seller.key)).filter(([, one]) => isOver(one)),
    ),
  };
}

/** Starts settlements of each kind. The service will be killed before it continues them. */
export async function beginSettlements(
  stage: Stage,
  { seller }: Pick<Told, "seller">,
): Promise<void> {
  const story = storyOf(stage, seller);
  const settle = async () => {
    const invoice = await story.anInvoice();
    return story.call("settlements.create", story.settlementOf(invoice)).catch(() => null);
  };
  const become = (status: string, count = 1) =>
    until(async () => {
      const text = "SELECT FROM settlements WHERE status::text = $1";
      return (await stage.database.query(text, [status])).rowCount === count;
    });
  await rpc(stage, "evm_setAutomine", [false]);

  const reverted = settle();
  await become("SUBMITTED");
  await registryPause(stage, true, { tip: 50 });
  await rpc(stage, "evm_mine", []);
  await Promise.all([reverted, become("REVERTED")]);
  await rpc(stage, "evm_setAutomine", [true]);
  await registryPause(stage, false);
  await rpc(stage, "evm_setAutomine", [false]);

  await Promise.all([settle(), become("TIMED_OUT")]);

  await beginPayment(stage, story);
  void settle();
  await become("SUBMITTED", 2);
  stage.proxy.fault = () => "silent";
  void settle();
  await become("PENDING");
}

/** A delivery or an e-mail that will be retried soon looks different. */
const isOver = ({ webhookDelivery, email }: { webhookDelivery?: Tried; email?: Tried }) =>
  (webhookDelivery ?? email)?.status !== "PENDING";

interface Tried {
  readonly status: string;
}

const storyOf = (stage: Stage, seller: Seller): StageStory =>
  new Story(restDoor, () => stage, seller);

async function sellEverything(story: StageStory): Promise<void> {
  for (const status of ["DRAFT", "DISABLED"]) await story.aService({ status });
  const { id } = await story.aService();
  await story.aPlan(id, { pricingType: "ONE_TIME", amount: "0" });
  await story.aPlan(id, {
    pricingType: "FIXED_RECURRING",
    billingInterval: "WEEK",
    amount: "999999999999999999.999999",
    description: "The most that there is",
  });
}

/** A service on a test clock, and a clock that another process advances. */
async function setClocks({ database }: Stage, story: StageStory): Promise<void> {
  const aClock = async () =>
    (await story.done("testClocks.create", { now: farAway })).testClock.id as string;
  await story.aService({ testClockId: await aClock() });
  await database.query(
    `UPDATE test_clocks SET status = 'ADVANCING', advancing_to = now + interval '1 year',
            leased_until = now + interval '100 years' WHERE id = $1`,
    [await aClock()],
  );
}

async function endSessions(story: StageStory): Promise<void> {
  await story.aCheckoutSession();
  await story.aCheckoutSession({ expiresAt: farAway });
  const cancelled = await story.aCheckoutSession();
  await story.done("checkoutSessions.cancel", { checkoutSessionId: cancelled.id });
  const expired = await story.aCheckoutSession({ expiresAt: past });
  await story.done("checkoutSessions.get", { checkoutSessionId: expired.id });
}

/** @returns a metered subscription */
async function subscribe(story: StageStory) {
  const recurring = { pricingType: "FIXED_RECURRING", amount: "25" };
  await story.aSubscription({ ...recurring, billingInterval: "DAY" });
  await story.aSubscription({ ...recurring, billingInterval: "MONTH" });
  const { id: subscriptionId } = await story.aSubscription();
  await story.done("subscriptions.cancel", { subscriptionId });
  const ending = await story.aSubscription({ ...recurring, billingInterval: "WEEK" });
  await story.done("subscriptions.cancel", { subscriptionId: ending.id, atPeriodEnd: true });
  return story.aSubscription({ billingInterval: "DAY" });
}

type Subscription = Awaited<ReturnType<StageStory["aSubscription"]>>;

async function meter(story: StageStory, subscription: Subscription): Promise<void> {
  const { id: subscriptionId, serviceId, userId, paymentPlanId } = subscription;
  const bill = { serviceId, paymentPlanId, userId, subscriptionId, amount: "1.5" };
  const { invoice } = await story.done("invoices.create", bill);
  const events = [
    { eventKey: "request:1" },
    { quantity: "0", occurredAt: past },
    { quantity: "999999999999999999.999999" },
    { invoiceId: invoice.id, quantity: "0.000001" },
    { invoiceId: invoice.id },
  ].map((fields) => story.usageOf(subscription, fields));
  const [first, ...others] = events;
  await story.done("usageEvents.create", first);
  await story.done("usageEvents.batch", { usageEvents: others });
}

async function bill(stage: Stage, story: StageStory): Promise<void> {
  for (const status of ["DRAFT", "OPEN", "VOID", "EXPIRED"]) await story.anInvoice({ status });
  const voided = await story.anInvoice({ dueAt: farAway });
  await story.done("invoices.void", { invoiceId: voided.id });
  const expired = await story.anInvoice({ dueAt: past });
  await story.done("invoices.get", { invoiceId: expired.id });
  const line = { description: "Requests, 要求", quantity: "250", unitAmount: "0.0025" };
  const paid = await story.anInvoice({ lines: [{ ...line, amount: "0.625" }] });
  await story.done("settlements.create", story.settlementOf(paid));
  const failed = await story.anInvoice();
  await registryPause(stage, true);
  const { status } = await story.call("settlements.create", story.settlementOf(failed));
  if (status !== 500) throw new Error(`The paused contract was answered with ${status}.`);
  await registryPause(stage, false);
}

/**
 * Creates a subscription that was paid at checkout, and an invoice that was collected under the spending cap signed
 * there.
 */
async function payAtCheckout(stage: Stage, story: StageStory): Promise<void> {
  const payer = await aPayer(stage);
  const daily = { ...monthly, billingInterval: "DAY" };
  const { checkoutSessionId, payoutAddress } = await aCheckout(story, daily);
  await story.done("checkout.pay", await signed(story, checkoutSessionId, payer, "100"));
  const read = async () => {
    const { checkoutSession } = await story.done("checkoutSessions.get", { checkoutSessionId });
    return checkoutSession;
  };
  await until(async () => (await read()).status === "PAID");
  const [{ id: subscriptionId, serviceId, paymentPlanId, userId }] = (await read()).subscriptions;
  const usage = { serviceId, paymentPlanId, userId, subscriptionId, amount: "0.5" };
  const { invoice } = await story.done("invoices.create", { ...usage, status: "OPEN" });
  const addresses = { payerAddress: payer.address, merchantAddress: payoutAddress };
  const collected = story.settlementOf(invoice, { ...addresses, collect: "allowance" });
  await story.done("settlements.create", collected);
}

/** Does the same, until just before the chain gets it. */
async function beginPayment(stage: Stage, story: StageStory): Promise<void> {
  await rpc(stage, "evm_setAutomine", [true]);
  const payer = await aPayer(stage);
  await rpc(stage, "evm_setAutomine", [false]);
  const { checkoutSessionId } = await aCheckout(story);
  await story.done("checkout.pay", await signed(story, checkoutSessionId, payer));
}

async function openPortals(story: StageStory, userId: string): Promise<void> {
  await story.done("portalSessions.create", { userId });
  const { portalSession } = await story.done("portalSessions.create", { userId });
  await story.done("portalSessions.revoke", { portalSessionId: portalSession.id });
}

/** Creates a session whose link is never opened, one that is open, and one that is revoked. */
async function openDashboards({ url }: Stage, story: StageStory): Promise<void> {
  const create = async () => (await story.done("dashboardSessions.create", {})).dashboardSession;
  await create();
  const [open, revoked] = [await create(), await create()];
  const linkToken = linkTokenOf(open);
  const { status } = await restDoor.call(url, "dashboard.signIn", { linkToken }, null, ownPage);
  if (status !== 200) throw new Error(`The link of a dashboard session answered ${status}.`);
  await story.done("dashboardSessions.revoke", { dashboardSessionId: revoked.id });
}

/** @returns an endpoint that fails, and its signing secret */
async function openEndpoints(story: StageStory, { receiver }: Stage) {
  const open = (path: string, type: string) =>
    story.aWebhookEndpoint({ url: receiver + path, events: [type] });
  await open("/takes", "invoice.paid");
  await open("/gone", "subscription.cancelled");
  const { id, secret } = await open("/fails", "invoice.voided");
  return { id, secret };
}

async function haveDelivered(story: StageStory): Promise<void> {
  for (const status of ["DELIVERED", "FAILED", "PENDING"]) {
    await until(async () => {
      const page = await story.done("webhookDeliveries.list", { status });
      const tried = ({ attempts }: { attempts: unknown[] }) => attempts.length > 0;
      return page.webhookDeliveries.some(tried);
    });
  }
}

/** Makes a call with an Idempotency-Key, whose response is stored for a day. */
async function askOnce({ url }: Stage, seller: Seller): Promise<Told["once"]> {
  const [operation, key] = ["services.create", randomUUID()];
  const input = { name: "Once", ownerId: seller.id };
  const headers = { "Idempotency-Key": key };
  const { body } = await restDoor.call(url, operation, input, seller.key, headers);
  return { operation, key, input, answer: body };
}
