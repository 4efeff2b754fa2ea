import { describe, expect, it } from "vitest";
import { startBeside } from "../../test/harness/beside.ts";
import { registryPause, resumeMining, rpc, stopMining } from "../../test/harness/chain.ts";
import { restDoor } from "../../test/harness/doors.ts";
import { aTimedOutSettlement } from "../../test/harness/sent-settlement.ts";
import { useService } from "../../test/harness/service.ts";
import { newReference, Story } from "../../test/harness/story.ts";
import { until } from "../../test/harness/until.ts";

const service = useService({ SETTLEMENT_TIMEOUT_MS: "600000" });

describe("creating a settlement", () => {
  const story = new Story(restDoor, service);

  it("answers 201 CONFIRMED with the requested values and the chain's result", async () => {
    const invoice = await story.anInvoice({ amount: "123456789012345678.123456" });
    const input = story.settlementOf(invoice, { recordedAt: "2026-01-01T00:00:00+02:00" });

    const { status, body, headers } = await story.call("settlements.create", input);

    expect(status).toBe(201);
    expect(body.settlement).toMatchObject({
      invoiceId: invoice.id,
      serviceId: invoice.serviceId,
      payerId: invoice.userId,
      merchantId: invoice.service.ownerId,
      amount: "123456789012345678.123456",
      currency: "USDC",
      referenceHash: input.referenceHash,
      status: "CONFIRMED",
      recordedAt: "2025-12-31T22:00:00.000Z",
      invoice: { id: invoice.id, status: "PAID", amount: "123456789012345678.123456" },
      service: { id: invoice.serviceId, name: "Weather API" },
      payer: { id: invoice.userId },
      merchant: { id: invoice.service.ownerId },
    });
    expect(body.chain).toEqual({
      transactionHash: body.settlement.transactionHash,
      receiptStatus: "success",
      eventObserved: true,
      executor: "direct",
      providerTransactionId: null,
      providerTransactionState: null,
    });
    expect(headers.get("location")).toBe(`/api/v1/settlements/${body.settlement.id}`);
    const receipt = await rpc(service(), "eth_getTransactionReceipt", [
      body.settlement.transactionHash,
    ]);
    expect(receipt).toMatchObject({ status: "0x1", to: service().contract.toLowerCase() });
  });

  it("takes ids, amount and currency from the invoice by default", async () => {
    const invoice = await story.anInvoice({ amount: "0.50" });

    const { status } = await story.call(
      "settlements.create",
      story.settlementOf(invoice, {
        payerId: invoice.userId,
        merchantId: invoice.service.ownerId,
        amount: 0.5,
        currency: "USDC",
      }),
    );

    expect(status).toBe(201);
  });

  it("refuses an amount that differs from the invoice", async () => {
    const invoice = await story.anInvoice({ amount: "0.5" });

    const answer = await story.call(
      "settlements.create",
      story.settlementOf(invoice, { amount: "0.500001" }),
    );

    expect(answer).toMatchObject({
      status: 400,
      body: { error: "Settlement amount must equal the invoice amount." },
    });
  });

  it("refuses a reference of zero, which the contract has no record for", async () => {
    const referenceHash = `0x${"0".repeat(64)}`;
    const input = story.settlementOf(await story.anInvoice(), { referenceHash });

    expect(await story.call("settlements.create", input)).toMatchObject({
      status: 400,
      body: { error: "referenceHash must not be zero." },
    });
  });

  it("answers 200 with the existing settlement for the same invoice and reference, in any case", async () => {
    const input = story.settlementOf(await story.anInvoice());
    const first = await story.call("settlements.create", input);
    const shouted = `0x${input.referenceHash.slice(2).toUpperCase()}`;

    const again = await story.call("settlements.create", { ...input, referenceHash: shouted });

    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("location")).toBe(first.headers.get("location"));
  });

  it("refuses another reference once the invoice is paid", async () => {
    const invoice = await story.anInvoice();
    await story.done("settlements.create", story.settlementOf(invoice));

    expect(await story.call("settlements.create", story.settlementOf(invoice))).toMatchObject({
      status: 409,
      body: { error: "Settlements can only be created for OPEN invoices." },
    });
  });

  it("refuses the reference of another invoice's settlement", async () => {
    const referenceHash = newReference();
    const first = await story.anInvoice();
    const { serviceId, paymentPlanId, userId, subscriptionId } = first;
    const of = { serviceId, paymentPlanId, userId, subscriptionId };
    const second = await story.anInvoice(of);
    await story.done("settlements.create", story.settlementOf(first, { referenceHash }));

    const answer = await story.call(
      "settlements.create",
      story.settlementOf(second, { referenceHash }),
    );

    expect(answer).toMatchObject({
      status: 409,
      body: { error: "A database record with these unique fields already exists." },
    });
  });

  describe("when the chain refuses the call", () => {
    it("answers 500 with the contract's error, stores FAILED, and takes no nonce", async () => {
      const invoice = await story.anInvoice();
      const input = story.settlementOf(invoice);
      const count = () =>
        rpc(service(), "eth_getTransactionCount", [story.service.signer, "latest"]);
      await registryPause(service(), true);
      const before = await count();

      const refused = await story.call("settlements.create", input);
      await registryPause(service(), false);

      expect(refused).toMatchObject({ status: 500, body: { error: "EnforcedPause()" } });
      const id = refused.headers.get("location")?.split("/").at(-1);
      const { settlement } = await story.done("settlements.get", { settlementId: id });
      expect(settlement).toMatchObject({
        status: "FAILED",
        transactionHash: null,
        invoice: { status: "OPEN", paidAt: null },
      });
      expect(await count()).toBe(before);

      const retried = await story.call("settlements.create", input);
      expect(retried.status).toBe(201);
      expect(retried.body.settlement.id).not.toBe(id);
    });
  });

  describe("while no block is mined", () => {
    it("answers 500 FAILED at the time limit, refuses another reference, and confirms it later", async () => {
      const hasty = await startBeside(service(), { SETTLEMENT_TIMEOUT_MS: "1000" });
      const hurried = new Story(restDoor, () => hasty);
      await stopMining(service());

      // Again with another invoice if the time limit passes before it is sent.
      const { invoice, late } = await until(async () => {
        const invoice = await story.anInvoice();
        const late = await hurried.call("settlements.create", story.settlementOf(invoice));
        expect(late).toMatchObject({
          status: 500,
          body: { error: "The settlement was not confirmed within 1 s; it may still be." },
        });
        return { invoice, late };
      });

      await hasty.stop();
      const id = late.headers.get("location")?.split("/").at(-1);
      const read = async () =>
        (await story.done("settlements.get", { settlementId: id })).settlement;
      const waiting = await read();
      expect(waiting.status).toBe("FAILED");
      expect(waiting.transactionHash).toMatch(/^0x/);
      expect(await story.call("settlements.create", story.settlementOf(invoice))).toMatchObject({
        status: 409,
        body: { error: "Invoice already has a settlement in progress." },
      });
      expect(await story.call("invoices.void", { invoiceId: invoice.id })).toMatchObject({
        status: 409,
        body: { error: "Invoice already has a settlement in progress." },
      });

      await resumeMining(service());

      expect(await read()).toMatchObject({
        status: "CONFIRMED",
        transactionHash: waiting.transactionHash,
        invoice: { status: "PAID" },
      });
    });

    it("joins a repeated call to the existing transaction", async () => {
      const invoice = await story.anInvoice();
      const input = story.settlementOf(invoice);
      await stopMining(service());
      const id = await aTimedOutSettlement(story, invoice, input);
      await resumeMining(service());

      const again = await story.call("settlements.create", input);

      expect(again.status).toBe(200);
      expect(again.body.settlement.id).toBe(id);
    });

    it("pays an invoice that expired after its settlement was sent", async () => {
      const invoice = await story.anInvoice({ dueAt: service().clock.in(60) });
      await stopMining(service());
      const settlementId = await aTimedOutSettlement(story, invoice);
      service().clock.advance(61);
      expect((await story.done("invoices.get", { invoiceId: invoice.id })).invoice.status).toBe(
        "EXPIRED",
      );

      await resumeMining(service());
      const { settlement } = await story.done("settlements.get", { settlementId });

      expect(settlement).toMatchObject({ status: "CONFIRMED", invoice: { status: "PAID" } });
    });

    it("stores FAILED with the contract's error when the transaction reverts", async () => {
      const invoice = await story.anInvoice();
      await stopMining(service());
      const settlementId = await aTimedOutSettlement(story, invoice);
      // Mined before it, since it offers more for its gas.
      await registryPause(service(), true, { tip: 100 });
      await resumeMining(service());
      const { settlement } = await story.done("settlements.get", { settlementId });
      await registryPause(service(), false);

      expect(settlement).toMatchObject({ status: "FAILED", invoice: { status: "OPEN" } });
      const stored = { where: { id: settlementId } };
      const { failure } = await service().parts.db.settlement.findUniqueOrThrow(stored);
      expect(failure).toBe("EnforcedPause()");
      const again = await story.call("settlements.create", story.settlementOf(invoice));
      expect(again.status).toBe(201);
    });
  });
});
