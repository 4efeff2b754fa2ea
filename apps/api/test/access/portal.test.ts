import { beforeAll, describe, expect, it } from "vitest";
import { type PortalOperation, portalScopes } from "../../src/schemas/portal.ts";
import { capLimits, signedCap } from "../../src/schemas/spending-caps.ts";
import { operations as all } from "../../src/server/router.ts";
import { aCappedSubscription } from "../harness/checkout.ts";
import { restDoor } from "../harness/doors.ts";
import { aPortal } from "../harness/portal.ts";
import { payments, useService } from "../harness/service.ts";
import { aKey, aSeller, type Seller, Story } from "../harness/story.ts";

/*
 * Every operation of the portal with a link that does not work and with the links of others:
 * of another subscriber of the seller, of the same subscriber with another seller, and of another seller's
 * subscriber.
 */

const service = useService(payments);
const unknownId = "k3v9x2m7q1t8w5z4b6n0c8r1";
const names = all.map(({ name }) => name).filter((name) => name.startsWith("portal."));

type Input = Readonly<Record<string, unknown>>;
const payerAddress = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

/** Ids of the subscriber's records, or unknown ones. */
interface Ids {
  readonly subscriptionId: string;
  readonly balanceId: string;
}

const unknownIds: Ids = { subscriptionId: unknownId, balanceId: unknownId };

/** The input of each operation besides the link. Operations with a subscription or a balance get the test's. */
const inputs: Readonly<Record<string, (ids: Ids) => Input>> = {
  "portal.view": () => ({}),
  "portal.changeSubscriber": () => ({ name: "Pat" }),
  "portal.subscriptions": () => ({}),
  "portal.invoices": ({ subscriptionId }) => ({ subscriptionId }),
  "portal.usage": ({ subscriptionId }) => ({ subscriptionId }),
  "portal.usageRoots": ({ subscriptionId }) => ({ subscriptionId }),
  "portal.usageChanges": ({ subscriptionId }) => ({ subscriptionId }),
  "portal.limits": ({ subscriptionId }) => ({ subscriptionId }),
  "portal.alerts": ({ subscriptionId }) => ({ subscriptionId }),
  "portal.subjects": ({ subscriptionId }) => ({ subscriptionId }),
  "portal.stop": ({ subscriptionId }) => ({ subscriptionId, subject: "agent-7", isStopped: true }),
  "portal.upcomingInvoice": ({ subscriptionId }) => ({ subscriptionId }),
  "portal.cancel": ({ subscriptionId }) => ({ subscriptionId, atPeriodEnd: true }),
  "portal.spendingCap": ({ subscriptionId }) => ({ subscriptionId }),
  "portal.prepareCap": ({ subscriptionId }) => ({
    subscriptionId,
    payerAddress,
    cap: capLimits,
  }),
  "portal.signCap": ({ subscriptionId }) => ({ subscriptionId, payerAddress, cap: signedCap }),
  "portal.revokeCap": ({ subscriptionId }) => ({ subscriptionId }),
  "portal.balances": () => ({}),
  "portal.balanceEntries": ({ balanceId }) => ({ balanceId }),
  "portal.topUp": ({ balanceId }) => ({ balanceId, amount: "5" }),
};

it("covers every operation of the portal", () => {
  expect(Object.keys(inputs).toSorted()).toEqual(names.toSorted());
  expect(Object.keys(portalScopes).toSorted()).toEqual(names.toSorted());
});

/** A subscription with its invoice and cap, which the links of others may neither show nor change. */
interface Scene extends Ids {
  readonly seller: Seller;
  readonly invoiceId: string;
  readonly userId: string;
  readonly email: string;
  readonly own: string;
  readonly others: Readonly<Record<string, string>>;
}
let scene: Scene;
const call = (name: string, portalToken: string, input: Input = {}) =>
  restDoor.call(service().url, name, { portalToken, ...input }, null);

beforeAll(async () => {
  const who = await aSeller(service);
  const seller = new Story(restDoor, service, who);
  const rival = new Story(restDoor, service, await aSeller(service));
  const platform = new Story(restDoor, service);
  const mine = (await aCappedSubscription(seller, "100", { billingInterval: "MONTH" }))
    .subscription;
  const { id: subscriptionId, serviceId, paymentPlanId, userId } = mine;
  const of = { serviceId, paymentPlanId, userId, subscriptionId };
  const { invoice } = await seller.done("invoices.create", {
    ...of,
    amount: "1",
    status: "OPEN",
  });
  const { balance } = await seller.done("balances.create", { serviceId, userId });
  await seller.aGrant(balance.id, "5");
  const neighbor = await seller.aSubscription({ billingInterval: "MONTH" });
  const rivals = await rival.aSubscription({ billingInterval: "MONTH" });
  // The platform also lets the same user subscribe to the rival's service.
  const { checkoutSession } = await platform.done("checkoutSessions.create", {
    serviceId: rivals.serviceId,
    paymentPlanId: rivals.paymentPlanId,
    userId,
  });
  await platform.done("checkoutSessions.complete", { checkoutSessionId: checkoutSession.id });
  scene = {
    seller: who,
    subscriptionId,
    balanceId: balance.id,
    invoiceId: invoice.id,
    userId,
    email: invoice.user.email,
    own: await aPortal(seller, userId),
    others: {
      "another subscriber of the seller": await aPortal(seller, neighbor.userId),
      "the subscriber, with another seller": await aPortal(rival, userId),
      "another seller's subscriber": await aPortal(rival, rivals.userId),
      "another subscriber, by the platform": await aPortal(platform, neighbor.userId),
    },
  };
});

