import { describe, expect, it } from "vitest";
import {
  aCappedSubscription,
  aCheckout,
  monthly,
  settleAll,
  signed,
} from "../../../../test/harness/checkout.ts";
import { restDoor } from "../../../../test/harness/doors.ts";
import { forRows } from "../../../../test/harness/for-rows.ts";
import { aPayer, approvalOf } from "../../../../test/harness/payer.ts";
import { aPortal, revocationOf, signedCap } from "../../../../test/harness/portal.ts";
import { payments, useService } from "../../../../test/harness/service.ts";
import { Story } from "../../../../test/harness/story.ts";
import { exampleHash } from "../../../kit/evm-fields.ts";
import { collectDueInvoices } from "../../../settlements/collect-under-cap.ts";

const service = useService(payments);
const day = 86_400;

/** When the calendar month ends, in UTC. */
function nextMonth(): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
}

describe("the spending cap at the portal", () => {
  const story = new Story(restDoor, service);

  /** A subscription with a cap of 100 USDC, and its portal. */
  async function aCapped() {
    const plan = { billingInterval: "MONTH" };
    const { payer, subscription } = await aCappedSubscription(story, "100", plan);
    const { id: subscriptionId, userId } = subscription;
    const portalToken = await aPortal(story, userId);
    return { payer, subscription, subscriptionId, userId, of: { portalToken, subscriptionId } };
  }
  const capOf = async (of: object) => (await story.done("portal.spendingCap", of)).spendingCap;
  const revocations = async (subscriptionId: string) => {
    const { events } = await story.done("events.list", { type: "subscription.cap_revoked" });
    return events.filter(
      ({ data }: { data: { subscription: { id: string } } }) =>
        data.subscription.id === subscriptionId,
    );
  };

  interface Subscription {
    readonly id: string;
    readonly serviceId: string;
    readonly paymentPlanId: string;
    readonly userId: string;
  }

  async function anInvoiceOf(subscription: Subscription, amount = "10") {
    const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
    const of = { serviceId, paymentPlanId, userId, subscriptionId };
    return (await story.done("invoices.create", { ...of, amount, status: "OPEN" })).invoice;
  }
  const collect = async (invoice: { id: string }, of: object) => {
    const { payerAddress } = await capOf(of);
    const { service: sold } = (await story.done("invoices.get", { invoiceId: invoice.id })).invoice;
    const merchantAddress = sold.payoutAddress;
    const input = story.settlementOf(invoice, {
      payerAddress,
      merchantAddress,
      collect: "allowance",
    });
    return story.call("settlements.create", input);
  };

  it("shows limits, spent, left and expiry, as the chain has them", async () => {
    const { of, payer, subscription } = await aCapped();
    expect((await collect(await anInvoiceOf(subscription), of)).status).toBe(201);

    const { spendingCap, chainId } = await story.done("portal.spendingCap", of);
    expect(chainId).toBe(31337);
    expect(spendingCap).toMatchObject({
      payerAddress: payer.address.toLowerCase(),
      perPeriod: "100.000000",
      periodSeconds: null,
      perCharge: "100.000000",
      total: "100.000000",
      spent: "10.000000",
      spentInPeriod: "10.000000",
      periodEnd: nextMonth().toISOString(),
      left: "90.000000",
      state: "ACTIVE",
      revokedAt: null,
      revokedOnChain: false,
      chainId: 31337,
    });
    service().clock.set("2029-01-01T00:00:00.000Z");
    const portalToken = await aPortal(story, subscription.userId);
    expect(await capOf({ ...of, portalToken })).toMatchObject({
      state: "EXPIRED",
      left: "0.000000",
    });
    service().clock.set(new Date().toISOString());
  });

  it("is null of a subscription without one, which can sign one", async () => {
    const { subscription, payer } = await aCapped();
    const { serviceId, paymentPlanId, userId } = subscription;
    const session = await story.done("checkoutSessions.create", {
      serviceId,
      paymentPlanId,
      userId,
    });
    const checkoutSessionId = session.checkoutSession.id;
    const { checkoutSession } = await story.done("checkoutSessions.complete", {
      checkoutSessionId,
    });
    const [other] = checkoutSession.subscriptions;
    const of = { portalToken: await aPortal(story, userId), subscriptionId: other.id };
    expect(await story.done("portal.spendingCap", of)).toEqual({
      spendingCap: null,
      chainId: 31337,
      rateCards: [],
      terms: { amountDue: null, merchantAddress: expect.any(String), prices: null },
    });
    expect(await story.call("portal.revokeCap", of)).toMatchObject({
      status: 404,
      body: { error: "Subscription has no spending cap." },
    });

    // The permit of its first cap is not sent yet: one takes the place of both.
    const limits = { perPeriod: "40", total: "40", allowance: "140" };
    await story.done("portal.signCap", await signedCap(story, of, payer, limits));
    expect(await capOf(of)).toMatchObject({ perPeriod: "40.000000", left: "40.000000" });
    expect((await collect(await anInvoiceOf(other), of)).status).toBe(201);
  });

  it("is refused when the terms are not the shown ones any more, to prepare and to sign", () =>
    forRows<[string, (of: Subscription) => Promise<unknown>, RegExp]>(
      [
        [
          "the seller is paid elsewhere",
          ({ serviceId }) => story.done("services.update", { serviceId, payoutAddress: elsewhere }),
          /The seller is paid at 0x12.* now\.$/,
        ],
        [
          "usage has other prices",
          ({ paymentPlanId }) => story.aRateCard({ paymentPlanId }),
          /Usage has other prices now\.$/,
        ],
      ],
      async (_, change, sentence) => {
        const { of, subscription, payer } = await aCapped();
        const input = await signedCap(story, of, payer, "250");
        const { terms } = await story.done("portal.spendingCap", of);
        await change(subscription);
        const { payerAddress } = input;
        const asked = { ...of, payerAddress, cap: { perPeriod: "250" }, terms };
        const answers = [
          await story.call("portal.prepareCap", asked),
          await story.call("portal.signCap", { ...input, terms }),
        ];
        for (const { status, code, body } of answers) {
          expect([status, code]).toEqual([409, "terms_changed"]);
          expect(body.error).toMatch(sentence);
        }
        expect(await capOf(of)).toMatchObject({ perPeriod: "100.000000" });
      },
    ));

  const elsewhere = `0x${"12".repeat(20)}`;

  it("is replaced by a new one, which counts from zero and from any wallet", async () => {
    const { of, subscription } = await aCapped();
    await collect(await anInvoiceOf(subscription), of);
    const other = await aPayer(service());

    const { spendingCap } = await story.done(
      "portal.signCap",
      await signedCap(story, of, other, "250"),
    );

    expect(spendingCap).toMatchObject({
      payerAddress: other.address.toLowerCase(),
      perPeriod: "250.000000",
      revokedAt: null,
    });
    expect(await capOf(of)).toMatchObject({ spent: "0.000000", left: "250.000000" });
    expect((await collect(await anInvoiceOf(subscription), of)).status).toBe(201);
    expect(await other.balance()).toBe("990.000000");
  });

  it("of the same wallet frees the allowance of the cap that it replaces", async () => {
    const { of, payer, subscription } = await aCapped();
    await collect(await anInvoiceOf(subscription), of);
    const prepare = async (total: string) => {
      const input = { ...of, payerAddress: payer.address, cap: { perPeriod: "50", total } };
      return (await story.done("portal.prepareCap", input)).preparedCap;
    };

    expect(await prepare("250")).toMatchObject({ permit: { allowance: "250.000000" } });
    expect(await prepare("90")).toMatchObject({ total: "90.000000", permit: null });
  });

  it("is signed once per signature that fits: not another limit, period, time, permit, wallet, subscription or rate card", async () => {
    const { of, payer } = await aCapped();
    const stranger = await aPayer(service());
    const elsewhere = await aCapped();
    const input = await signedCap(story, of, payer, "70");
    const sign = (data: unknown) => {
      const { message, ...typedData } = data as { readonly message: object };
      return payer.sign({ ...typedData, message: { ...message, rateCards: [exampleHash] } });
    };
    const { start, validUntil, permit } = input.cap;
    if (permit === undefined) throw new Error("The wallet has approved nothing.");
    const withOther = (fields: object) => ({ ...input, cap: { ...input.cap, ...fields } });

    const wrong = [
      withOther({ perPeriod: "69" }),
      withOther({ perCharge: "69" }),
      withOther({ total: "69" }),
      withOther({ periodSeconds: 3_600 }),
      withOther({ start: start + 1, validUntil: validUntil + 1 }),
      withOther({ permit: { ...permit, allowance: "71" } }),
      { ...input, payerAddress: stranger.address },
      { ...input, ...elsewhere.of },
      await signedCap(story, of, { ...payer, sign }, "70"),
    ];
    for (const one of wrong) {
      expect(await story.call("portal.signCap", one)).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining("is not the payer's") },
      });
    }
    expect(await capOf(of)).toMatchObject({ perPeriod: "100.000000" });
  });

  it("needs the wallet's allowance: a permit for its total, or an approval that was sent", async () => {
    const { of } = await aCapped();
    const payer = await aPayer(service());
    const { cap, ...input } = await signedCap(story, of, payer, "70");
    const { permit, ...alone } = cap;
    expect(await story.call("portal.signCap", { ...input, cap: alone })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("allows 0.000000 USDC") },
    });
    await payer.send(approvalOf("70"));
    await story.done("portal.signCap", { ...input, cap: alone });
    expect(await capOf(of)).toMatchObject({ payerAddress: payer.address.toLowerCase() });
  });

  it("revoked at the portal collects nothing more, with one event", async () => {
    const { of, subscription, subscriptionId } = await aCapped();
    const invoice = await anInvoiceOf(subscription);

    const revoked = await story.done("portal.revokeCap", of);
    expect(revoked.spendingCap.revokedAt).toEqual(expect.any(String));
    expect(await story.done("portal.revokeCap", of)).toEqual(revoked);

    expect(await capOf(of)).toMatchObject({
      state: "REVOKED",
      left: "0.000000",
      revokedOnChain: false,
    });
    const { spendingCap } = await story.done("spendingCaps.get", { subscriptionId });
    expect(spendingCap.revoked).toBe(true);
    expect(await collect(invoice, of)).toMatchObject({ status: 409 });
    expect(await revocations(subscriptionId)).toMatchObject([
      { data: { subscription: { id: subscriptionId, status: "ACTIVE" } } },
    ]);
  });

  it("revoked at the portal takes back collections that were not sent", async () => {
    const wallet = await aPayer(service());
    const { checkoutSessionId } = await aCheckout(story, { ...monthly, billingInterval: "DAY" });
    await story.done("checkout.pay", await signed(story, checkoutSessionId, wallet, "500"));
    await settleAll(service());
    const { checkoutSession } = await story.done("checkoutSessions.get", { checkoutSessionId });
    const [{ id: subscriptionId, userId }] = checkoutSession.subscriptions;
    service().clock.advance(day);
    const { parts } = service();
    await parts.due.advanceAll(parts, "subscriptions");
    await collectDueInvoices(parts);
    const portalToken = await aPortal(story, userId);
    const newest = async () => (await story.done("invoices.list", { subscriptionId })).invoices[0];
    expect((await newest()).settlements).toMatchObject([{ status: "PENDING" }]);

    await story.done("portal.revokeCap", { portalToken, subscriptionId });
    await settleAll(service());

    expect(await newest()).toMatchObject({
      status: "OPEN",
      settlements: [{ status: "FAILED", transactionHash: null }],
    });
    service().clock.advance(2 * 3_600);
    await collectDueInvoices(parts);
    expect((await newest()).settlements).toHaveLength(1);
  });

  it("revoked while invoices are being collected leaves no collection to be sent", async () => {
    const { of, payer, subscription, subscriptionId } = await aCapped();
    const { db } = service().parts;
    for (let round = 0; round < 12; round += 1) await anInvoiceOf(subscription, "1");
    await db.invoice.updateMany({ where: { subscriptionId }, data: { collectAt: new Date(0) } });
    const before = await payer.balance();

    await Promise.all([collectDueInvoices(service().parts), story.done("portal.revokeCap", of)]);

    const where = { invoice: { subscriptionId } };
    expect(await db.settlement.count({ where: { ...where, status: { not: "FAILED" } } })).toBe(0);
    await settleAll(service());
    expect(await payer.balance()).toBe(before);
  });

  it("signed and revoked in several tabs at once is one cap and one event", async () => {
    const { of, payer, subscriptionId } = await aCapped();
    const input = await signedCap(story, of, payer, "90");
    const tabs = Array.from({ length: 6 });

    const caps = await Promise.all(tabs.map(() => story.done("portal.signCap", input)));
    for (const { spendingCap } of caps) expect(spendingCap.perPeriod).toBe("90.000000");
    await Promise.all(tabs.map(() => story.done("portal.revokeCap", of)));

    const { db } = service().parts;
    const where = { checkoutSession: { subscriptionId } };
    expect(await db.spendingCap.count({ where })).toBe(1);
    expect(await revocations(subscriptionId)).toHaveLength(1);
  });

  it("revoked by the wallet is noticed by the first read, with one event", async () => {
    const { of, payer, subscriptionId } = await aCapped();
    await payer.send(await revocationOf(service(), subscriptionId));

    const caps = await Promise.all([capOf(of), capOf(of), capOf(of)]);
    for (const cap of caps) expect(cap).toMatchObject({ state: "REVOKED", revokedOnChain: true });
    expect((await capOf(of)).revokedAt).toEqual(expect.any(String));
    expect(await revocations(subscriptionId)).toHaveLength(1);
  });

  it("revoked by the wallet is noticed by a read of the seller", async () => {
    const { payer, subscriptionId } = await aCapped();
    await payer.send(await revocationOf(service(), subscriptionId));

    const { spendingCap } = await story.done("spendingCaps.get", { subscriptionId });
    expect(spendingCap.revoked).toBe(true);
    expect(await revocations(subscriptionId)).toHaveLength(1);
  });

  it("revoked both ways is one revocation, and a new one can be signed", async () => {
    const { of, payer, subscriptionId } = await aCapped();
    await story.done("portal.revokeCap", of);
    await payer.send(await revocationOf(service(), subscriptionId));

    expect(await capOf(of)).toMatchObject({ state: "REVOKED", revokedOnChain: true });
    expect(await revocations(subscriptionId)).toHaveLength(1);
    // The permit of the cap that it revoked still waits.
    const limits = { perPeriod: "20", total: "20", allowance: "120" };
    await story.done("portal.signCap", await signedCap(story, of, payer, limits));
    expect(await capOf(of)).toMatchObject({ state: "ACTIVE", left: "20.000000", revokedAt: null });
  });

  it("is refused of a subscription that has ended, but can still be revoked", async () => {
    const { of, payer, subscriptionId } = await aCapped();
    const input = await signedCap(story, of, payer, "20");
    await story.done("subscriptions.cancel", { subscriptionId });

    const ended = { status: 409, body: { error: "Subscription is not ACTIVE." } };
    expect(await story.call("portal.signCap", input)).toMatchObject(ended);
    const prepare = { ...of, payerAddress: payer.address, cap: { perPeriod: "20" } };
    expect(await story.call("portal.prepareCap", prepare)).toMatchObject(ended);
    expect((await story.done("portal.spendingCap", of)).chainId).toBeNull();
    await story.done("portal.revokeCap", of);
  });

  it("is not in use once the seller is paid elsewhere", async () => {
    const { of, subscription } = await aCapped();
    const payoutAddress = `0x${"9".repeat(40)}`;
    await story.done("services.update", { serviceId: subscription.serviceId, payoutAddress });
    expect(await capOf(of)).toMatchObject({ state: "OUTDATED", left: "0.000000" });
  });
});
