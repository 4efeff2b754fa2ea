import { expect, it } from "vitest";
import { rpc } from "../../test/harness/chain.ts";
import { settleAll } from "../../test/harness/checkout.ts";
import { restDoor } from "../../test/harness/doors.ts";
import { expectLedgerHolds } from "../../test/harness/ledger-holds.ts";
import { useService } from "../../test/harness/service.ts";
import { Story } from "../../test/harness/story.ts";
import { until } from "../../test/harness/until.ts";
import { reconcile } from "../settlements/engine/reconcile.ts";

const service = useService({ SETTLEMENT_FINALITY: "8" });
expectLedgerHolds(service);
const story = new Story(restDoor, service);

const read = async (balanceId: string) => (await story.done("balances.get", { balanceId })).balance;

async function aPaidTopUp(amount: string, grant: string) {
  const { balance, subscription } = await story.prepaid(grant);
  const { invoice } = await story.done("balances.topUp", { balanceId: balance.id, amount });
  await story.done("settlements.create", story.settlementOf(invoice));
  return { balance, invoice, subscription };
}

const inAnHour = () => new Date(service().clock.now().getTime() + 3_600_000).toISOString();

/** Takes blocks back without their transactions, and has the service see that while it can send nothing again. */
async function takeBack(blocks = 1): Promise<void> {
  await rpc(service(), "evm_setAutomine", [false]);
  await rpc(service(), "anvil_reorg", [blocks, []]);
  const { clock, parts } = service();
  await until(async () => {
    clock.advance(10);
    await reconcile(parts);
    return (await parts.db.settlement.count({ where: { status: "SUBMITTED" } })) === blocks;
  });
}

async function confirmAgain(): Promise<void> {
  await rpc(service(), "evm_setAutomine", [true]);
  await rpc(service(), "anvil_mine", ["0x1"]);
  await settleAll(service());
}

async function spend(balanceId: string, amount: string) {
  const { hold } = await story.done("holds.create", story.holdOf({ id: balanceId }, { amount }));
  return story.call("holds.commit", { holdId: hold.id, amount });
}

