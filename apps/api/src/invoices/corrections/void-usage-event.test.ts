import { describe, expect, it } from "vitest";
import { areLocked, onCitus } from "../../../test/harness/database.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { aPayableInvoice, signedByLink } from "../../../test/harness/invoice-link.ts";
import { expectLedgerHolds } from "../../../test/harness/ledger-holds.ts";
import { aPayer } from "../../../test/harness/payer.ts";
import { payments, useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { inTransaction } from "../../db/client.ts";

const service = useService(payments);
if (!onCitus) expectLedgerHolds(service);

describe.runIf(onCitus)("voids on a distributed database", () => {
  it("are refused, since sums are computed where the events are", async () => {
    const story = new Story(restDoor, service);
    const usageEvent = await story.aUsageEvent(await story.aSubscription());
    expect(
      await story.call("usageEvents.void", { usageEventId: usageEvent.id, reason: "Test" }),
    ).toMatchObject({ status: 409, code: "corrections_not_distributed" });
  });
});

describe.skipIf(onCitus)("voids of usage events (not on Citus)", () => {
  const story = new Story(restDoor, service);
  const reason = "Counted twice";

  const voided = (usageEventId: string, fields = {}) =>
    story.call("usageEvents.void", { usageEventId, reason, ...fields });
  /** A draft invoice, with the subscription that it bills. */
  const aDraft = async () => {
    const { id: invoiceId, ...invoice } = await story.anInvoice({ status: "DRAFT" });
    return { invoiceId, of: { ...invoice, id: invoice.subscriptionId } };
  };

  it("keeps the event, and leaves it out of sums, quotes and the invoice's usage", async () => {
    const { invoiceId, of } = await aDraft();
    const keys = { eventKey: "requests:1", quantity: "3", invoiceId };
    const kept = await story.aUsageEvent(of, keys);
    const wrong = await story.aUsageEvent(of, { ...keys, eventKey: "requests:2", quantity: "40" });

    const answer = await voided(wrong.id);

    expect(answer).toMatchObject({ status: 200, body: { replacement: null } });
    const { usageEvent } = await story.done("usageEvents.get", { usageEventId: wrong.id });
    expect(usageEvent).toEqual(answer.body.usageEvent);
    const { void: why, ...event } = usageEvent;
    expect({ ...event, void: null }).toEqual(wrong);
    expect(why).toEqual({
      reason,
      replacementId: null,
      balanceCreditIds: [],
      createdAt: expect.any(String),
    });
    const { summary } = await story.done("usageEvents.summary", {
      subscriptionId: of.id,
      groupBy: "day",
    });
    expect(summary).toMatchObject({ quantity: "3.000000", count: 1, voidedCount: 1 });
    expect(summary.groups).toMatchObject([{ quantity: "3.000000", count: 1 }]);
    const components = [
      { type: "PER_UNIT", description: "Sum", prefix: "requests", unitAmount: "1" },
      {
        type: "PER_UNIT",
        description: "Largest",
        measure: "MAX",
        prefix: "requests",
        unitAmount: "1",
      },
    ];
    service().clock.advance(1);
    const { quote } = await story.done("quotes.create", { subscriptionId: of.id, components });
    expect(quote).toMatchObject({ amount: "6.000000", usageEventCount: 1 });
    const { invoice } = await story.done("invoices.get", { invoiceId });
    expect(invoice.usageEvents.map(({ id }: { id: string }) => id)).toEqual([kept.id]);
    expect(invoice.usageEventCount).toBe(1);
  });

  it("records the replacement of the same subscription, invoice and time", async () => {
    const { invoiceId, of } = await aDraft();
    const occurredAt = new Date(service().clock.now().getTime() - 60_000).toISOString();
    const wrong = await story.aUsageEvent(of, { quantity: "40", invoiceId, occurredAt });

    const { status, body } = await voided(wrong.id, {
      replacement: { eventKey: "requests:right", quantity: "4" },
    });

    expect(status).toBe(200);
    expect(body.usageEvent.void.replacementId).toBe(body.replacement.id);
    expect(body.replacement).toMatchObject({
      subscriptionId: of.id,
      invoiceId,
      eventKey: "requests:right",
      quantity: "4.000000",
      occurredAt,
      void: null,
    });
    const { summary } = await story.done("usageEvents.summary", { subscriptionId: of.id });
    expect(summary).toMatchObject({ quantity: "4.000000", count: 1, voidedCount: 1 });
  });

  it("gives back what was charged before it charges the replacement", async () => {
    const { balance: before, subscription: of } = await story.prepaid();
    const { id: balanceId } = before;
    const wrong = await story.aUsageEvent(of, { balanceId, charge: "1" });
    const replacement = { eventKey: "requests:right", quantity: "1", balanceId, charge: "0.9" };

    const { body } = await voided(wrong.id, { replacement });

    const { balance } = await story.done("balances.get", { balanceId });
    expect(balance.available).toBe("0.100000");
    const { balanceEntries } = await story.done("balances.entries", { balanceId });
    expect(
      balanceEntries.map(({ type, available }: Record<string, string>) => `${type} ${available}`),
    ).toEqual(["CHARGE -0.900000", "GRANT 1.000000", "CHARGE -1.000000", "GRANT 1.000000"]);
    expect(balanceEntries[1].creditId).toBe(body.usageEvent.void.balanceCreditIds[0]);
  });

  it("gives back what a committed hold charged, not what it had set aside", async () => {
    const { balance, subscription } = await story.prepaid();
    const { id } = subscription;
    const { hold } = await story.done("holds.create", story.holdOf(balance, { amount: "0.5" }));
    const usageEvent = { subscriptionId: id, eventKey: "requests:1", quantity: "1" };
    const commit = { holdId: hold.id, amount: "0.2", usageEvent };
    await story.done("holds.commit", commit);
    const { usageEvents } = await story.done("usageEvents.list", { subscriptionId: id });

    await voided(usageEvents[0].id);

    const { balance: after } = await story.done("balances.get", { balanceId: balance.id });
    expect(after).toMatchObject({ available: "1.000000", held: "0.000000" });
  });

  it("voids nothing if the replacement is refused", async () => {
    const { balance: before, subscription } = await story.prepaid();
    const { id: balanceId } = before;
    const wrong = await story.aUsageEvent(subscription, { balanceId, charge: "1" });
    const replacement = { eventKey: "requests:right", quantity: "1" };
    const dear = { ...replacement, balanceId, charge: "1.1" };

    expect(await voided(wrong.id, { replacement: dear })).toMatchObject({ status: 402 });
    const same = { ...replacement, eventKey: wrong.eventKey };
    expect(await voided(wrong.id, { replacement: same })).toMatchObject({
      status: 409,
      code: "usage_event_already_recorded",
    });

    const { usageEvent } = await story.done("usageEvents.get", { usageEventId: wrong.id });
    expect(usageEvent.void).toBeNull();
    const { balance } = await story.done("balances.get", { balanceId });
    expect(balance.available).toBe("0.000000");
  });

  it("points to credit notes if the event is on an invoice that is OPEN", async () => {
    const { invoiceId, of } = await aDraft();
    const event = await story.aUsageEvent(of, { invoiceId });
    await story.done("invoices.finalize", { invoiceId });

    expect(await voided(event.id)).toMatchObject({
      status: 409,
      code: "usage_event_billed",
      body: {
        error:
          "Usage event is on an invoice that is OPEN. Create a credit note for the invoice instead.",
      },
    });
  });

  it("voids an event whose invoice is VOID or EXPIRED, and frees its replacement to be billed again", () =>
    forRows([["VOID"], ["EXPIRED"]], async (status) => {
      const closed = await story.anInvoice({ status });
      const of = { ...closed, id: closed.subscriptionId };
      const event = await story.aUsageEvent(of, { invoiceId: closed.id, quantity: "3" });

      const replacement = { eventKey: "requests:right", quantity: "2" };
      const { status: answered, body } = await voided(event.id, { replacement });

      expect(answered).toBe(200);
      expect(body.usageEvent).toMatchObject({ invoiceId: closed.id, void: { reason } });
      expect(body.replacement).toMatchObject({ invoiceId: null, quantity: "2.000000" });
    }));

  it("moves the usage of a void invoice to the one that its replacement names", async () => {
    const { invoiceId, of } = await aDraft();
    const event = await story.aUsageEvent(of, { invoiceId });
    await story.done("invoices.finalize", { invoiceId });
    const { invoice } = await story.done("invoices.void", { invoiceId });
    const { serviceId, userId, paymentPlanId } = invoice;
    const next = { serviceId, userId, paymentPlanId, amount: "1" };
    const { id } = (await story.done("invoices.create", next)).invoice;

    const replacement = { eventKey: "requests:moved", quantity: "1", invoiceId: id };
    const { body } = await voided(event.id, { replacement });

    expect(body.replacement).toMatchObject({ invoiceId: id });
    const { invoice: rebilled } = await story.done("invoices.get", { invoiceId: id });
    expect(rebilled.usageEventCount).toBe(1);
    const other = await story.anInvoice();
    expect(
      await voided(body.replacement.id, {
        replacement: { ...replacement, eventKey: "requests:again", invoiceId: other.id },
      }),
    ).toMatchObject({ status: 400, code: "usage_invoice_mismatch" });
  });

  it("is refused for an EXPIRED invoice while a settlement may still pay it", async () => {
    const { clock } = service();
    const dueAt = new Date(clock.now().getTime() + 60_000).toISOString();
    const invoice = await story.anInvoice({ dueAt });
    const event = await story.aUsageEvent(
      { ...invoice, id: invoice.subscriptionId },
      { invoiceId: invoice.id },
    );
    await story.aSettlementLeftPending(invoice, story.settlementOf(invoice));
    clock.advance(60_000);

    expect(await voided(event.id)).toMatchObject({
      status: 409,
      code: "settlement_in_progress",
    });
  });

  it("gives back what a balance paid of an EXPIRED invoice, with the unsent payment that could still pay the rest", async () => {
    const dueAt = service().clock.in(60);
    const { linkToken, ...invoice } = await aPayableInvoice(story, { dueAt });
    const { id: invoiceId, subscriptionId, serviceId, userId } = invoice;
    const event = await story.aUsageEvent({ ...invoice, id: subscriptionId }, { invoiceId });
    const { balance } = await story.done("balances.create", { serviceId, userId });
    await story.aGrant(balance.id, "4");
    await story.done("invoices.applyBalance", { invoiceId });
    const payer = await aPayer(service());
    await story.done("invoiceLinks.pay", await signedByLink(story, linkToken, payer));
    service().clock.advance(60);
    const state = async () => {
      const { invoice } = await story.done("invoices.get", { invoiceId });
      const { available } = (await story.done("balances.get", { balanceId: balance.id })).balance;
      return [invoice.status, available];
    };
    expect(await state()).toEqual(["EXPIRED", "0.000000"]);

    expect((await voided(event.id)).status).toBe(200);

    expect(await state()).toEqual(["EXPIRED", "4.000000"]);
  });

  it("waits for an invoice that is being finalized, and is refused after it", async () => {
    const { invoiceId, of } = await aDraft();
    const event = await story.aUsageEvent(of, { invoiceId });
    const { db } = service().parts;
    let late: ReturnType<typeof voided> | undefined;
    await inTransaction(db, async (tx) => {
      await tx.invoice.update({ where: { id: invoiceId }, data: { status: "OPEN" } });
      late = voided(event.id);
      await areLocked(service().databaseUrl);
    });
    expect(await late).toMatchObject({ status: 409, code: "usage_event_billed" });
  });

  it("is finalized without the event, or the void is refused, when both are called at once", async () => {
    const drafts = await Promise.all(Array.from({ length: 12 }, aDraft));
    const outcomes = await Promise.all(
      drafts.map(async ({ invoiceId, of }) => {
        const event = await story.aUsageEvent(of, { invoiceId });
        const [{ status }] = await Promise.all([
          voided(event.id),
          story.done("invoices.finalize", { invoiceId }),
        ]);
        const { invoice } = await story.done("invoices.get", { invoiceId });
        return [status, invoice.status, invoice.usageEventCount];
      }),
    );
    for (const outcome of outcomes) {
      expect([
        [200, "OPEN", 0],
        [409, "OPEN", 1],
      ]).toContainEqual(outcome);
    }
  });

  it("is done once, and gives a charge back once, when it is called many times at once", async () => {
    const { balance: before, subscription } = await story.prepaid();
    const { id: balanceId } = before;
    const wrong = await story.aUsageEvent(subscription, { balanceId, charge: "0.4" });

    const answers = await Promise.all(Array.from({ length: 8 }, () => voided(wrong.id)));

    expect(answers.map(({ status, code }) => `${status} ${code}`).sort()).toEqual([
      "200 null",
      ...Array<string>(7).fill("409 usage_event_voided"),
    ]);
    const { balance } = await story.done("balances.get", { balanceId });
    expect(balance.available).toBe("1.000000");
  });
});
