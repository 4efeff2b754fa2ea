import { randomBytes } from "node:crypto";
import { aCappedSubscription } from "../harness/checkout.ts";
import type { Story } from "../harness/story.ts";

type Input = Readonly<Record<string, unknown>>;

/**
 * For every operation an input that succeeds for the seller of the story, on records created for it. An operation
 * that is missing here fails the access matrix, so that its author has to decide who may call it.
 */
export const inputs: Readonly<Record<string, (story: Story) => Promise<Input>>> = {
  "services.create": async (story) => {
    const { owner } = await story.aService();
    return { name: "A", ownerId: owner.id };
  },
  "services.list": async () => ({}),
  "services.get": async (story) => ({ serviceId: (await story.aService()).id }),
  "services.update": async (story) => ({ serviceId: (await story.aService()).id, name: "B" }),
  "plans.create": async (story) => ({
    serviceId: (await story.aService()).id,
    name: "A",
    pricingType: "USAGE_BASED",
    amount: "1",
  }),
  "plans.list": async (story) => ({ serviceId: (await story.aService()).id }),
  "plans.get": async (story) => {
    const { id: serviceId } = await story.aService();
    return { serviceId, paymentPlanId: (await story.aPlan(serviceId)).id };
  },
  "rateCards.create": async (story) => ({
    paymentPlanId: (await aPlan(story)).id,
    components: [{ type: "PER_UNIT", description: "Requests", unitAmount: "0.000000000001" }],
  }),
  "rateCards.list": async (story) => ({ paymentPlanId: (await story.aRateCard()).paymentPlanId }),
  "rateCards.get": async (story) => ({ rateCardId: (await story.aRateCard()).id }),
  "quotes.create": async (story) => {
    const { id: subscriptionId, paymentPlanId } = await story.aSubscription();
    const { id: rateCardId } = await story.aRateCard({ paymentPlanId });
    return { subscriptionId, rateCardId };
  },
  "testClocks.create": async () => ({ now: "2027-01-01T00:00:00.000Z" }),
  "testClocks.list": async () => ({}),
  "testClocks.get": aTestClock,
  "testClocks.advance": async (story) => ({
    ...(await aTestClock(story)),
    to: "2027-02-01T00:00:00.000Z",
  }),
  "checkoutSessions.list": async (story) => {
    const { serviceId, paymentPlanId, userId } = await story.aSubscription();
    return { serviceId, paymentPlanId, userId };
  },
  "checkoutSessions.create": async (story) => {
    const { serviceId, paymentPlanId, userId } = await story.aSubscription();
    return { serviceId, paymentPlanId, userId };
  },
  "checkoutSessions.get": aSession,
  "checkoutSessions.complete": async (story) => {
    const { userId } = await story.aSubscription();
    return { ...(await aSession(story)), userId };
  },
  "checkoutSessions.cancel": aSession,
  "subscriptions.list": async (story) => {
    const subscription = await story.aSubscription();
    const { serviceId, paymentPlanId, userId, checkoutSessionId } = subscription;
    return { serviceId, paymentPlanId, userId, checkoutSessionId };
  },
  "subscriptions.get": aSubscription,
  "subscriptions.cancel": aSubscription,
  "subscribers.list": async () => ({}),
  "subscribers.get": async (story) => ({ subscriberId: (await story.aSubscription()).userId }),
  "usageEvents.list": async (story) => {
    const { serviceId, subscriptionId, userId, id: invoiceId } = await story.anInvoice();
    return { serviceId, subscriptionId, userId, invoiceId };
  },
  "usageEvents.get": aUsageEvent,
  "usageEvents.void": async (story) => ({
    ...(await aUsageEvent(story)),
    reason: "Counted twice",
    replacement: { eventKey: "requests:again", quantity: "1" },
  }),
  "usageEvents.summary": aSubscription,
  "usageEvents.series": async (story) => {
    const { id: subscriptionId, serviceId } = await story.aSubscription();
    return { subscriptionId, serviceId, ...january };
  },
  "usageEvents.batch": async (story) => ({
    usageEvents: [story.usageOf(await story.aSubscription())],
  }),
  "usageEvents.create": async (story) => {
    const invoice = await story.anInvoice();
    const { id: invoiceId, subscriptionId: id, serviceId, userId } = invoice;
    return story.usageOf({ id, serviceId, userId }, { invoiceId });
  },
  "balances.create": async (story) => {
    const { serviceId, userId } = await story.aSubscription();
    return { serviceId, userId, overdraft: "1", lowAt: "2" };
  },
  "balances.list": async (story) => {
    const { serviceId, userId } = await story.aBalance();
    return { serviceId, userId };
  },
  "balances.get": aBalance,
  "balances.update": async (story) => ({ ...(await aBalance(story)), lowAt: "3" }),
  "balances.entries": aBalance,
  "balances.topUp": async (story) => ({ ...(await aBalance(story)), amount: "1" }),
  "balances.grant": async (story) => ({ ...(await aBalance(story)), amount: "1", reason: "A" }),
  "balances.setAutoTopUp": async (story) => ({ ...(await aBalance(story)), ...autoTopUp }),
  "balances.autoTopUp": anAutoTopUp,
  "balances.removeAutoTopUp": anAutoTopUp,
  "holds.create": async (story) => story.holdOf(await story.aBalance()),
  "holds.get": aHold,
  "holds.commit": async (story) => ({ ...(await aHold(story)), amount: "0.1" }),
  "holds.release": aHold,
  "invoices.list": async (story) => {
    const { serviceId, paymentPlanId, userId, subscriptionId } = await story.anInvoice();
    return { serviceId, paymentPlanId, userId, subscriptionId };
  },
  "invoices.create": async (story) => {
    const { id: subscriptionId, serviceId, paymentPlanId, userId } = await story.aSubscription();
    const lines = [{ description: "Requests", quantity: "4", unitAmount: "0.25", amount: "1" }];
    return { serviceId, paymentPlanId, userId, subscriptionId, amount: "1", lines };
  },
  "invoices.get": anInvoice,
  "invoices.usageHash": anInvoice,
  "invoices.usageProof": async (story) => {
    const { id: invoiceId, subscriptionId: id, serviceId, userId } = await story.anInvoice();
    const input = story.usageOf({ id, serviceId, userId }, { invoiceId });
    const { usageEvent } = await story.done("usageEvents.create", input);
    return { invoiceId, usageEventId: usageEvent.id };
  },
  "invoices.finalize": async (story) => ({
    invoiceId: (await story.anInvoice({ status: "DRAFT" })).id,
  }),
  "invoices.void": anInvoice,
  "invoices.rotateLink": anInvoice,
  "creditNotes.create": async (story) => ({
    ...(await anInvoice(story)),
    amount: "0.1",
    reason: "Outage",
  }),
  "creditNotes.list": async (story) => {
    const { invoiceId, serviceId, userId } = await story.aCreditNote();
    return { invoiceId, serviceId, userId };
  },
  "creditNotes.get": async (story) => ({ creditNoteId: (await story.aCreditNote()).id }),
  "creditNotes.refund": async (story) => {
    const { id: creditNoteId, serviceId, userId } = await story.aCreditNote();
    await story.done("balances.create", { serviceId, userId });
    return { creditNoteId, to: "BALANCE" };
  },
  "settlements.list": async (story) => {
    const { invoiceId, serviceId, payerId, merchantId } = await aSettlement(story);
    return { invoiceId, serviceId, payerId, merchantId };
  },
  "settlements.create": async (story) => {
    const invoice = await story.anInvoice();
    const { userId: payerId, service } = invoice;
    return story.settlementOf(invoice, { payerId, merchantId: service.ownerId });
  },
  "settlements.get": async (story) => ({
    settlementId: (await aSettlement(story)).id,
  }),
  "settlements.proof": async (story) => ({
    settlementId: (await aSettlement(story)).id,
  }),
  "reports.settled": async (story) => {
    const { serviceId, service } = await story.anInvoice();
    return { serviceId, ownerId: service.ownerId, ...january };
  },
  "system.get": async () => ({}),
  "spendingCaps.get": async (story) => ({
    subscriptionId: (await aCappedSubscription(story)).subscription.id,
  }),
  "portalSessions.list": async (story) => ({ userId: (await story.aSubscription()).userId }),
  "portalSessions.create": async (story) => ({ userId: (await story.aSubscription()).userId }),
  "portalSessions.get": aPortalSession,
  "portalSessions.revoke": aPortalSession,
  "dashboardSessions.list": async () => ({}),
  "dashboardSessions.create": async () => ({}),
  "dashboardSessions.get": aDashboardSession,
  "dashboardSessions.revoke": aDashboardSession,
  "webhookEndpoints.list": async () => ({}),
  "webhookEndpoints.create": async (story) => {
    const { id: serviceId, owner } = await story.aService();
    return { url: "https://example.com/hook", serviceId, ownerId: owner.id };
  },
  "webhookEndpoints.get": anEndpoint,
  "webhookEndpoints.update": async (story) => ({ ...(await anEndpoint(story)), events: ["*"] }),
  "webhookEndpoints.delete": anEndpoint,
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
  "webhookDeliveries.get": async (story) => ({
    webhookDeliveryId: (await aDelivery(story)).id,
  }),
  "webhookDeliveries.redeliver": async (story) => ({
    webhookDeliveryId: (await aDelivery(story)).id,
  }),
  "events.list": async (story) => ({ serviceId: (await story.anInvoice()).serviceId }),
  "events.get": async (story) => ({ eventId: (await aDelivery(story)).eventId }),
  "emails.list": async (story) => ({ invoiceId: (await anEmail(story)).invoiceId }),
  "emails.get": async (story) => ({ emailId: (await anEmail(story)).id }),
  "emails.resend": async (story) => ({ emailId: (await anEmail(story)).id }),
  "auditEvents.list": async (story) => {
    const { id: recordId } = await story.anInvoice();
    const [event] = (await story.done("auditEvents.list", { recordId })).auditEvents;
    return { recordId, apiKeyId: event.apiKeyId };
  },
  "apiKeys.list": async () => ({}),
  "apiKeys.create": async (story) => {
    const { owner } = await story.aService();
    return { name: "A", userId: owner.id };
  },
  "apiKeys.get": async (story) => ({ apiKeyId: (await aKey(story)).id }),
  "apiKeys.rotate": async (story) => ({ apiKeyId: (await aKey(story)).id, overlapSeconds: 0 }),
  "apiKeys.revoke": async (story) => ({ apiKeyId: (await aKey(story)).id, descendants: true }),
};

