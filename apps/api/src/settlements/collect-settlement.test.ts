import { describe, expect, it, onTestFinished } from "vitest";
import { startBeside } from "../../test/harness/beside.ts";
import { resumeMining, rpc, stopMining } from "../../test/harness/chain.ts";
import { aCappedSubscription } from "../../test/harness/checkout.ts";
import { restDoor } from "../../test/harness/doors.ts";
import { forRows } from "../../test/harness/for-rows.ts";
import { balanceOf } from "../../test/harness/payer.ts";
import { payments, useService } from "../../test/harness/service.ts";
import { Story } from "../../test/harness/story.ts";
import { until } from "../../test/harness/until.ts";

const service = useService({ ...payments, SETTLEMENT_TIMEOUT_MS: "600000" });

describe("collecting an invoice under a spending cap", () => {
  const story = new Story(restDoor, service);

  async function anInvoice(amount: string, cap = "100") {
    const { payer, payoutAddress, subscription } = await aCappedSubscription(story, cap);
    const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
    const of = { serviceId, paymentPlanId, userId, subscriptionId };
    const { invoice } = await story.done("invoices.create", { ...of, amount, status: "OPEN" });
    const input = story.settlementOf(invoice, {
      payerAddress: payer.address,
      merchantAddress: payoutAddress,
      collect: "allowance",
    });
    return { payer, payoutAddress, subscriptionId, input };
  }

  it("moves the money from the subscriber's wallet and records it", async () => {
    const { payer, payoutAddress, subscriptionId, input } = await anInvoice("12.5");

    const { status, body } = await story.call("settlements.create", input);

    expect({ status, body }).toMatchObject({
      status: 201,
      body: { settlement: { status: "CONFIRMED", collect: "allowance" } },
    });
    expect(await payer.balance()).toBe("987.500000");
    expect(await balanceOf(service(), payoutAddress)).toBe("12.500000");
    const { spendingCap } = await story.done("spendingCaps.get", { subscriptionId });
    expect(spendingCap).toMatchObject({
      payerAddress: payer.address.toLowerCase(),
      merchantAddress: payoutAddress,
      perPeriod: "100.000000",
      periodSeconds: null,
      perCharge: "100.000000",
      total: "100.000000",
      spent: "12.500000",
      spentInPeriod: "12.500000",
      revoked: false,
    });
    expect(await story.call("settlements.create", input)).toMatchObject({ status: 200 });
    expect(await payer.balance()).toBe("987.500000");
  });

  it("joins the settlement in progress although the cap can no longer be used", async () => {
    const { payer, input } = await anInvoice("1");
    onTestFinished(() => rpc(service(), "evm_setAutomine", [true]).then(() => {}));
    await stopMining(service());
    const first = story.call("settlements.create", input);
    await until(async () => {
      const { settlements } = await story.done("settlements.list", { invoiceId: input.invoiceId });
      expect(settlements).toMatchObject([{ status: "SUBMITTED" }]);
    });
    await service().parts.db.spendingCap.updateMany({
      where: { payerAddress: payer.address.toLowerCase() },
      data: { validUntil: 1n },
    });

    const second = story.call("settlements.create", input);

    await resumeMining(service());
    expect([(await first).status, (await second).status]).toEqual([201, 200]);
    expect(await payer.balance()).toBe("999.000000");
  });

  it("returns the settlement that exists when the chain does not answer", async () => {
    const { input } = await anInvoice("1");
    const { settlement } = await story.done("settlements.create", input);
    const cutOff = await startBeside(service(), {
      ...payments,
      SETTLEMENT_RPC_URL: "http://127.0.0.1:9",
    });

    const again = await new Story(restDoor, () => cutOff).call("settlements.create", input);

    await cutOff.stop();
    expect(again).toMatchObject({ status: 200, body: { settlement: { id: settlement.id } } });
  });

  it("collects nothing above the cap and returns an error", async () => {
    const { payer, input } = await anInvoice("100.000001");
    expect(await story.call("settlements.create", input)).toMatchObject({
      status: 500,
      body: { error: "CapExceeded(100000001, 100000000)" },
    });
    expect(await payer.balance()).toBe("1000.000000");
  });

  it("refuses another payerAddress or merchantAddress than the cap has", () =>
    forRows(["payerAddress", "merchantAddress"], async (field) => {
      const { input } = await anInvoice("1");
      const other = { ...input, [field]: `0x${"ab".repeat(20)}` };
      const of = String(input[field as keyof typeof input]).toLowerCase();
      expect(await story.call("settlements.create", other)).toMatchObject({
        status: 400,
        body: { error: `${field} must be the spending cap's: ${of}.` },
      });
    }));

  it("refuses an invoice whose subscriber has signed no cap", async () => {
    const input = story.settlementOf(await story.anInvoice(), { collect: "allowance" });
    expect(await story.call("settlements.create", input)).toMatchObject({
      status: 409,
      body: { error: "Invoice has no subscription with a spending cap to collect it under." },
    });
  });

  it("refuses an unknown collection method", async () => {
    const input = story.settlementOf(await story.anInvoice(), { collect: "card" });
    expect(await story.call("settlements.create", input)).toMatchObject({
      status: 400,
      body: { error: "collect must be one of: allowance." },
    });
  });
});
