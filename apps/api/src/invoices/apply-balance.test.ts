import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBeside } from "../../test/harness/beside.ts";
import { resumeMining, stopMining } from "../../test/harness/chain.ts";
import { restDoor } from "../../test/harness/doors.ts";
import { forRows } from "../../test/harness/for-rows.ts";
import { expectLedgerHolds } from "../../test/harness/ledger-holds.ts";
import { aSentSettlement, aTimedOutSettlement } from "../../test/harness/sent-settlement.ts";
import { type TestService, useService } from "../../test/harness/service.ts";
import { Story } from "../../test/harness/story.ts";

import { settle } from "../settlements/engine/settle.ts";

const service = useService();
expectLedgerHolds(service);
const story = new Story(restDoor, service);

/** An open invoice, and its user's balance for the service. */
async function billed(amount: string, credit: string, fields = {}) {
  const invoice = await story.anInvoice({ amount, ...fields });
  const { id: invoiceId, serviceId, userId } = invoice;
  const { balance } = await story.done("balances.create", { serviceId, userId });
  if (credit !== "0") await story.aGrant(balance.id, credit);
  return { invoice, invoiceId, balanceId: balance.id as string };
}

const available = async (balanceId: string) =>
  (await story.done("balances.get", { balanceId })).balance.available;
const typesOf = async (balanceId: string) =>
  (await story.done("balances.entries", { balanceId })).balanceEntries
    .map(({ type, available: by }: { type: string; available: string }) => `${type} ${by}`)
    .reverse();
const read = async (invoiceId: string) => (await story.done("invoices.get", { invoiceId })).invoice;
const apply = (invoiceId: string, amount?: string) =>
  story.call("invoices.applyBalance", { invoiceId, amount });

