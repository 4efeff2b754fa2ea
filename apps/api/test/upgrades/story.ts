import { randomUUID } from "node:crypto";
import { registryPause, rpc } from "../harness/chain.ts";
import { aCheckout, monthly, signed } from "../harness/checkout.ts";
import { linkTokenOf, ownPage } from "../harness/dashboard.ts";
import { operations, restDoor } from "../harness/doors.ts";
import { aPayer } from "../harness/payer.ts";
import { type Seller, Story } from "../harness/story.ts";
import { until } from "../harness/until.ts";
import { readAll, readsOf } from "./read-all.ts";
import { farAway, type OldStory, past, type Stage } from "./stage.ts";
import { setAutoTopUps, spendBalances } from "./story-of-balances.ts";
import { sendEmails } from "./story-of-emails.ts";
import { correctAndRefund } from "./story-of-refunds.ts";
import type { Told } from "./upgrade-data.ts";

/*
 * The calls to a version of the service that create records of every kind and state. Calls that a version does not
 * have are omitted.
 */

/** Creates records that are done or wait for a caller. @returns the responses */
export async function liveOn(stage: Stage): Promise<Omit<Told, "commit" | "contract" | "leftAt">> {
  const reads = await readsOf(stage.url);
  const has = (operation: string) => reads.includes(operations[operation]?.path ?? "");
  const platform: OldStory = new Story(restDoor, () => stage);
  const { owner } = await platform.aService({ description: "Umbrella, 雨" });
  const newKey = async (name: string) => {
    const input = { name, userId: owner.id, scopes: ["*"] };
    return (await platform.done("apiKeys.create", input)).apiKey;
  };
  const [key, revoked] = [await newKey("in use"), await newKey("revoked")];
  await platform.done("apiKeys.revoke", { apiKeyId: revoked.id });
  const seller: Seller = { id: owner.id, email: owner.email, key: key.secret };

  const story = storyOf(stage, seller);
  const endpoint = has("webhookEndpoints.list") ? await openEndpoints(story, stage) : null;
  const autoTopUpStops = has("balances.list") ? await setAutoTopUps(story) : null;
  await sellEverything(story);
  if (has("rateCards.get")) await story.aRateCard();
  if (has("testClocks.get")) await setClocks(stage, story);
  await endSessions(story);
  const subscription = await subscribe(story);
  await meter(story, subscription);
  await bill(stage, story);
  if (has("creditNotes.list")) await correctAndRefund(stage, story);
  if (has("checkout.view")) await payAtCheckout(stage, story);
  if (has("portalSessions.list")) await openPortals(story, subscription.userId);
  if (has("dashboardSessions.list")) await openDashboards(stage, story);
  if (has("emails.list")) await sendEmails(stage, story);
  if (has("balances.list")) await spendBalances(stage, story);
  if (endpoint !== null) await haveDelivered(story);
  await autoTopUpStops?.();
  return {
    payments: has("checkout.view"),
    seller,
    revokedKey: revoked.secret,
    endpoint,
    once: await askOnce(stage, seller),
    answers: Object.fromEntries(
      Object.entries(await readAll(stage.url, seller.key, reads)).filter(([, one]) => isOver(one)),
    ),
  };
}

/** Starts settlements of each kind. The service will be killed before it continues them. */
export async function beginSettlements(
  stage: Stage,
  { seller, payments }: Pick<Told, "seller" | "payments">,
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

  if (payments) await beginPayment(stage, story);
  void settle();
  await become("SUBMITTED", payments ? 2 : 1);
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

const storyOf = (stage: Stage, seller: Seller): OldStory =>
  new Story(restDoor, () => stage, seller);

async function sellEverything(story: OldStory): Promise<void> {
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
async function setClocks({ database }: Stage, story: OldStory): Promise<void> {
  const aClock = async () =>
    (await story.done("testClocks.create", { now: farAway })).testClock.id as string;
  await story.aService({ testClockId: await aClock() });
  await database.query(
    `UPDATE test_clocks SET status = 'ADVANCING', advancing_to = now + interval '1 year',
            leased_until = now + interval '100 years' WHERE id = $1`,
    [await aClock()],
  );
}

async function endSessions(story: OldStory): Promise<void> {
  await story.aCheckoutSession();
  await story.aCheckoutSession({ expiresAt: farAway });
  const cancelled = await story.aCheckoutSession();
  await story.done("checkoutSessions.cancel", { checkoutSessionId: cancelled.id });
  const expired = await story.aCheckoutSession({ expiresAt: past });
  await story.done("checkoutSessions.get", { checkoutSessionId: expired.id });
}

/** @returns a metered subscription */
async function subscribe(story: OldStory) {
  const recurring = { pricingType: "FIXED_RECURRING", amount: "25" };
  await story.aSubscription({ ...recurring, billingInterval: "DAY" });
  await story.aSubscription({ ...recurring, billingInterval: "MONTH" });
  const { id: subscriptionId } = await story.aSubscription();
  await story.done("subscriptions.cancel", { subscriptionId });
  const ending = await story.aSubscription({ ...recurring, billingInterval: "WEEK" });
  // Versions that do not have it yet refuse it.
  await story.call("subscriptions.cancel", { subscriptionId: ending.id, atPeriodEnd: true });
  return story.aSubscription({ billingInterval: "DAY" });
}

type Subscription = Awaited<ReturnType<OldStory["aSubscription"]>>;

async function meter(story: OldStory, subscription: Subscription): Promise<void> {
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

async function bill(stage: Stage, story: OldStory): Promise<void> {
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
async function payAtCheckout(stage: Stage, story: OldStory): Promise<void> {
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
async function beginPayment(stage: Stage, story: OldStory): Promise<void> {
  await rpc(stage, "evm_setAutomine", [true]);
  const payer = await aPayer(stage);
  await rpc(stage, "evm_setAutomine", [false]);
  const { checkoutSessionId } = await aCheckout(story);
  await story.done("checkout.pay", await signed(story, checkoutSessionId, payer));
}

async function openPortals(story: OldStory, userId: string): Promise<void> {
  await story.done("portalSessions.create", { userId });
  const { portalSession } = await story.done("portalSessions.create", { userId });
  await story.done("portalSessions.revoke", { portalSessionId: portalSession.id });
}

/** Creates a session whose link is never opened, one that is open, and one that is revoked. */
async function openDashboards({ url }: Stage, story: OldStory): Promise<void> {
  const create = async () => (await story.done("dashboardSessions.create", {})).dashboardSession;
  await create();
  const [open, revoked] = [await create(), await create()];
  const linkToken = linkTokenOf(open);
  const { status } = await restDoor.call(url, "dashboard.signIn", { linkToken }, null, ownPage);
  if (status !== 200) throw new Error(`The link of a dashboard session answered ${status}.`);
  await story.done("dashboardSessions.revoke", { dashboardSessionId: revoked.id });
}

/** @returns an endpoint that fails, and its signing secret */
async function openEndpoints(story: OldStory, { receiver }: Stage) {
  const open = (path: string, type: string) =>
    story.aWebhookEndpoint({ url: receiver + path, events: [type] });
  await open("/takes", "invoice.paid");
  await open("/gone", "subscription.cancelled");
  const { id, secret } = await open("/fails", "invoice.voided");
  return { id, secret };
}

async function haveDelivered(story: OldStory): Promise<void> {
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
