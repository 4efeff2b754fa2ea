import { randomBytes } from "node:crypto";
import { aCappedSubscription } from "../harness/checkout.ts";
import { aPayer } from "../harness/payer.ts";
import { payerAddress, type Story } from "../harness/story.ts";
import { aPayee, authorizationOf, bodyOf, signedFor } from "../harness/x402.ts";

type Input = Readonly<Record<string, unknown>>;

const january = { from: "2026-01-01T00:00:00.000Z", to: "2026-02-01T00:00:00.000Z" };
const recurringGrant = { amount: "1", interval: "DAY", reason: "Included", rolloverMax: "1" };
const autoTopUp = { below: "1", amount: "2", perDayAtMost: "4" };

/** Creates a record once for a story. */
export function once<Made>(make: (story: Story) => Promise<Made>): (story: Story) => Promise<Made> {
  const made = new WeakMap<Story, Promise<Made>>();
  return (story) => {
    const one = made.get(story) ?? make(story);
    made.set(story, one);
    return one;
  };
}

/* The records of a story, which belong together. */

const aSubscription = once((story) => story.aSubscription());
const anInvoice = once((story) => aNewInvoice(story));
const aCap = once((story) => aCappedSubscription(story));
const aTestClock = once(aNewTestClock);
const aPortalSession = once(aNewPortalSession);

const aBalance = once(async (story) => {
  const { serviceId, userId } = await aSubscription(story);
  const { balance } = await story.done("balances.create", { serviceId, userId });
  await story.aGrant(balance.id, "1000");
  return balance;
});

const anAlert = once(async (story) => {
  const { serviceId } = await aSubscription(story);
  return (await story.done("alerts.create", { serviceId, on: "cap", levels: ["10"] })).alert;
});

const aLimit = once(aNewLimit);

async function aNewLimit(story: Story) {
  const { id: subscriptionId, serviceId } = await aSubscription(story);
  const input = {
    ...{ name: `limit-${randomBytes(4).toString("hex")}`, serviceId, subscriptionId },
    ...{ scope: "subject", subject: "agent-7", measure: "quantity", max: "1000000" },
    ...{ window: "rolling", seconds: 3_600, action: "REJECT", keyPrefix: "tokens", levels: [0.5] },
  };
  return { ...(await story.done("limits.set", input)).limit, input };
}

const aRatedSubscription = once(async (story) => {
  const { id: subscriptionId, serviceId, paymentPlanId } = await story.aSubscription();
  const { id: rateCardId } = await story.aRateCard({ paymentPlanId });
  return { subscriptionId, serviceId, paymentPlanId, rateCardId };
});
const aRatedService = async (story: Story) => ({
  serviceId: (await aRatedSubscription(story)).serviceId,
});

async function aSignedPayment(story: Story) {
  return signedFor(await aPayer(story.service), await aPayee(story));
}

const anX402Payment = once(async (story) => {
  const asked = await aSignedPayment(story);
  await story.done("x402.settle", bodyOf(asked));
  const { nonce } = authorizationOf(asked).authorization;
  return (await story.done("x402Payments.list", { nonce })).x402Payments[0];
});

const aSettlement = once(async (story) => {
  const invoice = await aNewInvoice(story);
  return (await story.done("settlements.create", story.settlementOf(invoice))).settlement;
});

const aCreditNote = once(async (story) => {
  const { invoiceId } = await aSettlement(story);
  return story.aCreditNote({ invoiceId });
});

const anEmail = once(async (story) => {
  const { id: invoiceId } = await anInvoice(story);
  return (await story.done("emails.list", { invoiceId })).emails[0];
});

const anEndpoint = once(async (story) => ({
  webhookEndpointId: (await story.aWebhookEndpoint()).id,
}));

const aDelivery = once(async (story) => {
  const { webhookDelivery } = await story.done("webhookEndpoints.test", await anEndpoint(story));
  return webhookDelivery;
});

/**
 * For every operation with a key an input that succeeds for the seller of the story. It has every field that names a record,
 * because a test puts another seller's record there. A record that no operation changes beyond use is
 * created once for a story; the others are new in each input.
 */
