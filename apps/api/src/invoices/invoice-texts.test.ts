import { describe, expect, it } from "vitest";
import { restDoor } from "../../test/harness/doors.ts";
import { forRows } from "../../test/harness/for-rows.ts";
import { useService } from "../../test/harness/service.ts";
import { newReference, Story } from "../../test/harness/story.ts";

const service = useService();

/* Another operation's answer is made of objects by the schema; a GET's text comes from Postgres. */

describe("the text of an answer", () => {
  const story = new Story(restDoor, service);

  /** @returns the invoice */
  async function expectSameText(invoiceId: string) {
    const { invoice } = await story.done("invoices.rotateLink", { invoiceId });
    const read = await story.done("invoices.get", { invoiceId });
    expect(JSON.stringify(read.invoice)).toBe(JSON.stringify(invoice));
    return invoice;
  }

  it("has an invoice's lines, usage, settlements and credit notes as its schema makes them", async () => {
    const lines = [
      {
        description: 'Requests "in" \\ January \u{1f600}',
        quantity: "2.5",
        unitAmount: "0.1",
        amount: "0.25",
      },
      { description: "Support", quantity: "1", unitAmount: "0.375", amount: "0.375" },
    ];
    const invoice = await story.anInvoice({ lines, dueAt: "2099-12-31T23:59:59.999Z" });
    const { id: invoiceId, subscriptionId: id, serviceId, userId } = invoice;
    for (const quantity of ["0.000001", "999999999.999999"]) {
      await story.aUsageEvent({ id, serviceId, userId }, { invoiceId, quantity });
    }
    await story.aCreditNote({ invoiceId });
    await story.done("settlements.create", story.settlementOf(invoice));
    await story.aCreditNote({ invoiceId });

    const shown = await expectSameText(invoiceId);

    expect(shown).toMatchObject({ status: "PAID", amountDue: "0.500000", usageEventCount: 2 });
    expect(shown.settlements).toMatchObject([{ status: "CONFIRMED" }]);
    expect(shown.creditNotes).toMatchObject([{ status: "ISSUED" }, { status: "APPLIED" }]);
  });

  it("has a settlement of every state as its schema makes it", () =>
    forRows(
      ["PENDING", "SUBMITTED", "TIMED_OUT", "REVERTED", "FAILED"] as const,
      async (status) => {
        const invoice = await story.anInvoice();
        const reference = newReference();
        await story.aSettlementLeftPending(
          invoice,
          story.settlementOf(invoice, { referenceHash: reference }),
        );
        const { db } = story.service.parts;
        await db.settlement.updateMany({ where: { invoiceId: invoice.id }, data: { status } });

        expect((await expectSameText(invoice.id)).settlements).toHaveLength(1);
      },
    ));

  it("has an invoice without lines, usage, settlements and subscription as its schema makes it", async () => {
    const { id } = await story.anInvoice({ subscriptionId: undefined, status: "DRAFT" });

    expect((await expectSameText(id)).subscription).toBeNull();
  });
});
