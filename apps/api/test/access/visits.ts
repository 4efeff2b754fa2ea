import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { aCappedSubscription, aCheckout, signed } from "../harness/checkout.ts";
import {
  aDashboardCookie,
  linkTokenOf as linkOfSession,
  ownPage,
  signedMessageOf,
} from "../harness/dashboard.ts";
import { restDoor } from "../harness/doors.ts";
import { aPayableInvoice, linkTokenOf, signedByLink } from "../harness/invoice-link.ts";
import { aPayer } from "../harness/payer.ts";
import { aPortal, signedCap } from "../harness/portal.ts";
import { payerAddress, type Story } from "../harness/story.ts";
import { anObjection, once } from "./inputs.ts";

/** A call of a page. */
interface Visit {
  readonly input: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

const aSession = once((story) => aCheckout(story));
const aWallet = once((story) => aPayer(story.service));
const anInvoice = once((story) => aPayableInvoice(story));
const aPaidInvoice = once((story) => story.aPaidInvoice());
const aCap = once((story) => aCappedSubscription(story, "100", { billingInterval: "MONTH" }));

const aRefund = once(async (story) => {
  const { id: creditNoteId } = await story.aCreditNote({
    invoiceId: (await aPaidInvoice(story)).id,
  });
  const { creditNote } = await story.done("creditNotes.refund", { creditNoteId, to: "WALLET" });
  return linkTokenOf(creditNote.refund);
});

/** The portal of a subscriber with a subscription, a spending cap and a balance. */
const portal = once(async (story) => {
  const { payer, subscription } = await aCap(story);
  const { id: subscriptionId, serviceId, userId } = subscription;
  const { balance } = await story.done("balances.create", { serviceId, userId });
  return {
    payer,
    portalToken: await aPortal(story, userId),
    subscriptionId,
    balanceId: balance.id,
  };
});

async function atPortal(story: Story): Promise<Visit> {
  return { input: { portalToken: (await portal(story)).portalToken } };
}

async function ofSubscription(story: Story, fields: object = {}): Promise<Visit> {
  const { portalToken, subscriptionId } = await portal(story);
  return { input: { portalToken, subscriptionId, ...fields } };
}

async function ofRatedSubscription(story: Story): Promise<Visit> {
  const visit = await ofSubscription(story);
  const { subscriptionId } = visit.input;
  const { subscription } = await story.done("subscriptions.get", { subscriptionId });
  await story.aRateCard({ paymentPlanId: subscription.paymentPlanId });
  return visit;
}

async function ofBalance(story: Story, fields: object = {}): Promise<Visit> {
  const { portalToken, balanceId } = await portal(story);
  return { input: { portalToken, balanceId, ...fields } };
}

async function aSignedCap(story: Story): Promise<Visit> {
  const { payer, portalToken, subscriptionId } = await portal(story);
  return { input: await signedCap(story, { portalToken, subscriptionId }, payer, "5") };
}

const atSession = async (story: Story, fields: object = {}): Promise<Visit> => ({
  input: { checkoutSessionId: (await aSession(story)).id, ...fields },
});
const byLink = async (story: Story, fields: object = {}): Promise<Visit> => ({
  input: { linkToken: (await anInvoice(story)).linkToken, ...fields },
});
const byCookie = async (story: Story): Promise<Visit> => ({
  input: {},
  headers: { ...ownPage, Cookie: await aDashboardCookie(restDoor, story) },
});

/** The message with which a wallet signs in that has a grant. */
async function aSignedMessage(story: Story): Promise<Visit> {
  const wallet = privateKeyToAccount(generatePrivateKey());
  const grant = { name: "Ada", walletAddress: wallet.address, scopes: ["services:read"] };
  await story.done("walletGrants.create", grant);
  return { input: await signedMessageOf(story.service.url, wallet), headers: ownPage };
}

async function aLink(story: Story): Promise<Visit> {
  const { dashboardSession } = await story.done("dashboardSessions.create", {});
  return { input: { linkToken: linkOfSession(dashboardSession) }, headers: ownPage };
}

/** For every operation of a page a call that succeeds. */
export const visits: Readonly<Record<string, (story: Story) => Promise<Visit>>> = {
  "checkout.view": atSession,
  "checkout.prepare": async (story) =>
    atSession(story, { payerAddress: (await aWallet(story)).address }),
  "checkout.pay": async (story) => {
    const { checkoutSessionId } = await aCheckout(story);
    return { input: await signed(story, checkoutSessionId, await aWallet(story)) };
  },
  "checkout.status": atSession,
  "invoiceLinks.view": byLink,
  "invoiceLinks.prepare": async (story) =>
    byLink(story, { payerAddress: (await aWallet(story)).address }),
  "invoiceLinks.pay": async (story) => {
    const { linkToken } = await aPayableInvoice(story);
    return { input: await signedByLink(story, linkToken, await aWallet(story)) };
  },
  "invoiceLinks.dispute": async (story) => {
    const { invoiceId, url, ...objection } = await anObjection(story);
    return { input: { linkToken: linkTokenOf({ url }), ...objection } };
  },
  "invoiceLinks.status": byLink,
  "invoiceLinks.usage": byLink,
  "invoiceLinks.usageEvents": byLink,
  "invoiceLinks.usageRoots": byLink,
  "invoiceLinks.usageChanges": (story) => byLink(story, { roots: "1" }),
  "invoiceLinks.proof": byLink,
  "refundLinks.view": async (story) => ({ input: { linkToken: await aRefund(story) } }),
  "refundLinks.prepare": async (story) => {
    const { address: walletAddress } = await aWallet(story);
    return { input: { linkToken: await aRefund(story), walletAddress } };
  },
  "portal.view": atPortal,
  "portal.changeSubscriber": async (story) => {
    const { input } = await atPortal(story);
    return { input: { ...input, name: "Pat" } };
  },
  "portal.subscriptions": atPortal,
  "portal.usage": ofSubscription,
  "portal.usageRoots": ofSubscription,
  "portal.usageChanges": ofSubscription,
  "portal.limits": ofSubscription,
  "portal.alerts": ofSubscription,
  "portal.subjects": ofSubscription,
  "portal.stop": (story) => ofSubscription(story, { subject: "agent-7", isStopped: true }),
  "portal.upcomingInvoice": ofRatedSubscription,
  "portal.invoices": ofSubscription,
  "portal.spendingCap": ofSubscription,
  "portal.prepareCap": (story) => ofSubscription(story, { payerAddress, cap: { perPeriod: "5" } }),
  "portal.signCap": aSignedCap,
  "portal.revokeCap": ofSubscription,
  "portal.cancel": (story) => ofSubscription(story, { atPeriodEnd: true }),
  "portal.balances": atPortal,
  "portal.balanceEntries": ofBalance,
  "portal.topUp": (story) => ofBalance(story, { amount: "5" }),
  "dashboard.viewLink": aLink,
  "dashboard.signIn": aLink,
  "dashboard.walletMessage": async () => ({ input: { address: payerAddress }, headers: ownPage }),
  "dashboard.walletGrants": aSignedMessage,
  "dashboard.signInWithWallet": aSignedMessage,
  "dashboard.session": byCookie,
  "dashboard.signOut": byCookie,
};