export const inputs: Readonly<Record<string, (story: Story) => Promise<Input>>> = {
  "services.create": async (story) => {
    return { name: "A", ownerId: await theOwner(story), ...(await aTestClock(story)) };
  },
  "services.list": none,
  "services.get": async (story) => ({ serviceId: (await aSubscription(story)).serviceId }),
  "services.update": async (story) => ({
    serviceId: (await aSubscription(story)).serviceId,
    name: "B",
  }),
  "plans.create": async (story) => ({
    serviceId: (await aSubscription(story)).serviceId,
    name: "A",
    pricingType: "USAGE_BASED",
    amount: "1",
  }),
  "plans.list": async (story) => ({ serviceId: (await aSubscription(story)).serviceId }),
  "plans.get": async (story) => {
    const { serviceId, paymentPlanId } = await aSubscription(story);
    return { serviceId, paymentPlanId };
  },
  "rateCards.create": async (story) => ({
    paymentPlanId: (await aRatedSubscription(story)).paymentPlanId,
    components: [{ type: "PER_UNIT", description: "Requests", unitAmount: "0.000000000001" }],
  }),
  "rateCards.list": async (story) => ({
    paymentPlanId: (await aRatedSubscription(story)).paymentPlanId,
  }),
  "rateCards.get": async (story) => ({ rateCardId: (await aRatedSubscription(story)).rateCardId }),
  "quotes.create": async (story) => {
    const { subscriptionId, rateCardId } = await aRatedSubscription(story);
    return { subscriptionId, rateCardId };
  },
  "testClocks.create": async () => ({ now: "2027-01-01T00:00:00.000Z" }),
  "testClocks.list": none,
  "testClocks.get": aTestClock,
  "testClocks.advance": async (story) => ({
    ...(await aNewTestClock(story)),
    to: "2027-02-01T00:00:00.000Z",
  }),
  "checkoutSessions.list": aSubscriptionsParents,
  "checkoutSessions.create": aSubscriptionsParents,
  "checkoutSessions.get": async (story) => ({
    checkoutSessionId: (await aSubscription(story)).checkoutSessionId,
  }),
  "checkoutSessions.complete": async (story) => {
    const { userId } = await aSubscription(story);
    return { ...(await aNewSession(story)), userId };
  },
  "checkoutSessions.cancel": aNewSession,
  "subscriptions.list": async (story) => {
    const { checkoutSessionId } = await aSubscription(story);
    return { ...(await aSubscriptionsParents(story)), checkoutSessionId };
  },
  "subscriptions.get": aSubscriptionId,
  "subscriptions.upcomingInvoice": async (story) => {
    const { subscriptionId } = await aRatedSubscription(story);
    return { subscriptionId };
  },
  "subscriptions.upcomingCharges": aRatedService,
  "subscriptions.upcomingTotals": aRatedService,
  "subscriptions.cancel": async (story) => ({ subscriptionId: (await story.aSubscription()).id }),
  "subscribers.list": none,
  "subscribers.get": async (story) => ({ subscriberId: (await aSubscription(story)).userId }),
  "usageEvents.list": async (story) => {
    const { serviceId, subscriptionId, userId, id: invoiceId } = await anInvoice(story);
    return { serviceId, subscriptionId, userId, invoiceId };
  },
  "usageEvents.get": async (story) => ({ usageEventId: await aNewUsageEvent(story) }),
  "usageEvents.void": async (story) => ({
    usageEventId: await aNewUsageEvent(story),
    reason: "Counted twice",
    replacement: {
      eventKey: `again:${randomBytes(4).toString("hex")}`,
      quantity: "1",
      ...(await anInvoiceId(story)),
      ...(await aBalanceId(story)),
      charge: "0.01",
    },
  }),
  "usageEvents.summary": aSubscriptionId,
  "usageRoots.list": aSubscriptionId,
  "usageRoots.changes": aSubscriptionId,
  "usageEvents.series": async (story) => {
    const { id: subscriptionId, serviceId } = await aSubscription(story);
    return { subscriptionId, serviceId, ...january };
  },
  "usageEvents.batch": async (story) => ({
    usageEvents: [await charged(story, await anInvoiceId(story))],
  }),
  "usageEvents.create": async (story) => charged(story, await anInvoiceId(story)),
  "balances.create": async (story) => {
    const { serviceId, userId } = await story.aSubscription();
    return { serviceId, userId, overdraft: "1" };
  },
  "balances.list": async (story) => {
    const { serviceId, userId } = await aBalance(story);
    return { serviceId, userId };
  },
  "balances.get": aBalanceId,
  "balances.totals": async (story) => ({ serviceId: (await aBalance(story)).serviceId }),
  "balances.update": async (story) => ({ ...(await aBalanceId(story)), overdraft: "3" }),
  "balances.entries": aBalanceId,
  "balances.topUp": async (story) => ({
    ...(await aBalanceId(story)),
    ...(await aSubscriptionId(story)),
    amount: "1",
  }),
  "balances.grant": async (story) => ({ ...(await aBalanceId(story)), amount: "1", reason: "A" }),
  "balances.addRecurringGrant": async (story) => ({
    ...(await aBalanceId(story)),
    ...recurringGrant,
    priority: 10,
  }),
  "balances.recurringGrants": aBalanceId,
  "balances.endRecurringGrant": async (story) => {
    const balance = await aBalanceId(story);
    const input = { ...balance, ...recurringGrant };
    const { id } = (await story.done("balances.addRecurringGrant", input)).recurringGrant;
    return { ...balance, recurringGrantId: id };
  },
  "balances.setAutoTopUp": async (story) => ({ ...(await aBalanceId(story)), ...autoTopUp }),
  "balances.autoTopUp": anAutoTopUp,
  "balances.removeAutoTopUp": anAutoTopUp,
  "holds.create": async (story) => {
    const { id: subscriptionId } = await aSubscription(story);
    const usage = { subscriptionId, eventKey: "tokens:1", subject: "agent-7", quantity: "1" };
    return story.holdOf(await aBalance(story), { usage });
  },
  "holds.get": aNewHold,
  "holds.commit": async (story) => {
    const { eventKey, subscriptionId } = await usage(story);
    const usageEvent = { eventKey, subscriptionId, ...(await anInvoiceId(story)), quantity: "1" };
    return { ...(await aNewHold(story)), amount: "0.1", usageEvent };
  },
  "holds.release": aNewHold,
  "invoices.list": async (story) => {
    const { serviceId, paymentPlanId, userId, subscriptionId } = await anInvoice(story);
    return { serviceId, paymentPlanId, userId, subscriptionId };
  },
  "invoices.create": async (story) => {
    const lines = [{ description: "Requests", quantity: "4", unitAmount: "0.25", amount: "1" }];
    const of = { ...(await aSubscriptionsParents(story)), ...(await aSubscriptionId(story)) };
    const { id: rateCardId } = await story.aRateCard({ paymentPlanId: of.paymentPlanId });
    return { ...of, amount: "1", lines, usage: { rateCardId } };
  },
  "invoices.applyBalance": async (story) => {
    const { id: invoiceId, serviceId, userId } = await story.anInvoice();
    const { balance } = await story.done("balances.create", { serviceId, userId });
    await story.aGrant(balance.id, "1");
    return { invoiceId, amount: "0.5" };
  },
  "invoices.get": anInvoiceId,
  "invoices.explain": anInvoiceId,
  "invoices.proof": anInvoiceId,
  "invoices.usageProof": async (story) => {
    const subscription = await story.aSubscription({ billingInterval: "MONTH" });
    const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
    const { currentPeriodStart: from, currentPeriodEnd: to } = subscription;
    const { eventKey } = await story.aUsageEvent(subscription, { occurredAt: from });
    const of = { subscriptionId, serviceId, paymentPlanId, userId, usage: { from, to } };
    const { invoice } = await story.done("invoices.create", { ...of, amount: "1" });
    return { invoiceId: invoice.id, eventKey };
  },
  "invoices.finalize": async (story) => ({
    invoiceId: (await aNewInvoice(story, { status: "DRAFT" })).id,
  }),
  "invoices.void": async (story) => ({ invoiceId: (await aNewInvoice(story)).id }),
  "invoices.rotateLink": anInvoiceId,
  "creditNotes.create": async (story) => ({
    ...(await anInvoiceId(story)),
    amount: "0.1",
    reason: "Outage",
  }),
  "creditNotes.list": async (story) => {
    const { invoiceId, serviceId, userId } = await aCreditNote(story);
    return { invoiceId, serviceId, userId };
  },
  "creditNotes.get": async (story) => ({ creditNoteId: (await aCreditNote(story)).id }),
  "creditNotes.refund": async (story) => {
    await aBalance(story);
    const { invoiceId } = await aSettlement(story);
    return { creditNoteId: (await story.aCreditNote({ invoiceId })).id, to: "BALANCE" };
  },
  "alerts.create": async (story) => {
    const { id: subscriptionId, serviceId } = await aSubscription(story);
    return { serviceId, on: "spend", levels: ["5", "1"], subscriptionId, keyPrefix: "tokens" };
  },
  "alerts.get": async (story) => ({ alertId: (await anAlert(story)).id }),
  "alerts.list": async (story) => ({ serviceId: (await anAlert(story)).serviceId }),
  "alerts.remove": async (story) => ({ alertId: (await anAlert(story)).id }),
  "alerts.states": aSubscriptionId,
  "limits.set": async (story) => (await aLimit(story)).input,
  "limits.get": async (story) => ({ name: (await aLimit(story)).name }),
  "limits.list": async (story) => ({ serviceId: (await aLimit(story)).serviceId }),
  "limits.remove": async (story) => ({ name: (await aNewLimit(story)).name }),
  "subjects.list": async (story) => ({ subscriptionId: (await aSubscription(story)).id }),
  "limits.usage": async (story) => {
    const { subscriptionId, subject } = (await aLimit(story)).input;
    return { subscriptionId, subject };
  },
  "disputes.create": async (story) => {
    const { url, ...objection } = await anObjection(story);
    return objection;
  },
  "disputes.list": async (story) => ({ invoiceId: (await aNewDispute(story)).invoiceId }),
  "disputes.get": async (story) => ({ disputeId: (await aNewDispute(story)).id }),
  "disputes.accept": async (story) => ({ disputeId: (await aNewDispute(story)).id, amount: "0" }),
  "disputes.decline": async (story) => ({
    disputeId: (await aNewDispute(story)).id,
    answer: "Our log shows them",
  }),
  "x402.supported": async () => ({}),
  "x402.verify": async (story) => bodyOf(await aSignedPayment(story)),
  "x402.settle": async (story) => bodyOf(await aSignedPayment(story)),
  "x402Payments.list": async (story) => ({ nonce: (await anX402Payment(story)).nonce }),
  "x402Payments.get": async (story) => ({ x402PaymentId: (await anX402Payment(story)).id }),
  "settlements.list": async (story) => {
    const { invoiceId, serviceId, payerId, merchantId, transactionHash } = await aSettlement(story);
    return { invoiceId, serviceId, payerId, merchantId, transactionHash };
  },
  "settlements.create": async (story) => {
    const invoice = await aNewInvoice(story);
    const { userId: payerId, service } = invoice;
    return story.settlementOf(invoice, { payerId, merchantId: service.ownerId });
  },
  "settlements.get": async (story) => ({ settlementId: (await aSettlement(story)).id }),
  "settlements.proof": async (story) => ({ settlementId: (await aSettlement(story)).id }),
  "reports.settled": async (story) => {
    const { serviceId } = await aSubscription(story);
    return { serviceId, ownerId: await theOwner(story), ...january };
  },
  "reports.attention": async (story) => ({
    serviceId: (await aSubscription(story)).serviceId,
  }),
  "reports.counts": async () => ({ of: "invoices" }),
  "system.get": none,
  "spendingCaps.get": async (story) => ({ subscriptionId: (await aCap(story)).subscription.id }),
  "portalSessions.list": async (story) => ({ userId: (await aSubscription(story)).userId }),
  "portalSessions.create": async (story) => ({ userId: (await aSubscription(story)).userId }),
  "portalSessions.get": aPortalSession,
  "portalSessions.revoke": aNewPortalSession,
  "dashboardSessions.list": none,
  "dashboardSessions.create": none,
  "dashboardSessions.get": aNewDashboardSession,
  "dashboardSessions.revoke": aNewDashboardSession,
  "webhookEndpoints.list": none,
  "webhookEndpoints.create": async (story) => {
    const { serviceId } = await aSubscription(story);
    return { url: "https://example.com/hook", serviceId, ownerId: await theOwner(story) };
  },
  "webhookEndpoints.get": anEndpoint,
  "webhookEndpoints.update": async (story) => ({ ...(await anEndpoint(story)), events: ["*"] }),
  "webhookEndpoints.delete": async (story) => ({
    webhookEndpointId: (await story.aWebhookEndpoint()).id,
  }),
  "webhookEndpoints.rotateSecret": anEndpoint,
  "webhookEndpoints.test": anEndpoint,
  "webhookEndpoints.redeliver": async (story) => ({
    ...(await anEndpoint(story)),
    from: "2026-01-31T00:00:00.000Z",
  }),
  "webhookDeliveries.list": async (story) => {
    const { endpointId, eventId } = await aDelivery(story);
    return { endpointId, eventId };
  },
  "webhookDeliveries.get": async (story) => ({ webhookDeliveryId: (await aDelivery(story)).id }),
  "webhookDeliveries.redeliver": async (story) => ({
    webhookDeliveryId: (await aDelivery(story)).id,
  }),
  "events.list": async (story) => ({ serviceId: (await anInvoice(story)).serviceId }),
  "events.get": async (story) => ({ eventId: (await aDelivery(story)).eventId }),
  "emails.list": async (story) => {
    const { invoiceId, userId } = await anEmail(story);
    return { invoiceId, userId };
  },
  "emails.get": async (story) => ({ emailId: (await anEmail(story)).id }),
  "emails.resend": async (story) => ({ emailId: (await anEmail(story)).id }),
  "auditEvents.list": async (story) => {
    const { id: recordId } = await anInvoice(story);
    const [event] = (await story.done("auditEvents.list", { recordId })).auditEvents;
    return { recordId, apiKeyId: event.apiKeyId };
  },
  "walletGrants.list": none,
  "walletGrants.create": async () => aWallet,
  "walletGrants.get": aNewGrant,
  "walletGrants.revoke": aNewGrant,
  "apiKeys.list": none,
  "apiKeys.create": async (story) => ({
    name: "A",
    userId: await theOwner(story),
  }),
  "apiKeys.get": aNewKey,
  "apiKeys.rotate": async (story) => ({ ...(await aNewKey(story)), overlapSeconds: 0 }),
  "apiKeys.revoke": async (story) => ({ ...(await aNewKey(story)), descendants: false }),
};