describe("an invoice that is paid from the balance", () => {
  it("in part, is due for the rest, which a settlement pays", async () => {
    const { invoice, invoiceId, balanceId } = await billed("10", "4");

    const { status, body } = await apply(invoiceId, "1.5");
    expect(status).toBe(200);
    expect(body.invoice).toMatchObject({
      status: "OPEN",
      amount: "10.000000",
      paidFromBalance: "1.500000",
      amountDue: "8.500000",
      paidAt: null,
    });
    expect((await apply(invoiceId)).body.invoice).toMatchObject({ amountDue: "6.000000" });
    expect(await available(balanceId)).toBe("0.000000");
    expect(
      await story.refusal("settlements.create", story.settlementOf(invoice, { amount: "10" })),
    ).toBe("400 Settlement amount must equal the invoice amount.");
    const { settlement } = await story.done("settlements.create", story.settlementOf(invoice));

    expect(settlement).toMatchObject({ status: "CONFIRMED", amount: "6.000000" });
    expect(await read(invoiceId)).toMatchObject({ status: "PAID", paidFromBalance: "4.000000" });
    expect(await typesOf(balanceId)).toEqual([
      "GRANT 4.000000",
      "INVOICE_PAYMENT -1.500000",
      "INVOICE_PAYMENT -2.500000",
    ]);
    const { proof } = await story.done("invoices.proof", { invoiceId });
    expect(proof).toMatchObject({ credited: "0.000000", paidFromBalance: "4.000000" });
  });

  it("in whole, is PAID without a settlement, reports it, and takes none", async () => {
    const { invoice, invoiceId, balanceId } = await billed("10", "25");
    await story.aCreditNote({ invoiceId, amount: "2" });

    const { body } = await apply(invoiceId);

    expect(body.invoice).toMatchObject({
      status: "PAID",
      paidAt: expect.any(String),
      paidFromBalance: "8.000000",
      amountDue: "0.000000",
      settlements: [],
    });
    expect(await available(balanceId)).toBe("17.000000");
    const told = await service().parts.db.webhookEvent.findMany({
      where: { type: "invoice.paid", serviceId: invoice.serviceId },
    });
    expect(told).toHaveLength(1);
    expect((await apply(invoiceId)).code).toBe("invoice_not_payable_from_balance");
    expect(await story.refusal("settlements.create", story.settlementOf(invoice))).toBe(
      "409 Settlements can only be created for OPEN invoices.",
    );
    expect((await story.call("invoices.void", { invoiceId })).status).toBe(409);
  });

  it("gives the amount back when it is voided, or expires unpaid, once", async () => {
    const dueAt = new Date(service().clock.now().getTime() + 60_000).toISOString();
    const voided = await billed("10", "4");
    const expired = await billed("10", "4", { dueAt });
    for (const { invoiceId } of [voided, expired]) {
      await apply(invoiceId, "1");
      await apply(invoiceId);
    }

    await story.done("invoices.void", { invoiceId: voided.invoiceId });
    service().clock.advance(60);
    const reads = Array.from({ length: 10 }, () => read(expired.invoiceId));
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(
      Array(10).fill("EXPIRED"),
    );

    for (const { balanceId } of [voided, expired]) {
      expect(await available(balanceId)).toBe("4.000000");
      expect((await typesOf(balanceId)).slice(-2).sort()).toEqual([
        "INVOICE_PAYMENT_RETURNED 1.000000",
        "INVOICE_PAYMENT_RETURNED 3.000000",
      ]);
    }
  });

  it("is refunded to the balance, and to the wallet only what the wallet paid", async () => {
    const inPart = await billed("10", "4");
    await apply(inPart.invoiceId);
    await story.done("settlements.create", story.settlementOf(inPart.invoice));
    const whole = await billed("10", "10");
    await apply(whole.invoiceId);

    for (const { invoiceId, balanceId } of [inPart, whole]) {
      const { id: creditNoteId } = await story.aCreditNote({ invoiceId, amount: "7" });
      const wallet = await story.call("creditNotes.refund", { creditNoteId, to: "WALLET" });
      expect(wallet).toMatchObject({ status: 409, code: "refund_exceeds_wallet_payment" });
      await story.done("creditNotes.refund", { creditNoteId, to: "BALANCE" });
      expect(await available(balanceId)).toBe("7.000000");
    }
    const { id: creditNoteId } = await story.aCreditNote({
      invoiceId: inPart.invoiceId,
      amount: "3",
    });
    const { creditNote } = await story.done("creditNotes.refund", { creditNoteId, to: "WALLET" });
    expect(creditNote.status).toBe("REFUNDING");
  });

  it("keeps the amount of an expired invoice until no settlement can pay it any more", async () => {
    const dueAt = new Date(service().clock.now().getTime() + 60_000).toISOString();
    const landed = await billed("10", "4", { dueAt });
    const failed = await billed("10", "4", { dueAt });
    for (const { invoiceId } of [landed, failed]) await apply(invoiceId);
    await stopMining(service());
    await aTimedOutSettlement(story, { ...landed.invoice, amount: "6" });
    const unsent = { ...failed.invoice, amount: "6" };
    await story.aSettlementLeftPending(unsent, story.settlementOf(unsent));
    service().clock.advance(60);

    for (const { invoiceId, balanceId } of [landed, failed]) {
      expect((await read(invoiceId)).status).toBe("EXPIRED");
      expect(await available(balanceId)).toBe("0.000000");
    }
    await resumeMining(service());
    for (const { invoiceId } of [landed, failed]) {
      const { id } = await service().parts.db.settlement.findFirstOrThrow({ where: { invoiceId } });
      const settlementTimeoutMs = invoiceId === failed.invoiceId ? 0 : 20_000;
      await settle({ ...service().parts, settlementTimeoutMs }, id);
    }

    expect(await read(landed.invoiceId)).toMatchObject({ status: "PAID", amountDue: "6.000000" });
    expect(await available(landed.balanceId)).toBe("0.000000");
    expect((await read(failed.invoiceId)).settlements).toMatchObject([{ status: "FAILED" }]);
    expect(await available(failed.balanceId)).toBe("4.000000");
  });

  it("is refused without enough credit, for more than is due, for top-ups, and while it is paid", async () => {
    const { invoiceId, balanceId, invoice } = await billed("10", "4");
    const { balance: overdrawn } = await story.done("balances.update", {
      balanceId,
      overdraft: "9",
    });
    expect(overdrawn.overdraft).toBe("9.000000");
    const topUp = (await story.done("balances.topUp", { balanceId, amount: "1" })).invoice;
    const bare = await story.anInvoice({ amount: "1" });
    const draft = await billed("10", "4", { status: "DRAFT" });
    const zero = await billed("0", "4");
    const empty = await billed("10", "0");
    const rows = [
      { of: invoiceId, amount: "4.000001", code: "prepaid_balance_too_low" },
      { of: invoiceId, amount: "10.000001", code: "more_than_due" },
      { of: empty.invoiceId, code: "prepaid_balance_too_low" },
      { of: topUp.id, code: "top_up_not_payable_from_balance" },
      { of: bare.id, code: "no_balance_to_pay_from" },
      { of: draft.invoiceId, code: "invoice_not_payable_from_balance" },
      { of: zero.invoiceId, code: "invoice_not_payable_from_balance" },
    ];
    await forRows(rows, async ({ of, amount, code }) => {
      expect((await apply(of, amount)).code).toBe(code);
    });

    const settlementId = await aSentSettlement(story, invoice);
    const during = await apply(invoiceId);
    await settle(service().parts, settlementId);
    expect(during.code).toBe("settlement_in_progress");
    expect(await available(balanceId)).toBe("4.000000");
  });
});

