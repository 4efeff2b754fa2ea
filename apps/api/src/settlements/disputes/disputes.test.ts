import { verifyBill } from "@usance/proofs";
import { expect, it } from "vitest";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { linkTokenOf } from "../../../test/harness/invoice-link.ts";
import { expectLedgerHolds } from "../../../test/harness/ledger-holds.ts";
import { useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";

const service = useService();
const story = new Story(restDoor, service);
expectLedgerHolds(service);

type Subscription = Awaited<ReturnType<Story["aSubscription"]>>;

const day = 86_400;
const perRequest = { type: "PER_UNIT", description: "Requests", unitAmount: "0.5" };
const tiers = {
  ...{ type: "GRADUATED", description: "Requests", prefix: "requests" },
  tiers: [
    { upTo: "10", unitAmount: "0" },
    { upTo: null, unitAmount: "0.5" },
  ],
};

const volume = {
  ...{ type: "VOLUME", description: "Requests", prefix: "requests" },
  tiers: [
    { upTo: "10", unitAmount: "2" },
    { upTo: null, unitAmount: "0.5" },
  ],
};

/** Requests of a day: 20, 4 and 6 of them. */
const used = ["20", "4", "6"];

async function use(subscription: Subscription, quantities = used): Promise<void> {
  for (const [place, quantity] of quantities.entries()) {
    await story.aUsageEvent(subscription, { eventKey: `requests:${place}`, quantity });
  }
}

async function aUsed(component: object = perRequest, quantities = used): Promise<Subscription> {
  const subscription = await story.aSubscription({ billingInterval: "DAY" });
  const { paymentPlanId } = subscription;
  await story.aRateCard({ paymentPlanId, components: [component] });
  await use(subscription, quantities);
  return subscription;
}

const upcoming = async ({ id: subscriptionId }: { id: string }) =>
  (await story.done("subscriptions.upcomingInvoice", { subscriptionId })).upcomingInvoice;

/** Makes the numbered bill that is due a day and an hour later, as the biller does. */
async function aBill(subscription: Subscription) {
  service().clock.advance(day + 3_600);
  const { amount, lines, billNumber, periodStart, periodEnd } = await upcoming(subscription);
  const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
  const of = { serviceId, paymentPlanId, userId, subscriptionId, status: "OPEN" };
  const bill = { amount, lines, billNumber, periodStart, periodEnd };
  return (await story.done("invoices.create", { ...of, ...bill })).invoice;
}

/** Bills the usage of a time, without a number. */
async function anInvoiceOf(subscription: Subscription, fields: object = {}) {
  const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
  const of = { serviceId, paymentPlanId, userId, subscriptionId, status: "OPEN" };
  const input = { ...of, amount: "15", usage: {}, ...fields };
  return (await story.done("invoices.create", input)).invoice;
}

const pay = (invoice: { id: string }) =>
  story.done("settlements.create", story.settlementOf(invoice));

const objection = {
  usageEvents: [{ eventKey: "requests:0", claimedQuantity: "2" }, { eventKey: "requests:1" }],
  reason: "Our log has fewer",
};

const disputed = async ({ id: invoiceId }: { id: string }, fields: object = {}) =>
  (await story.done("disputes.create", { invoiceId, ...objection, ...fields })).dispute;

const accepted = async ({ id: disputeId }: { id: string }, fields: object = {}) =>
  (await story.done("disputes.accept", { disputeId, ...fields })).dispute;

const invoiceOf = async ({ invoiceId }: { invoiceId: string }) =>
  (await story.done("invoices.get", { invoiceId })).invoice;

const eventsOf = async ({ serviceId }: { serviceId: string }) => {
  const rows = await service().parts.db.webhookEvent.findMany({
    where: { serviceId, type: { startsWith: "dispute." } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(({ type }) => type);
};

/** The events of a subscription, with what became of them. */
async function recorded({ id: subscriptionId }: { id: string }): Promise<string[]> {
  const { usageEvents } = await story.done("usageEvents.list", { subscriptionId, limit: 100 });
  type Event = {
    readonly eventKey: string;
    readonly quantity: string;
    readonly void: { readonly reason: string; readonly replacementId: string | null } | null;
  };
  const words = (usageEvents as Event[]).map(({ eventKey, quantity, void: end }) => {
    const after = end === null ? "" : ` ${end.reason}${end.replacementId ? ", replaced" : ""}`;
    return `${eventKey} ${quantity}${after}`;
  });
  return words.sort();
}

it("of a paid bill, once accepted, corrects its events, credits and refunds it, and the next bills count that", async () => {
  const subscription = await aUsed();
  const { serviceId, userId } = subscription;
  const invoice = await aBill(subscription);
  await pay(invoice);
  await story.done("balances.create", { serviceId, userId });
  const linkToken = linkTokenOf(invoice);

  const { dispute } = await story.done("invoiceLinks.dispute", { linkToken, ...objection });
  expect(dispute).toEqual({
    ...{ id: expect.any(String), status: "OPEN", reason: objection.reason, answer: null },
    ...{ amount: "11.000000", usageEventCount: 2, createdAt: expect.any(String), closedAt: null },
  });
  const answer = "Counted twice";
  const done = await accepted(dispute, { refundTo: "BALANCE", answer });
  expect(done).toMatchObject({
    ...{ invoiceId: invoice.id, serviceId, userId, status: "ACCEPTED", answer },
    usageEvents: [
      { eventKey: "requests:0", billedQuantity: "20.000000", claimedQuantity: "2.000000" },
      { eventKey: "requests:1", billedQuantity: "4.000000", claimedQuantity: null },
    ],
  });

  const { creditNote } = await story.done("creditNotes.get", { creditNoteId: done.creditNoteId });
  expect(creditNote).toMatchObject({
    ...{ status: "REFUNDED", amount: "11.000000", reason: `Disputed usage: ${answer}` },
    ...{ billNumber: 2, refund: { to: "BALANCE", status: "CONFIRMED" } },
  });
  expect(await recorded(subscription)).toEqual([
    "requests:0 20.000000 Disputed by the payer, replaced",
    "requests:0~corrected 2.000000",
    "requests:1 4.000000 Disputed by the payer",
    "requests:2 6.000000",
  ]);
  const { invoice: shown } = await story.done("invoiceLinks.view", { linkToken });
  expect(shown.disputes).toMatchObject([{ status: "ACCEPTED", answer, usageEventCount: 2 }]);
  expect(await eventsOf(subscription)).toEqual(["dispute.created", "dispute.accepted"]);

  await story.aUsageEvent(subscription, { eventKey: "requests:late", quantity: "2" });
  const next = await aBill(subscription);
  expect(next).toMatchObject({ amount: "1.000000", billNumber: 3 });
  const { proof } = await story.done("invoices.proof", { invoiceId: next.id });
  const findings = await verifyBill(proof, null);
  expect(findings.filter(({ outcome }) => outcome === "bad")).toEqual([]);
});

it("lowers what is due for an OPEN invoice, and voids one of which nothing would be due", async () => {
  const subscription = await aUsed();
  const bill = await aBill(subscription);
  const never = { usageEvents: [{ eventKey: "requests:0" }, { eventKey: "requests:1" }] };
  const first = await accepted(await disputed(bill, never));
  expect(await invoiceOf(first)).toMatchObject({ status: "OPEN", amountDue: "3.000000" });
  await accepted(await disputed(bill, { usageEvents: [{ eventKey: "requests:2" }] }));

  expect(await invoiceOf(first)).toMatchObject({ status: "VOID", credited: "12.000000" });
  await story.aUsageEvent(subscription, { quantity: "2" });
  expect(await aBill(subscription)).toMatchObject({ amount: "1.000000" });
});

it("amounts to what the bill's own card charges more, tier by tier, as of the bill", async () => {
  const subscription = await aUsed(tiers);
  const invoice = await anInvoiceOf(subscription, { amount: "10" });
  await story.aUsageEvent(subscription, { eventKey: "requests:late", quantity: "1000" });
  const cheap = { ...tiers, tiers: [{ upTo: null, unitAmount: "0" }] };
  await story.aRateCard({ paymentPlanId: subscription.paymentPlanId, components: [cheap] });

  // 30 requests cost 10, and 8 cost nothing.
  expect(await disputed(invoice)).toMatchObject({ amount: "10.000000" });
});

it("does not count what a balance has paid instead of the bill; an accepted one gives it back", () =>
  forRows(
    [
      // 38 requests cost 19, and 12 cost 6.
      ["1", "9.000000", "-3.000000"],
      ["0", "13.000000", "0.000000"],
    ],
    async (charge, amount, broughtForward) => {
      const subscription = await aUsed();
      const { serviceId, userId } = subscription;
      const { balance } = await story.done("balances.create", { serviceId, userId });
      await story.aGrant(balance.id, "4");
      const paid = { eventKey: "requests:paid", quantity: "8", balanceId: balance.id, charge };
      await story.aUsageEvent(subscription, paid);
      const alone = await anInvoiceOf(subscription, { usage: { to: service().clock.in(60) } });
      const bill = await aBill(subscription);
      const usageEvents = [
        { eventKey: "requests:0", claimedQuantity: "2" },
        { eventKey: "requests:paid" },
      ];
      // Without a number, an invoice bills also what is prepaid.
      expect(await disputed(alone, { usageEvents })).toMatchObject({ amount: "13.000000" });
      const dispute = await disputed(bill, { usageEvents });
      expect(dispute.amount).toBe(amount);
      await accepted(dispute);
      const { balance: after } = await story.done("balances.get", { balanceId: balance.id });
      expect(after.available).toBe("4.000000");
      expect(await upcoming(subscription)).toMatchObject({ broughtForward });
    },
  ));

it("counts what was accepted before, and corrects no event twice", () =>
  forRows(
    [
      [tiers, ["10.000000", "0.000000"]],
      [{ ...perRequest, measure: "MAX" }, ["7.000000", "2.000000"]],
      // 30 units cost 15, 8 of them 16, and 3 of them 6.
      [volume, ["0.000000", "9.000000"]],
    ],
    async (component, amounts) => {
      const subscription = await aUsed(component);
      const invoice = await anInvoiceOf(subscription, { amount: "100" });
      const first = await disputed(invoice);
      await accepted(first);
      const again = { invoiceId: invoice.id, ...objection };
      expect(await story.refusal("disputes.create", again)).toBe(
        "409 usageEvents.0 is not billed with a larger quantity.",
      );
      const rest = { usageEvents: [{ eventKey: "requests:2", claimedQuantity: "1" }] };
      const second = await disputed(invoice, rest);
      expect([first.amount, second.amount]).toEqual(amounts);
    },
  ));

const openOf = async ({ id: invoiceId }: { id: string }) =>
  (await story.done("disputes.list", { invoiceId, status: "OPEN" })).disputes[0];

it("is accepted long after the subscription has ended, and after its events were voided", async () => {
  const subscription = await aUsed();
  const invoice = await aBill(subscription);
  await pay(invoice);
  await story.done("subscriptions.cancel", { subscriptionId: subscription.id });
  service().clock.advance(10 * day);
  const dispute = await disputed(invoice);
  const { usageEvents } = await story.done("usageEvents.list", { subscriptionId: subscription.id });
  const { id: usageEventId } = usageEvents.find(
    ({ eventKey }: { eventKey: string }) => eventKey === "requests:1",
  );
  await story.done("usageEvents.void", { usageEventId, reason: "Seen before" });

  expect(await story.refusal("disputes.accept", { disputeId: dispute.id })).toBe(
    "409 amount is required: a disputed event was voided since, or no stored rate card prices one.",
  );
  const { creditNoteId } = await accepted(dispute, { amount: "9" });
  const { creditNote } = await story.done("creditNotes.get", { creditNoteId });
  expect(creditNote).toMatchObject({ status: "ISSUED", amount: "9.000000", refund: null });
  expect(await recorded(subscription)).toEqual([
    "requests:0 20.000000 Disputed by the payer, replaced",
    "requests:0~corrected 2.000000",
    "requests:1 4.000000 Seen before",
    "requests:2 6.000000",
  ]);
  expect(await upcoming(subscription)).toMatchObject({
    status: "OWED",
    carriedForward: "-2.000000",
  });
});

it("is declined with an answer, can be opened again, and that at most 20 times", async () => {
  const invoice = await anInvoiceOf(await aUsed());
  const answer = "Our gateway counted them";
  for (let count = 0; count < 20; count += 1) {
    const { id: disputeId } = await disputed(invoice);
    const { dispute } = await story.done("disputes.decline", { disputeId, answer });
    expect(dispute).toMatchObject({ status: "DECLINED", answer, closedAt: expect.any(String) });
    expect(await story.refusal("disputes.accept", { disputeId })).toBe("409 Dispute is DECLINED.");
  }
  expect(await story.refusal("disputes.create", { invoiceId: invoice.id, ...objection })).toBe(
    "409 The invoice was disputed 20 times already.",
  );
  const { disputes } = await story.done("disputes.list", { invoiceId: invoice.id, limit: 100 });
  expect(disputes).toHaveLength(20);
});

it("of concurrent calls one is stored, and one answer counts", async () => {
  const subscription = await aUsed();
  const invoice = await aBill(subscription);
  const at = { linkToken: linkTokenOf(invoice), ...objection };
  const calls = Array.from({ length: 6 }, () => story.call("invoiceLinks.dispute", at));
  const opened = (await Promise.all(calls)).map(({ status, code }) => `${status} ${code}`).sort();
  expect(opened).toEqual(["200 null", ...Array<string>(5).fill("409 dispute_open")]);

  const { id: disputeId } = await openOf(invoice);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, place) =>
      place % 2 === 0
        ? story.call("disputes.accept", { disputeId })
        : story.call("disputes.decline", { disputeId, answer: "No" }),
    ),
  );
  const codes = answers.map(({ status, code }) => `${status} ${code}`).sort();
  expect(codes).toEqual(["200 null", ...Array<string>(7).fill("409 dispute_closed")]);
  expect(await eventsOf(subscription)).toHaveLength(2);
});

it("is refused for events that the bill does not count so, and invoices that nobody owes", async () => {
  const subscription = await aUsed();
  const invoice = await anInvoiceOf(subscription);
  await story.aUsageEvent(subscription, { eventKey: "requests:late" });
  const draft = await anInvoiceOf(subscription, { status: "DRAFT" });
  const plain = await story.anInvoice();
  const notSo = (place: number) => `409 usageEvents.${place} is not billed with a larger quantity.`;
  const [first] = objection.usageEvents;
  await forRows(
    [
      [invoice, [{ eventKey: "requests:0", claimedQuantity: "20.0" }], notSo(0)],
      [invoice, [{ eventKey: "requests:0", claimedQuantity: "21" }], notSo(0)],
      [invoice, [first, first], notSo(1)],
      [invoice, [{ eventKey: "requests:late" }], notSo(0)],
      [invoice, [{ eventKey: "requests" }], notSo(0)],
      [plain, [first], notSo(0)],
      [invoice, [], "400 usageEvents must be a list of 1 to 100."],
      [draft, [first], "409 Only OPEN or PAID invoices can be disputed. This one is DRAFT."],
    ],
    async ({ id: invoiceId }, usageEvents, refusal) => {
      const input = { invoiceId, usageEvents, reason: "Wrong" };
      expect(await story.refusal("disputes.create", input)).toBe(refusal);
    },
  );
});

it("is not accepted in part: a refusal leaves all as it was", async () => {
  const subscription = await aUsed();
  const { serviceId, userId } = subscription;
  const { id: balanceId } = (await story.done("balances.create", { serviceId, userId })).balance;
  await story.aGrant(balanceId, "5");
  const charged = { eventKey: "requests:charged", quantity: "4", balanceId, charge: "2" };
  await story.aUsageEvent(subscription, charged);
  const invoice = await anInvoiceOf(subscription, { amount: "17" });
  const claim = { eventKey: "requests:charged", claimedQuantity: "1" };
  const dispute = await disputed(invoice, { usageEvents: [...objection.usageEvents, claim] });
  const before = await recorded(subscription);
  await forRows(
    [
      [{ amount: "17.000001" }, "amount must not be more than the dispute's."],
      [{ refundTo: "BALANCE" }, "refundTo requires a PAID invoice and an amount to credit."],
      [{}, "A usage event was charged to a prepaid balance, so its quantity cannot be corrected."],
    ],
    async (fields, message) => {
      const input = { disputeId: dispute.id, ...fields };
      expect(await story.refusal("disputes.accept", input)).toBe(`409 ${message}`);
    },
  );
  expect(await recorded(subscription)).toEqual(before);
  expect(await invoiceOf(dispute)).toMatchObject({ status: "OPEN", credited: "0.000000" });
  await story.done("disputes.decline", { disputeId: dispute.id, answer: "One by one" });

  const never = [{ eventKey: "requests:charged" }];
  await accepted(await disputed(invoice, { usageEvents: never }));
  const { balance } = await story.done("balances.get", { balanceId });
  expect(balance.available).toBe("5.000000");
});

it("of usage that no stored card prices has no amount, until the seller says one", async () => {
  const subscription = await story.aSubscription({ billingInterval: "DAY" });
  await use(subscription);
  const invoice = await anInvoiceOf(subscription);
  const dispute = await disputed(invoice);
  expect(dispute.amount).toBeNull();
  expect(await story.refusal("disputes.accept", { disputeId: dispute.id })).toBe(
    "409 amount is required: a disputed event was voided since, or no stored rate card prices one.",
  );
  await accepted(dispute, { amount: "5" });
  expect(await invoiceOf(dispute)).toMatchObject({ status: "OPEN", amountDue: "10.000000" });
});

it("of an invoice that expires needs no credit, and none can be opened then", async () => {
  const subscription = await aUsed();
  const dueAt = new Date(service().clock.now().getTime() + day * 1_000).toISOString();
  const invoice = await anInvoiceOf(subscription, { dueAt });
  const dispute = await disputed(invoice);
  service().clock.advance(day + 1);
  expect(await accepted(dispute, { amount: "99" })).toMatchObject({ creditNoteId: null });
  expect(await invoiceOf(dispute)).toMatchObject({ status: "EXPIRED", credited: "0.000000" });
  const again = { invoiceId: invoice.id, usageEvents: [{ eventKey: "requests:2" }] };
  expect(await story.refusal("disputes.create", { ...again, reason: "Late" })).toBe(
    "409 Only OPEN or PAID invoices can be disputed. This one is EXPIRED.",
  );
});
