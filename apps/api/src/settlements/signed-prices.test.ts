import { settlementCollectorAbi } from "@usance/contracts";
import { rateCardHash } from "@usance/proofs";
import { concat, decodeFunctionData, keccak256 } from "viem";
import { describe, expect, it } from "vitest";
import { aCappedSubscription } from "../../test/harness/checkout.ts";
import { areLocked } from "../../test/harness/database.ts";
import { restDoor } from "../../test/harness/doors.ts";
import { forRows } from "../../test/harness/for-rows.ts";
import { aPortal, signedCap } from "../../test/harness/portal.ts";
import { payments, useService } from "../../test/harness/service.ts";
import { newReference, Story } from "../../test/harness/story.ts";
import { inTransaction } from "../db/client.ts";
import type { Hex } from "../kit/evm-fields.ts";
import { newId } from "../kit/ids.ts";

const service = useService(payments);
const story = new Story(restDoor, service);
const monthly = { billingInterval: "MONTH" };

const perUnit = (unitAmount: string, fields: object = {}) => ({
  components: [{ type: "PER_UNIT", description: "Requests", unitAmount, ...fields }],
});
const usual = perUnit("0.01");
const cheap = perUnit("0.005");
const dear = perUnit("0.02");
const ofRequests = (unitAmount: string) => perUnit(unitAmount, { prefix: "requests" });
/** Cheaper for up to 100 units, dearer for more. */
const tiered = {
  components: [
    {
      type: "GRADUATED",
      description: "Requests",
      tiers: [
        { upTo: "100", unitAmount: "0.001" },
        { upTo: null, unitAmount: "0.1" },
      ],
    },
  ],
};
type Card = typeof usual | typeof tiered;

const hashOf = ({ components }: Card) => rateCardHash(components);
const inDays = (days: number) => service().clock.in(days * 86_400);

type Capped = Awaited<ReturnType<typeof aCapped>>;

/** A subscription whose subscriber signed a cap when its plan had these cards: one in force, and an announced one. */
async function aCapped([inForce, announced]: readonly Card[] = [usual]) {
  const cards = [
    ...(inForce === undefined ? [] : [inForce]),
    ...(announced === undefined ? [] : [{ ...announced, effectiveFrom: inDays(3) }]),
  ];
  const { payer, payoutAddress, subscription } = await aCappedSubscription(
    story,
    "100",
    monthly,
    cards,
  );
  return { payer, payoutAddress, subscription };
}

/** An invoice of the usage so far, priced by a card that is announced. */
async function anInvoice({ subscription }: Capped, card: Card | null, amount?: string) {
  const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
  const rateCardId =
    card === null
      ? undefined
      : (await story.aRateCard({ paymentPlanId, ...card, effectiveFrom: inDays(9) })).id;
  const of = { serviceId, paymentPlanId, userId, subscriptionId };
  const usage = rateCardId === undefined ? {} : { rateCardId };
  const priced = rateCardId === undefined ? null : await quoteOf(subscriptionId, rateCardId);
  const bill = { amount: amount ?? priced ?? "1", status: "OPEN", usage };
  return (await story.done("invoices.create", { ...of, ...bill })).invoice;
}

const quoteOf = async (subscriptionId: string, rateCardId: string): Promise<string> =>
  (await story.done("quotes.create", { subscriptionId, rateCardId })).quote.amount;

/** Much usage that arrives after the invoice of its time. */
const late = ({ subscription }: Capped) => ({
  quantity: "1000",
  occurredAt: subscription.currentPeriodStart,
});

const collection = ({ payer, payoutAddress }: Capped, invoice: { id: string }) =>
  story.settlementOf(invoice, {
    payerAddress: payer.address,
    merchantAddress: payoutAddress,
    collect: "allowance",
  });

const collect = async (capped: Capped, invoice: { id: string }) =>
  story.call("settlements.create", collection(capped, invoice));

const refusedByPrices = {
  status: 409,
  code: "prices_not_signed",
  body: {
    error:
      "The prices are higher than those that were signed with the spending limit. A new spending limit can be signed in the portal.",
  },
};

