import { describe, expect, it } from "vitest";
import { aCappedSubscription, settleAll } from "../../../test/harness/checkout.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { aPayableInvoice, signedByLink } from "../../../test/harness/invoice-link.ts";
import { expectLedgerHolds } from "../../../test/harness/ledger-holds.ts";
import { aPayer, balanceOf } from "../../../test/harness/payer.ts";
import { payments, useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";

/* Payments of invoices that credit notes have lowered, in every way in which a payment is taken. */

const service = useService({ ...payments, SETTLEMENT_TIMEOUT_MS: "20000" });
expectLedgerHolds(service);
const story = new Story(restDoor, service);

describe("a payment on the page of an invoice with a credit note", () => {
  it("is of what is due, and the receipt shows the credit", async () => {
    const { id: invoiceId, linkToken, payoutAddress } = await aPayableInvoice(story);
    await story.aCreditNote({ invoiceId, amount: "5" });
    const payer = await aPayer(service(), "30");

    await story.done("invoiceLinks.pay", await signedByLink(story, linkToken, payer));
    await settleAll(service());

    expect(await balanceOf(service(), payoutAddress)).toBe("20.000000");
    expect((await story.done("invoiceLinks.view", { linkToken })).invoice).toMatchObject({
      status: "PAID",
      amount: "25.000000",
      amountDue: "20.000000",
      credited: "5.000000",
      creditNotes: [{ amount: "5.000000", reason: "Outage", status: "APPLIED" }],
    });
  });

  it("is refused if the payer signed before the credit note", async () => {
    const { id: invoiceId, linkToken, payoutAddress } = await aPayableInvoice(story);
    const payer = await aPayer(service(), "30");
    const input = await signedByLink(story, linkToken, payer);
    await story.aCreditNote({ invoiceId, amount: "5" });

    expect((await story.call("invoiceLinks.pay", input)).status).toBe(400);

    await story.done("invoiceLinks.pay", await signedByLink(story, linkToken, payer));
    await settleAll(service());
    expect(await balanceOf(service(), payoutAddress)).toBe("20.000000");
  });

  it("is given up if it was not sent before the credit note, and signed again", async () => {
    const { id: invoiceId, linkToken, payoutAddress } = await aPayableInvoice(story);
    const payer = await aPayer(service(), "30");
    await story.done("invoiceLinks.pay", await signedByLink(story, linkToken, payer));

    await story.aCreditNote({ invoiceId, amount: "5" });

    const { invoiceStatus } = await story.done("invoiceLinks.status", { linkToken });
    expect(invoiceStatus).toMatchObject({ status: "OPEN", payment: { status: "FAILED" } });
    await story.done("invoiceLinks.pay", await signedByLink(story, linkToken, payer));
    await settleAll(service());
    expect(await balanceOf(service(), payoutAddress)).toBe("20.000000");
    expect(await payer.balance()).toBe("10.000000");
  });

  it("is what is due, whichever of the two comes first when both are called at once", async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id: invoiceId, linkToken, payoutAddress } = await aPayableInvoice(story);
      const payer = await aPayer(service(), "30");
      const input = await signedByLink(story, linkToken, payer);

      const [paid, credited] = await Promise.all([
        story.call("invoiceLinks.pay", input),
        story.call("creditNotes.create", { invoiceId, amount: "5", reason: "Outage" }),
      ]);
      await settleAll(service());

      const { invoice } = await story.done("invoices.get", { invoiceId });
      const got = await balanceOf(service(), payoutAddress);
      expect([200, 400, 409]).toContain(paid.status);
      expect(credited.status).toBe(201);
      expect(["0.000000", invoice.status === "PAID" ? invoice.amountDue : "0.000000"]).toContain(
        got,
      );
    }
  });
});

it("a collection under a spending cap takes what is due", async () => {
  const { payer, payoutAddress, subscription } = await aCappedSubscription(story, "100");
  const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
  const of = { serviceId, paymentPlanId, userId, subscriptionId };
  const { invoice } = await story.done("invoices.create", {
    ...of,
    amount: "12.5",
    status: "OPEN",
  });
  await story.aCreditNote({ invoiceId: invoice.id, amount: "2.5" });
  const before = await payer.balance();
  const input = story.settlementOf(invoice, {
    payerAddress: payer.address,
    merchantAddress: payoutAddress,
    collect: "allowance",
  });

  const { settlement } = await story.done("settlements.create", input);

  expect(settlement.amount).toBe("10.000000");
  expect(Number(before) - Number(await payer.balance())).toBeCloseTo(10, 6);
});