it("takes a top-up back with its payment, and freezes a balance that has spent it, until it is paid again", async () => {
  const { balance, invoice, subscription } = await aPaidTopUp("10", "1");
  expect((await spend(balance.id, "4")).status).toBe(200);
  const { hold } = await story.done(
    "holds.create",
    story.holdOf(balance, { amount: "2", expiresAt: inAnHour() }),
  );

  await takeBack();

  expect((await story.done("invoices.get", { invoiceId: invoice.id })).invoice.status).toBe("OPEN");
  expect(await read(balance.id)).toMatchObject({
    status: "FROZEN",
    available: "-5.000000",
    held: "2.000000",
  });
  expect(await story.refusal("holds.create", story.holdOf(balance, { amount: "0.1" }))).toBe(
    "409 Balance is FROZEN.",
  );
  const charged = story.usageOf(subscription, { balanceId: balance.id, charge: "0" });
  expect(await story.refusal("usageEvents.create", charged)).toBe("409 Balance is FROZEN.");
  const beyond = { holdId: hold.id, amount: "2.1", allowMore: true };
  expect(await story.refusal("holds.commit", beyond)).toBe("409 Balance is FROZEN.");
  // What was set aside before is still promised.
  expect((await story.call("holds.commit", { holdId: hold.id, amount: "1.5" })).status).toBe(200);
  expect(await read(balance.id)).toMatchObject({ status: "FROZEN", available: "-4.500000" });

  await confirmAgain();

  expect(await read(balance.id)).toMatchObject({
    status: "ACTIVE",
    available: "5.500000",
    held: "0.000000",
  });
  const { balanceEntries } = await story.done("balances.entries", { balanceId: balance.id });
  expect(balanceEntries.map(({ type }: { type: string }) => type)).toEqual([
    "TOP_UP",
    "HOLD_COMMITTED",
    "TOP_UP_REVERSED",
    "HOLD",
    "HOLD_COMMITTED",
    "HOLD",
    "TOP_UP",
    "GRANT",
  ]);
  const told = await service().parts.db.webhookEvent.findMany({
    where: { type: { startsWith: "balance." }, serviceId: balance.serviceId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  expect(told.map(({ type }) => type).sort()).toEqual(
    [
      "balance.credited",
      "balance.credited",
      "balance.frozen",
      "balance.credited",
      "balance.recovered",
    ].sort(),
  );
});

it("takes a refund to a balance back with the payment that it gives back, and gives it again with the payment", async () => {
  const { id: invoiceId, serviceId, userId } = await story.anInvoice({ amount: "30" });
  const { balance } = await story.done("balances.create", { serviceId, userId });
  const { invoice } = await story.done("invoices.get", { invoiceId });
  await story.done("settlements.create", story.settlementOf(invoice));
  const ids: string[] = [];
  for (const amount of ["20", "5"]) {
    const credit = { invoiceId, amount, reason: "Outage" };
    const { creditNote } = await story.done("creditNotes.create", credit);
    await story.done("creditNotes.refund", { creditNoteId: creditNote.id, to: "BALANCE" });
    ids.push(creditNote.id);
  }
  expect((await spend(balance.id, "7")).status).toBe(200);
  const notes = () =>
    Promise.all(
      ids.map(async (creditNoteId) => {
        const { creditNote } = await story.done("creditNotes.get", { creditNoteId });
        return `${creditNote.status} ${creditNote.refund.status}`;
      }),
    );
  expect(await read(balance.id)).toMatchObject({ available: "18.000000" });

  await takeBack();

  expect((await story.done("invoices.get", { invoiceId })).invoice.status).toBe("OPEN");
  expect(await read(balance.id)).toMatchObject({ status: "FROZEN", available: "-7.000000" });
  expect(await notes()).toEqual(["REFUNDING PENDING", "REFUNDING PENDING"]);
  expect(await story.refusal("holds.create", story.holdOf(balance, { amount: "1" }))).toBe(
    "409 Balance is FROZEN.",
  );

  await confirmAgain();

  expect(await read(balance.id)).toMatchObject({ status: "ACTIVE", available: "18.000000" });
  expect(await notes()).toEqual(["REFUNDED CONFIRMED", "REFUNDED CONFIRMED"]);
  const { balanceEntries } = await story.done("balances.entries", { balanceId: balance.id });
  expect(balanceEntries.map(({ type }: { type: string }) => type)).toEqual([
    ...["GRANT", "GRANT", "GRANT_REVERSED", "GRANT_REVERSED"],
    ...["HOLD_COMMITTED", "HOLD", "GRANT", "GRANT"],
  ]);
  const told = await service().parts.db.webhookEvent.findMany({
    where: { type: { startsWith: "credit_note." }, serviceId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  expect(told.map(({ type }) => type).sort()).toEqual([
    ...Array(2).fill("credit_note.created"),
    ...Array(2).fill("credit_note.refund_reorged"),
    ...Array(4).fill("credit_note.refunded"),
  ]);
});

it("ends a refund to a balance whose payment was taken back for good, once its invoice can no longer be paid", async () => {
  const { balance, subscription } = await story.prepaid("0");
  const { id: subscriptionId, serviceId, userId } = subscription;
  const refunded = async (dueInSeconds?: number) => {
    const dueAt =
      dueInSeconds &&
      new Date(service().clock.now().getTime() + dueInSeconds * 1_000).toISOString();
    const { paymentPlanId } = subscription;
    const of = { serviceId, userId, paymentPlanId, subscriptionId };
    const { invoice } = await story.done("invoices.create", {
      ...{ ...of, amount: "30", status: "OPEN", dueAt },
    });
    await story.done("settlements.create", story.settlementOf(invoice));
    const credit = { invoiceId: invoice.id, amount: "20", reason: "Outage" };
    const { creditNote } = await story.done("creditNotes.create", credit);
    await story.done("creditNotes.refund", { creditNoteId: creditNote.id, to: "BALANCE" });
    return { invoiceId: invoice.id as string, creditNoteId: creditNote.id as string };
  };
  const ended = [await refunded(), await refunded(90_000), await refunded(7_200)] as const;
  const [voided, expiring, expired] = ended;
  const states = () =>
    Promise.all(
      ended.map(async ({ invoiceId, creditNoteId }) => {
        const { invoice } = await story.done("invoices.get", { invoiceId });
        const { creditNote } = await story.done("creditNotes.get", { creditNoteId });
        return `${invoice.status} ${creditNote.status} ${creditNote.refund.status}`;
      }),
    );

  await takeBack(3);
  service().clock.advance(7_200);
  const [open, late] = ["OPEN REFUNDING PENDING", "EXPIRED REFUNDING PENDING"];
  expect(await states()).toEqual([open, open, late]);

  // From then on the contract refuses the payments.
  await rpc(service(), "evm_increaseTime", [86_400]);
  await rpc(service(), "anvil_mine", ["0x10"]);
  await rpc(service(), "evm_setAutomine", [true]);
  await settleAll(service());
  const over = "EXPIRED ISSUED FAILED";
  expect(await states()).toEqual([open, open, over]);
  await story.done("invoices.void", { invoiceId: voided.invoiceId });
  service().clock.advance(90_000);
  expect(await states()).toEqual(["VOID ISSUED FAILED", over, over]);

  const again = { creditNoteId: expiring.creditNoteId, to: "BALANCE" };
  expect(await story.call("creditNotes.refund", again)).toMatchObject({ status: 409 });
  const { creditNoteId } = expired;
  expect((await story.done("creditNotes.get", { creditNoteId })).creditNote.refund.failure).toBe(
    "A reorganization of the chain undid the payment, and the invoice was not paid again.",
  );
  const where = { type: "credit_note.refund_failed", serviceId };
  expect(await service().parts.db.webhookEvent.count({ where })).toBe(3);
  expect(await read(balance.id)).toMatchObject({ status: "ACTIVE", available: "0.000000" });
});

it("restores a refund to a balance when the invoice is paid again from the balance", async () => {
  const { id: invoiceId, serviceId, userId } = await story.anInvoice({ amount: "30" });
  const { balance } = await story.done("balances.create", { serviceId, userId });
  await story.aGrant(balance.id, "50");
  await story.done("settlements.create", story.settlementOf({ id: invoiceId }));
  const { id: creditNoteId } = await story.aCreditNote({ invoiceId, amount: "20" });
  await story.done("creditNotes.refund", { creditNoteId, to: "BALANCE" });
  await takeBack();
  expect(await story.call("invoices.applyBalance", { invoiceId })).toMatchObject({
    code: "settlement_in_progress",
  });
  // From then on the contract refuses the payment.
  await rpc(service(), "evm_increaseTime", [86_400]);
  await rpc(service(), "anvil_mine", ["0x10"]);
  await rpc(service(), "evm_setAutomine", [true]);
  await settleAll(service());

  const { invoice } = await story.done("invoices.applyBalance", { invoiceId });

  expect(invoice).toMatchObject({ status: "PAID", paidFromBalance: "30.000000" });
  const { creditNote } = await story.done("creditNotes.get", { creditNoteId });
  expect(creditNote).toMatchObject({ status: "REFUNDED", refund: { status: "CONFIRMED" } });
  expect(await read(balance.id)).toMatchObject({ available: "40.000000" });
});

it("freezes the balance, and leaves the invoices paid and owed that a top-up has paid, when the top-up is taken back", async () => {
  const { balance, subscription } = await aPaidTopUp("10", "1");
  const { id: subscriptionId, serviceId, userId, paymentPlanId } = subscription;
  const of = { serviceId, userId, paymentPlanId, subscriptionId, status: "OPEN" };
  const billed = async (amount: string) =>
    (await story.done("invoices.create", { ...of, amount })).invoice.id as string;
  const [paid, owed] = [await billed("5"), await billed("9")];
  for (const invoiceId of [paid, owed]) await story.done("invoices.applyBalance", { invoiceId });
  const states = () =>
    Promise.all(
      [paid, owed].map(async (invoiceId) => {
        const { invoice } = await story.done("invoices.get", { invoiceId });
        return `${invoice.status} ${invoice.paidFromBalance}`;
      }),
    );

  await takeBack();

  expect(await read(balance.id)).toMatchObject({ status: "FROZEN", available: "-10.000000" });
  expect(await states()).toEqual(["PAID 5.000000", "OPEN 6.000000"]);
  expect((await story.call("invoices.applyBalance", { invoiceId: owed })).status).toBe(402);
  await story.done("invoices.void", { invoiceId: owed });
  expect(await read(balance.id)).toMatchObject({ status: "FROZEN", available: "-4.000000" });
  await confirmAgain();
  expect(await read(balance.id)).toMatchObject({ status: "ACTIVE", available: "6.000000" });
});

it("keeps what a balance paid of an invoice when a reorganization takes the payment of the rest back", async () => {
  const { balance, subscription } = await story.prepaid("4");
  const { id: subscriptionId, serviceId, userId, paymentPlanId } = subscription;
  const of = { serviceId, userId, paymentPlanId, subscriptionId, status: "OPEN" };
  const { invoice } = await story.done("invoices.create", { ...of, amount: "10" });
  const { id: invoiceId } = invoice;
  await story.done("invoices.applyBalance", { invoiceId });
  await story.done("settlements.create", story.settlementOf(invoice));
  const now = async () => (await story.done("invoices.get", { invoiceId })).invoice;
  expect(await now()).toMatchObject({ status: "PAID", amountDue: "6.000000" });

  await takeBack();

  expect(await now()).toMatchObject({ status: "OPEN", amountDue: "6.000000" });
  await story.aGrant(balance.id, "9");
  for (const operation of ["invoices.applyBalance", "invoices.void"] as const) {
    expect((await story.call(operation, { invoiceId })).code).toBe("settlement_in_progress");
  }
  await confirmAgain();
  expect(await now()).toMatchObject({ status: "PAID", paidFromBalance: "4.000000" });
  expect(await read(balance.id)).toMatchObject({ available: "9.000000" });
});

it("leaves a balance active that has enough without the payment that was taken back", async () => {
  const { balance } = await aPaidTopUp("10", "5");
  await spend(balance.id, "4");

  await takeBack();

  expect(await read(balance.id)).toMatchObject({ status: "ACTIVE", available: "1.000000" });
  await confirmAgain();
  expect(await read(balance.id)).toMatchObject({ status: "ACTIVE", available: "11.000000" });
});

it("is recovered by other credit, or by a larger overdraft", async () => {
  const { balance } = await aPaidTopUp("10", "0");
  await spend(balance.id, "4");
  await takeBack();
  expect((await read(balance.id)).status).toBe("FROZEN");

  await story.aGrant(balance.id, "3");
  expect(await read(balance.id)).toMatchObject({ status: "FROZEN", available: "-1.000000" });
  await story.done("balances.update", { balanceId: balance.id, overdraft: "1" });

  expect(await read(balance.id)).toMatchObject({ status: "ACTIVE", available: "-1.000000" });
  await confirmAgain();
  expect(await read(balance.id)).toMatchObject({ status: "ACTIVE", available: "9.000000" });
});

it("bills a service without subscriptions by its newest plan, and refuses one without plans", async () => {
  const { userId } = await story.aSubscription();
  const { id: serviceId } = await story.aService();
  const { balance } = await story.done("balances.create", { serviceId, userId });
  const input = { balanceId: balance.id, amount: "1" };
  expect(await story.call("balances.topUp", input)).toMatchObject({
    status: 409,
    code: "service_without_plan",
  });
  const plan = await story.aPlan(serviceId);

  const { invoice } = await story.done("balances.topUp", input);

  expect(invoice).toMatchObject({ paymentPlanId: plan.id, subscriptionId: null });
});