async function none(): Promise<Input> {
  return {};
}

async function aSubscriptionId(story: Story) {
  return { subscriptionId: (await aSubscription(story)).id };
}

/** What a subscription belongs to. */
async function aSubscriptionsParents(story: Story) {
  const { serviceId, paymentPlanId, userId } = await aSubscription(story);
  return { serviceId, paymentPlanId, userId };
}

async function theOwner(story: Story): Promise<string> {
  return (await anInvoice(story)).service.ownerId;
}

async function anInvoiceId(story: Story) {
  return { invoiceId: (await anInvoice(story)).id };
}

async function aBalanceId(story: Story) {
  return { balanceId: (await aBalance(story)).id };
}

async function anAutoTopUp(story: Story) {
  const balance = await aBalanceId(story);
  await story.done("balances.setAutoTopUp", { ...balance, ...autoTopUp });
  return balance;
}

/* Records that an operation uses up. */

async function aNewInvoice(story: Story, fields: Input = {}) {
  const of = { ...(await aSubscriptionsParents(story)), ...(await aSubscriptionId(story)) };
  const input = { ...of, amount: "10", status: "OPEN", ...fields };
  return (await story.done("invoices.create", input)).invoice;
}

/** What a payer sends to dispute a new invoice. */
export async function anObjection(story: Story) {
  const { eventKey } = await story.aUsageEvent(await aSubscription(story));
  const { id: invoiceId, url } = await aNewInvoice(story, { usage: {} });
  return { invoiceId, url, usageEvents: [{ eventKey }], reason: "It never occurred" };
}