describe("calls of two processes", () => {
  let other: TestService;
  beforeAll(async () => {
    other = await startBeside(service());
  });
  afterAll(() => other.stop());

  it("never pay more than is due, or than is available, or beside a settlement", async () => {
    const rich = await billed("10", "30");
    const poor = await billed("10", "6.5");
    const raced = await billed("10", "30");
    const stories = [story, new Story(restDoor, () => other)];
    const calls = stories.flatMap((one) =>
      Array.from({ length: 25 }, () =>
        [rich, poor].map(({ invoiceId }) =>
          one.call("invoices.applyBalance", { invoiceId, amount: "1" }),
        ),
      ).flat(),
    );
    const both = [
      story.call("settlements.create", story.settlementOf(raced.invoice)),
      ...stories.map((one) => one.call("invoices.applyBalance", { invoiceId: raced.invoiceId })),
    ];
    const answers = await Promise.all(calls);
    await Promise.all(both);

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(16);
    expect(await read(rich.invoiceId)).toMatchObject({ status: "PAID", amountDue: "0.000000" });
    expect(await available(rich.balanceId)).toBe("20.000000");
    expect(await read(poor.invoiceId)).toMatchObject({ status: "OPEN", amountDue: "4.000000" });
    expect(await available(poor.balanceId)).toBe("0.500000");
    const paid = await read(raced.invoiceId);
    expect(paid.status).toBe("PAID");
    expect([paid.settlements.length, await available(raced.balanceId)]).toEqual(
      paid.paidFromBalance === "0.000000" ? [1, "30.000000"] : [0, "20.000000"],
    );
  });

  it("with one Idempotency-Key pay once", async () => {
    const { invoiceId, balanceId } = await billed("10", "30");
    const send = (url: string) =>
      restDoor.call(url, "invoices.applyBalance", { invoiceId, amount: "1" }, undefined, {
        "Idempotency-Key": invoiceId,
      });

    const urls = [service().url, other.url];
    await Promise.all(Array.from({ length: 10 }, (_, n) => send(urls[n % 2] ?? "")));
    const again = await send(other.url);

    expect(again.status).toBe(200);
    expect(await available(balanceId)).toBe("29.000000");
  });
});