const january = { from: "2026-01-01T00:00:00.000Z", to: "2026-02-01T00:00:00.000Z" };

async function anEmail(story: Story) {
  const { id: invoiceId } = await story.anInvoice();
  return (await story.done("emails.list", { invoiceId })).emails[0];
}

async function aPlan(story: Story) {
  return story.aPlan((await story.aService()).id);
}

async function aSession(story: Story) {
  return { checkoutSessionId: (await story.aCheckoutSession()).id };
}

async function aSubscription(story: Story) {
  return { subscriptionId: (await story.aSubscription()).id };
}

async function aUsageEvent(story: Story) {
  const input = story.usageOf(await story.aSubscription());
  return { usageEventId: (await story.done("usageEvents.create", input)).usageEvent.id };
}

async function aBalance(story: Story) {
  return { balanceId: (await story.aBalance()).id };
}

const autoTopUp = { below: "1", amount: "2", perDayAtMost: "4" };

async function anAutoTopUp(story: Story) {
  const balance = await aBalance(story);
  await story.done("balances.setAutoTopUp", { ...balance, ...autoTopUp });
  return balance;
}

async function aHold(story: Story) {
  const input = story.holdOf(await story.aBalance());
  return { holdId: (await story.done("holds.create", input)).hold.id };
}