async function aNewDispute(story: Story) {
  const { url, ...objection } = await anObjection(story);
  return (await story.done("disputes.create", objection)).dispute;
}

async function aNewSession(story: Story) {
  const { serviceId, paymentPlanId } = await aSubscription(story);
  const input = { serviceId, paymentPlanId };
  const { checkoutSession } = await story.done("checkoutSessions.create", input);
  return { checkoutSessionId: checkoutSession.id };
}

/** The input of a usage event that takes a charge from the balance. */
async function charged(story: Story, fields: Input = {}) {
  return usage(story, { ...(await aBalanceId(story)), charge: "0.01", ...fields });
}

async function usage(story: Story, fields: Input = {}) {
  return story.usageOf(await aSubscription(story), fields);
}

async function aNewUsageEvent(story: Story, fields: Input = {}): Promise<string> {
  return (await story.done("usageEvents.create", await usage(story, fields))).usageEvent.id;
}

async function aNewHold(story: Story) {
  const input = story.holdOf(await aBalance(story));
  return { holdId: (await story.done("holds.create", input)).hold.id };
}

async function aNewTestClock(story: Story): Promise<Input> {
  const { testClock } = await story.done("testClocks.create", { now: "2027-01-01T00:00:00.000Z" });
  return { testClockId: testClock.id };
}

async function aNewPortalSession(story: Story) {
  const { userId } = await aSubscription(story);
  const { portalSession } = await story.done("portalSessions.create", { userId });
  return { portalSessionId: portalSession.id };
}

const aWallet = { name: "A", walletAddress: payerAddress, scopes: ["dashboard-sessions:write"] };

async function aNewGrant(story: Story) {
  const { walletGrant } = await story.done("walletGrants.create", aWallet);
  return { walletGrantId: walletGrant.id };
}

async function aNewDashboardSession(story: Story) {
  const { dashboardSession } = await story.done("dashboardSessions.create", {});
  return { dashboardSessionId: dashboardSession.id };
}

async function aNewKey(story: Story) {
  const name = randomBytes(4).toString("hex");
  const { apiKey } = await story.done("apiKeys.create", { name, scopes: ["api-keys:write"] });
  return { apiKeyId: apiKey.id };
}