it("the own link shows the records", async () => {
  const { own, subscriptionId, balanceId, invoiceId } = scene;
  const { body } = await call("portal.subscriptions", own);
  expect(body.subscriptions).toMatchObject([{ id: subscriptionId }]);
  expect((await call("portal.invoices", own)).body.invoices).toMatchObject([{ id: invoiceId }]);
  expect((await call("portal.spendingCap", own, { subscriptionId })).status).toBe(200);
  expect((await call("portal.balances", own)).body.balances).toMatchObject([{ id: balanceId }]);
  expect((await call("portal.balanceEntries", own, { balanceId })).status).toBe(200);
});

// Without the scope of portal.view there is no link.
it.each(names.filter((name) => name !== "portal.view"))(
  "%s answers 403 for a link whose maker lacks its scope",
  async (name) => {
    const { seller, userId } = scene;
    const others = new Set<string>(["portal-sessions:write", ...Object.values(portalScopes)]);
    others.delete(portalScopes[name as PortalOperation]);
    const { secret: key } = await aKey(service(), { userId: seller.id, scopes: [...others] });
    const token = await aPortal(new Story(restDoor, service, { ...seller, key }), userId);
    expect(await call(name, token, inputs[name]?.(scene))).toMatchObject({
      status: 403,
      code: "portal_link_too_narrow",
    });
  },
);

describe.each(names)("%s", (name) => {
  const inputOf = (ids: Ids) => inputs[name]?.(ids) ?? {};

  it("answers 404 for links that never worked, have expired or were revoked", async () => {
    const { userId } = scene;
    const story = new Story(restDoor, service);
    const revoked = (await story.done("portalSessions.create", { userId })).portalSession;
    await story.done("portalSessions.revoke", { portalSessionId: revoked.id });
    const expired = (await story.done("portalSessions.create", { userId })).portalSession;
    await service().parts.db.portalSession.update({
      where: { id: expired.id },
      data: { expiresAt: service().clock.now() },
    });
    const { tokenHash } = await service().parts.db.portalSession.findUniqueOrThrow({
      where: { id: revoked.id },
    });
    const tokens = [revoked.url, expired.url].map((url: string) => url.split("/").at(-1) ?? "");
    for (const token of [...tokens, unknownId, expired.id, userId, tokenHash]) {
      expect(await call(name, token, inputOf(scene))).toMatchObject({
        status: 404,
        body: { error: "Portal link was not found." },
      });
    }
  });

  it("shows and changes nothing by the links of others", async () => {
    const { subscriptionId, balanceId, invoiceId, userId, email, others } = scene;
    const before = await stateOf(scene);
    for (const [whose, token] of Object.entries(others)) {
      const answer = await call(name, token, inputOf(scene));
      const unknown = await call(name, token, inputOf(unknownIds));
      const shown = JSON.stringify(answer.body);
      expect(shown, whose).not.toContain(subscriptionId);
      expect(shown, whose).not.toContain(balanceId);
      expect(shown, whose).not.toContain(invoiceId);
      if (whose !== "the subscriber, with another seller") {
        expect(shown, whose).not.toContain(userId);
        expect(shown, whose).not.toContain(email);
      }
      const { subscriptionId: ofSubscription, balanceId: ofBalance } = inputOf(scene);
      if (ofSubscription === undefined && ofBalance === undefined) continue;
      expect({ status: answer.status, body: answer.body }, whose).toEqual({
        status: unknown.status,
        body: unknown.body,
      });
    }
    expect(await stateOf(scene)).toEqual(before);
  });
});

/** All rows that a call of the portal could change. */
async function stateOf({ subscriptionId, balanceId, userId }: Scene) {
  const { db } = service().parts;
  const subscription = await db.subscription.findUniqueOrThrow({ where: { id: subscriptionId } });
  const { checkoutSessionId } = subscription;
  const spendingCap = await db.spendingCap.findUniqueOrThrow({ where: { checkoutSessionId } });
  const user = await db.user.findUniqueOrThrow({ where: { id: userId } });
  const topUps = await db.balanceTopUp.findMany({ where: { balanceId } });
  return { subscription, spendingCap, user, topUps };
}