describe("usage is collected under a cap", () => {
  it("only when it costs no more than by a card that the cap names", () =>
    forRows<[string, Card[], Card | null, string[], number]>(
      [
        ["no card", [], null, ["requests"], 201],
        ["the same card", [usual], usual, ["requests"], 201],
        ["the announced card", [usual, dear], dear, ["requests"], 201],
        ["a cheaper card", [usual], cheap, ["requests"], 201],
        ["a dearer card", [usual], dear, ["requests"], 409],
        ["the first card of the plan", [], cheap, ["requests"], 409],
        ["cheaper for little usage", [usual], tiered, ["requests"], 201],
        ["dearer for much usage", [usual], tiered, ["requests", "other", "more"], 409],
        ["cheaper for one prefix", [ofRequests("0.01")], cheap, ["requests"], 201],
        ["free for another prefix", [ofRequests("0.01")], cheap, ["requests", "other"], 201],
        ["dearer for other prefixes", [ofRequests("0.01")], usual, ["requests", "other"], 409],
      ],
      async (_, signed, billed, prefixes, status) => {
        const capped = await aCapped(signed);
        for (const prefix of prefixes) {
          await story.aUsageEvent(capped.subscription, { eventKey: `${prefix}:1`, quantity: "99" });
        }
        const invoice = await anInvoice(capped, billed);

        const answer = await collect(capped, invoice);

        expect(answer.status).toBe(status);
        const { invoice: after } = await story.done("invoices.get", { invoiceId: invoice.id });
        expect(after.status).toBe(status === 201 ? "PAID" : "OPEN");
        if (status === 409) {
          expect(answer).toMatchObject(refusedByPrices);
          expect(after.settlements).toEqual([]);
        }
      },
    ));

  it("of no more than the usage costs by signed prices, whatever card and amount the bill has", async () => {
    const capped = await aCapped();
    const { subscription } = capped;
    await story.aUsageEvent(subscription, { quantity: "100" });
    expect(await collect(capped, await anInvoice(capped, usual, "1.000001"))).toMatchObject(
      refusedByPrices,
    );
    const dearer = await anInvoice(capped, dear);
    expect(await collect(capped, dearer)).toMatchObject(refusedByPrices);
    const credit = { invoiceId: dearer.id, amount: "1", reason: "The old price" };
    await story.done("creditNotes.create", credit);
    expect((await collect(capped, dearer)).status).toBe(201);
    expect((await collect(capped, await anInvoice(capped, dear, "0.5"))).status).toBe(201);
  });

  it("not the rest of a dearer invoice that was paid in part from the prepaid balance", async () => {
    const capped = await aCapped();
    const { serviceId, userId } = capped.subscription;
    await story.aUsageEvent(capped.subscription, { quantity: "100" });
    const { balance } = await story.done("balances.create", { serviceId, userId });
    await story.aGrant(balance.id, "2");
    const dearer = await anInvoice(capped, dear);
    await story.done("invoices.applyBalance", { invoiceId: dearer.id, amount: "1.5" });

    expect(await collect(capped, dearer)).toMatchObject(refusedByPrices);
    const credit = { invoiceId: dearer.id, amount: "0.25", reason: "The old price" };
    await story.done("creditNotes.create", credit);
    expect(await collect(capped, dearer)).toMatchObject(refusedByPrices);

    const asSigned = await anInvoice(capped, usual, "1");
    await story.done("invoices.applyBalance", { invoiceId: asSigned.id, amount: "0.25" });
    expect(await collect(capped, asSigned)).toMatchObject({
      status: 201,
      body: { settlement: { amount: "0.750000" } },
    });
  });

  it("not if a dearer period is left to the next bill", async () => {
    const capped = await aCapped();
    const { subscription } = capped;
    const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
    const of = { serviceId, paymentPlanId, userId, subscriptionId, status: "OPEN" };
    const bill = async (amount?: string) => {
      const { upcomingInvoice } = await story.done("subscriptions.upcomingInvoice", {
        subscriptionId,
      });
      const { billNumber, periodStart, periodEnd } = upcomingInvoice;
      const due = { billNumber, periodStart, periodEnd, amount: amount ?? upcomingInvoice.amount };
      return (await story.done("invoices.create", { ...of, ...due })).invoice;
    };
    await story.aRateCard({ paymentPlanId, ...dear });
    const month = 31 * 86_400 + 3_600;
    service().clock.advance(month);
    expect((await bill("0")).amount).toBe("0.000000");
    await story.aUsageEvent(subscription, { quantity: "1000" });
    service().clock.advance(month);
    await bill("0");
    service().clock.advance(month);
    const next = await bill();
    expect(next.amount).toBe("20.000000");
    expect(await collect(capped, next)).toMatchObject(refusedByPrices);
  });

  it("under a dearer card for no more than a signed one costs less what is prepaid", async () => {
    const capped = await aCapped();
    const { subscription } = capped;
    const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
    await story.aRateCard({ paymentPlanId, ...dear });
    const month = 31 * 86_400 + 3_600;
    service().clock.advance(month);
    const { balance } = await story.done("balances.create", { serviceId, userId });
    await story.aGrant(balance.id, "4");
    const paid = { balanceId: balance.id, charge: "4" };
    await story.aUsageEvent(subscription, { quantity: "1000", ...paid });
    service().clock.advance(month);
    const { upcomingInvoice } = await story.done("subscriptions.upcomingInvoice", {
      subscriptionId,
    });
    expect(upcomingInvoice).toMatchObject({ prepaid: "4.000000", amount: "16.000000" });
    const { billNumber, periodStart, periodEnd } = upcomingInvoice;
    const of = { serviceId, paymentPlanId, userId, subscriptionId, status: "OPEN" };
    const bill = { ...of, billNumber, periodStart, periodEnd, amount: "6.000001" };
    const { invoice } = await story.done("invoices.create", bill);
    // By the signed card, 1,000 requests cost 10.
    expect(await collect(capped, invoice)).toMatchObject(refusedByPrices);
    const credit = { invoiceId: invoice.id, amount: "0.000001", reason: "The old price" };
    await story.done("creditNotes.create", credit);
    expect((await collect(capped, invoice)).status).toBe(201);
  });

  it("as it was billed, whatever was voided or recorded since", async () => {
    const capped = await aCapped([ofRequests("0.01")]);
    const { subscription } = capped;
    await story.aUsageEvent(subscription, { eventKey: "requests:1", quantity: "99" });
    const other = await story.aUsageEvent(subscription, { eventKey: "other:1", quantity: "9" });
    const invoice = await anInvoice(capped, cheap);
    await story.done("usageEvents.void", { usageEventId: other.id, reason: "Twice" });
    await story.aUsageEvent(subscription, { ...late(capped), eventKey: "other:2" });

    expect((await collect(capped, invoice)).status).toBe(201);
  });

  it("unless its usage cannot be read as it was billed", async () => {
    const capped = await aCapped([ofRequests("0.01")]);
    const { subscription } = capped;
    await story.aUsageEvent(subscription, { eventKey: "requests:1", quantity: "9" });
    await story.aUsageEvent(subscription, { eventKey: "other:1", quantity: "9" });
    const { id: invoiceId } = await anInvoice(capped, usual);
    await story.aUsageEvent(subscription, { ...late(capped), eventKey: "requests:2" });
    // As if the database had been restored on another server: more is visible than was billed.
    const { db } = service().parts;
    const [now] = await db.$queryRaw<{ snapshot: string }[]>`
      SELECT pg_current_snapshot()::text AS snapshot`;
    await db.bill.update({ where: { invoiceId }, data: { snapshots: [now?.snapshot ?? ""] } });

    expect(await collect(capped, { id: invoiceId })).toMatchObject(refusedByPrices);
  });

  it("that is still the one whose cards were compared", async () => {
    const capped = await aCapped();
    await story.aUsageEvent(capped.subscription);
    const invoice = await anInvoice(capped, usual);
    const where = { payerAddress: capped.payer.address.toLowerCase() };
    const { collected } = await inTransaction(service().parts.db, async (tx) => {
      const { id, ...cap } = await tx.spendingCap.findFirstOrThrow({ where });
      await tx.spendingCap.delete({ where: { id } });
      await tx.spendingCap.create({ data: { ...cap, id: newId(), rateCardHashes: [] } });
      const waiting = collect(capped, invoice);
      await areLocked(service().databaseUrl);
      return { collected: waiting };
    });

    expect(await collected).toMatchObject({ status: 409, code: "no_spending_cap" });
    expect(await collect(capped, invoice)).toMatchObject(refusedByPrices);
  });

  it("without reading it again for a call that creates no settlement", async () => {
    const capped = await aCapped([ofRequests("0.01")]);
    await story.aUsageEvent(capped.subscription, { eventKey: "requests:1", quantity: "99" });
    await story.aUsageEvent(capped.subscription, { eventKey: "other:1", quantity: "9" });
    const invoice = await anInvoice(capped, cheap);
    const input = collection(capped, invoice);
    expect((await story.call("settlements.create", input)).status).toBe(201);
    const elsewhere = { ...input, payerAddress: capped.payoutAddress };
    const answers = await inTransaction(service().parts.db, async (tx) => {
      await tx.$executeRaw`LOCK TABLE usage_events IN ACCESS EXCLUSIVE MODE`;
      return [
        await story.call("settlements.create", input),
        await story.call("settlements.create", { ...elsewhere, referenceHash: newReference() }),
      ];
    });
    expect(answers.map(({ status, code }) => `${status} ${code}`)).toEqual([
      "200 null",
      "409 invoice_not_open",
    ]);
  });

  it("whose signature names the cards: the collection has the hash of the list", async () => {
    const capped = await aCapped([usual, dear]);
    const { subscription } = capped;
    const { spendingCap } = await story.done("spendingCaps.get", {
      subscriptionId: subscription.id,
    });
    expect(spendingCap.rateCardHashes).toEqual([hashOf(usual), hashOf(dear)]);
    await story.aUsageEvent(subscription, { quantity: "100" });
    const invoice = await anInvoice(capped, null);
    expect((await collect(capped, invoice)).status).toBe(201);

    const { callData } = await service().parts.db.settlement.findFirstOrThrow({
      where: { invoiceId: invoice.id },
    });
    const { args } = decodeFunctionData({ abi: settlementCollectorAbi, data: callData as Hex });
    expect(args?.[4]).toMatchObject({ rateCards: keccak256(concat(spendingCap.rateCardHashes)) });
  });
});

