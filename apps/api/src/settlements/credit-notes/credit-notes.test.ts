import { describe, expect, it } from "vitest";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { expectLedgerHolds } from "../../../test/harness/ledger-holds.ts";
import { useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";

const service = useService();
expectLedgerHolds(service);

const eventsOf = async ({ serviceId }: { serviceId: string }) => {
  const rows = await service().parts.db.webhookEvent.findMany({
    where: { serviceId, type: { startsWith: "credit_note." } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(({ type }) => type);
};

describe("credit notes", () => {
  const story = new Story(restDoor, service);
  const read = async (invoiceId: string) =>
    (await story.done("invoices.get", { invoiceId })).invoice;
  const credit = (invoiceId: string, amount: string, fields = {}) =>
    story.call("creditNotes.create", { invoiceId, amount, reason: "Outage", ...fields });

  it("answers 201 with the credit note, and shows it with its invoice and in its list", async () => {
    const { id: invoiceId, serviceId, userId } = await story.aPaidInvoice();
    const line = { description: "Outage", quantity: "1", unitAmount: "0.5", amount: "0.5" };

    const { status, body, headers } = await credit(invoiceId, "0.5", { lines: [line] });

    expect(status).toBe(201);
    const { creditNote } = body;
    expect(creditNote).toEqual({
      id: expect.any(String),
      invoiceId,
      serviceId,
      userId,
      status: "ISSUED",
      amount: "0.500000",
      currency: "USDC",
      reason: "Outage",
      billNumber: null,
      lines: [
        {
          description: "Outage",
          quantity: "1.000000",
          unitAmount: "0.500000",
          amount: "0.500000",
        },
      ],
      refund: null,
      createdAt: expect.any(String),
      updatedAt: creditNote.createdAt,
    });
    expect(headers.get("Location")).toBe(`/api/v1/credit-notes/${creditNote.id}`);
    expect(await story.done("creditNotes.get", { creditNoteId: creditNote.id })).toEqual(body);
    const list = await story.done("creditNotes.list", { invoiceId });
    expect(list).toEqual({ creditNotes: [creditNote], nextCursor: null });
    const { lines, refund, billNumber, updatedAt, ...record } = creditNote;
    expect(await read(invoiceId)).toMatchObject({
      status: "PAID",
      amount: "0.625000",
      amountDue: "0.625000",
      credited: "0.500000",
      creditNotes: [record],
    });
    expect(await eventsOf(creditNote)).toEqual(["credit_note.created"]);
  });

  it("lowers what is due before the payment, and a settlement pays that", async () => {
    const invoice = await story.anInvoice({ amount: "10" });
    const { body } = await credit(invoice.id, "2.5");

    expect(body.creditNote.status).toBe("APPLIED");
    expect(await read(invoice.id)).toMatchObject({ amount: "10.000000", amountDue: "7.500000" });
    const full = story.settlementOf(invoice, { amount: "10" });
    expect(await story.call("settlements.create", full)).toMatchObject({
      status: 400,
      body: { error: "Settlement amount must equal the invoice amount." },
    });
    const { settlement } = await story.done("settlements.create", story.settlementOf(invoice));
    expect(settlement.amount).toBe("7.500000");
    expect(await read(invoice.id)).toMatchObject({ status: "PAID", amount: "10.000000" });
    const { proof } = await story.done("settlements.proof", { settlementId: settlement.id });
    expect(proof.event.amount).toBe("7500000");
    const creditNoteId = body.creditNote.id;
    expect(await story.call("creditNotes.refund", { creditNoteId, to: "BALANCE" })).toMatchObject({
      status: 409,
      body: { error: "Credit note is APPLIED." },
    });
  });

  it("never credits more than was billed, also when several are created at once", async () => {
    const { id } = await story.aPaidInvoice({ amount: "1" });

    const answers = await Promise.all(Array.from({ length: 8 }, () => credit(id, "0.3")));

    expect(answers.map(({ status, code }) => `${status} ${code}`).sort()).toEqual([
      ...Array<string>(3).fill("201 null"),
      ...Array<string>(5).fill("409 credit_exceeds_invoice"),
    ]);
    expect(await read(id)).toMatchObject({ credited: "0.900000" });
    expect((await credit(id, "0.1")).status).toBe(201);
    expect((await credit(id, "0.000001")).code).toBe("credit_exceeds_invoice");
  });

  it("pays what is due, or is refused, when a settlement begins at the same time", async () => {
    const invoices = [];
    for (let count = 0; count < 6; count += 1) invoices.push(await story.anInvoice());
    const outcomes = await Promise.all(
      invoices.map(async (invoice) => {
        const [credited, settled] = await Promise.all([
          credit(invoice.id, "0.1"),
          story.call("settlements.create", story.settlementOf(invoice)),
        ]);
        const { creditNote } = credited.body;
        const kind = creditNote?.status ?? credited.code;
        return `${kind} ${settled.status} ${settled.body.settlement?.amount}`;
      }),
    );
    for (const outcome of outcomes) {
      expect([
        "APPLIED 201 0.525000",
        "ISSUED 201 0.625000",
        "settlement_in_progress 201 0.625000",
      ]).toContain(outcome);
    }
  });

  it("is refused for an invoice that is not paid", () =>
    forRows(
      [
        ["DRAFT", "invoice_not_creditable"],
        ["VOID", "invoice_not_creditable"],
        ["EXPIRED", "invoice_not_creditable"],
      ],
      async (status, code) => {
        const { id } = await story.anInvoice({ status });
        expect(await credit(id, "0.1")).toMatchObject({ status: 409, code });
      },
    ));

  it("is refused if nothing would be due, for a top-up, and with lines that do not add up", async () => {
    const { id } = await story.anInvoice();
    expect(await credit(id, "0.625")).toMatchObject({
      status: 409,
      code: "credit_leaves_nothing_due",
    });
    const lines = [{ description: "A", quantity: "1", unitAmount: "1", amount: "0.2" }];
    expect(await credit(id, "0.1", { lines })).toMatchObject({
      status: 400,
      body: { error: "Credit note lines must add up to the credit note amount." },
    });
    const { id: balanceId } = await story.aBalance();
    const { invoice } = await story.done("balances.topUp", { balanceId, amount: "5" });
    expect(await credit(invoice.id, "1")).toMatchObject({
      status: 409,
      code: "top_up_not_creditable",
    });
    expect(await credit("unknown", "1")).toMatchObject({ status: 404, code: "invoice_not_found" });
  });

  it("refunds to the subscriber's balance once, however many calls are made at once", async () => {
    const creditNote = await story.aCreditNote();
    const { id: creditNoteId, serviceId, userId } = creditNote;
    const refund = () => story.call("creditNotes.refund", { creditNoteId, to: "BALANCE" });
    expect(await refund()).toMatchObject({ status: 409, code: "no_balance_to_refund" });
    const { balance } = await story.done("balances.create", { serviceId, userId });

    const answers = await Promise.all(Array.from({ length: 5 }, refund));

    expect(answers.map(({ status, code }) => `${status} ${code}`).sort()).toEqual([
      "200 null",
      ...Array<string>(4).fill("409 credit_note_not_refundable"),
    ]);
    const { balance: after } = await story.done("balances.get", { balanceId: balance.id });
    expect(after.available).toBe("0.125000");
    const { creditNote: refunded } = await story.done("creditNotes.get", { creditNoteId });
    expect(refunded).toMatchObject({
      status: "REFUNDED",
      refund: {
        to: "BALANCE",
        status: "CONFIRMED",
        amount: "0.125000",
        balanceId: balance.id,
        url: null,
        failure: null,
        confirmedAt: refunded.updatedAt,
      },
    });
    const { balanceEntries } = await story.done("balances.entries", { balanceId: balance.id });
    expect(balanceEntries[0].creditId).toBe(refunded.refund.balanceCreditId);
    expect(await read(creditNote.invoiceId)).toMatchObject({ status: "PAID" });
    expect(await eventsOf(creditNote)).toEqual(["credit_note.created", "credit_note.refunded"]);
  });
});