async function anInvoice(story: Story) {
  return { invoiceId: (await story.anInvoice()).id };
}

async function aSettlement(story: Story) {
  const invoice = await story.anInvoice();
  return (await story.done("settlements.create", story.settlementOf(invoice))).settlement;
}

async function aTestClock(story: Story): Promise<Input> {
  const { testClock } = await story.done("testClocks.create", { now: "2027-01-01T00:00:00.000Z" });
  return { testClockId: testClock.id };
}

async function aPortalSession(story: Story) {
  const { userId } = await story.aSubscription();
  const { portalSession } = await story.done("portalSessions.create", { userId });
  return { portalSessionId: portalSession.id };
}

async function aDashboardSession(story: Story) {
  const { dashboardSession } = await story.done("dashboardSessions.create", {});
  return { dashboardSessionId: dashboardSession.id };
}

async function anEndpoint(story: Story) {
  return { webhookEndpointId: (await story.aWebhookEndpoint()).id };
}

async function aDelivery(story: Story) {
  const input = await anEndpoint(story);
  return (await story.done("webhookEndpoints.test", input)).webhookDelivery;
}

async function aKey(story: Story) {
  const name = randomBytes(4).toString("hex");
  return (await story.done("apiKeys.create", { name, scopes: ["api-keys:write"] })).apiKey;
}