describe("prices that were not signed", () => {
  const failuresOf = async ({ subscription }: Capped) =>
    (
      await story.done("events.list", {
        type: "invoice.payment_failed",
        serviceId: subscription.serviceId,
      })
    ).events;

  it("are reported once, and the invoice is collected under the next cap", async () => {
    const capped = await aCapped();
    const { payer, subscription } = capped;
    await story.aUsageEvent(subscription, { quantity: "99" });
    const invoice = await anInvoice(capped, dear);
    expect(await collect(capped, invoice)).toMatchObject(refusedByPrices);
    expect(await collect(capped, invoice)).toMatchObject(refusedByPrices);
    expect(await failuresOf(capped)).toMatchObject([
      {
        data: {
          invoice: { id: invoice.id },
          collection: { settlementId: null, failure: refusedByPrices.body.error },
        },
      },
    ]);

    const portalToken = await aPortal(story, subscription.userId);
    const of = { portalToken, subscriptionId: subscription.id };
    const { spendingCap } = await story.done(
      "portal.signCap",
      await signedCap(story, of, payer, "100"),
    );
    expect(spendingCap.rateCardHashes).toEqual([hashOf(usual), hashOf(dear)]);
    expect((await collect(capped, invoice)).status).toBe(201);
  });

  it("are not reported where a payment is already made", async () => {
    const capped = await aCapped();
    await story.aUsageEvent(capped.subscription, { quantity: "99" });
    const invoice = await anInvoice(capped, dear);
    const { referenceHash } = collection(capped, invoice);
    await story.done("settlements.create", story.settlementOf(invoice, { referenceHash }));

    const again = await story.call("settlements.create", {
      ...collection(capped, invoice),
      referenceHash,
    });

    expect(again.status).toBe(200);
    expect(await failuresOf(capped)).toEqual([]);
  });
});
