import { randomBytes } from "node:crypto";
import { devUsdcAbi } from "@usance/contracts";
import { encodeFunctionData } from "viem";
import { expect, it } from "vitest";
import { startBeside } from "../../test/harness/beside.ts";
import { aCheckout, settleAll, signed } from "../../test/harness/checkout.ts";
import { areLocked } from "../../test/harness/database.ts";
import { restDoor } from "../../test/harness/doors.ts";
import { aPayer, balanceOf } from "../../test/harness/payer.ts";
import { aPortal, signedCap } from "../../test/harness/portal.ts";
import { reportedAlerts } from "../../test/harness/reported-alerts.ts";
import { payments, useService } from "../../test/harness/service.ts";
import { Story } from "../../test/harness/story.ts";
import { pageSize } from "../db/due-page.ts";
import { collectDueInvoices } from "./collect-under-cap.ts";
import { failSettlement } from "./engine/commit-outcomes.ts";
import { checkCaps } from "./spending-caps/check-caps.ts";

const service = useService(payments);
const story = new Story(restDoor, service);
const day = 86_400;

/** What the jobs do every minute, and the reconciler after them. */
async function runJobs({ parts } = service()) {
  await parts.due.advanceAll(parts, "subscriptions");
  await collectDueInvoices(parts);
  await settleAll({ clock: service().clock, parts });
}

/** A monthly subscription of 25 USDC, paid at checkout, with a spending cap for what follows. */
async function aSubscription({ usdc = "1000", cap = "500" } = {}) {
  const payer = await aPayer(service(), usdc);
  const { checkoutSessionId, payoutAddress } = await aCheckout(story);
  await story.done("checkout.pay", await signed(story, checkoutSessionId, payer, cap));
  await runJobs();
  const { checkoutSession } = await story.done("checkoutSessions.get", { checkoutSessionId });
  const [{ id: subscriptionId }] = checkoutSession.subscriptions;
  const invoices = async () =>
    (await story.done("invoices.list", { subscriptionId })).invoices as {
      status: string;
      dueAt: string | null;
      settlements: { status: string; collect: string }[];
    }[];
  return { payer, payoutAddress, subscriptionId, invoices };
}

/** Empties a wallet. */
async function spendAll(payer: Awaited<ReturnType<typeof aPayer>>) {
  const amount = BigInt((await payer.balance()).replace(".", ""));
  const to = `0x${randomBytes(20).toString("hex")}` as const;
  const args = [to, amount] as const;
  const data = encodeFunctionData({ abi: devUsdcAbi, functionName: "transfer", args });
  await payer.send({ to: payments.SETTLEMENT_TOKEN_ADDRESS, data });
}

it("alerts report once what collections leave of a cap, and what a new cap allows again", async () => {
  const { subscriptionId } = await aSubscription({ cap: "125" });
  const { subscription } = await story.done("subscriptions.get", { subscriptionId });
  const { serviceId, userId } = subscription;
  await checkCaps(service().parts); // of which 100 are left
  await story.done("alerts.create", {
    ...{ serviceId, on: "cap", levels: ["100", "80", "60", "20"], recovery: true },
  });
  for (let month = 0; month < 2; month += 1) {
    service().clock.advance(31 * day);
    await runJobs();
    await Promise.all([1, 2].map(() => checkCaps(service().parts)));
  }
  const { alerts } = await story.done("alerts.states", { subscriptionId });
  const crossed = await reportedAlerts(story, serviceId);
  const portalToken = await aPortal(story, userId);
  await story.done(
    "portal.signCap",
    await signedCap(story, { portalToken, subscriptionId }, await aPayer(service()), "70"),
  );

  expect(crossed).toEqual(["crossed 80 at 75", "crossed 60 at 50"]);
  expect(alerts).toMatchObject([{ value: "50.000000", crossed: expect.any(Array) }]);
  expect(alerts[0].crossed).toEqual(["60.000000", "80.000000", "100.000000"]);
  expect((await reportedAlerts(story, serviceId)).slice(2)).toEqual(["recovered 60 at 70"]);
});

it("alerts compare a new cap with what a check has just found of the one that it replaces", async () => {
  const { payer, subscriptionId } = await aSubscription({ cap: "100" });
  const { subscription } = await story.done("subscriptions.get", { subscriptionId });
  const { serviceId, userId } = subscription;
  const levels = ["80", "60"];
  await story.done("alerts.create", { serviceId, on: "cap", levels, recovery: true });
  const portalToken = await aPortal(story, userId);
  const cap = await signedCap(story, { portalToken, subscriptionId }, payer, "70");
  const checked = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const check = service().parts.db.$transaction(async (tx) => {
    const where = { checkoutSession: { subscriptionId } };
    await tx.spendingCap.updateMany({ where, data: { spent: "50" } });
    checked.resolve();
    await end.promise;
  });
  await checked.promise;

  const signing = story.done("portal.signCap", cap);
  await areLocked(service().databaseUrl);
  end.resolve();
  await Promise.all([check, signing]);

  expect(await reportedAlerts(story, serviceId)).toEqual(["recovered 60 at 70"]);
});

it("collects each renewal from the wallet once, without a call", async () => {
  const { payer, payoutAddress, invoices } = await aSubscription();
  for (let month = 0; month < 3; month += 1) {
    service().clock.advance(31 * day);
    await runJobs();
    await runJobs();
  }
  expect((await invoices()).map(({ status }) => status)).toEqual(Array(4).fill("PAID"));
  expect(await balanceOf(service(), payoutAddress)).toBe("100.000000");
  expect(await payer.balance()).toBe("900.000000");
  const [newest] = await invoices();
  expect(newest?.settlements).toMatchObject([{ status: "CONFIRMED", collect: "allowance" }]);
});

it("runs once when several processes try at the same time", async () => {
  const { payoutAddress, invoices } = await aSubscription();
  const others = [await startBeside(service(), payments), await startBeside(service(), payments)];
  service().clock.advance(31 * day);
  for (const other of others) other.clock.set(service().clock.in(0));

  await Promise.all([service(), ...others].map((one) => runJobs(one)));
  await runJobs();

  await Promise.all(others.map((one) => one.stop()));
  expect((await invoices()).map(({ settlements }) => settlements.length)).toEqual([1, 1]);
  expect(await balanceOf(service(), payoutAddress)).toBe("50.000000");
});

it("is retried after an hour and after a day, until the wallet has the money", async () => {
  const { payer, invoices } = await aSubscription();
  await spendAll(payer);
  const attempts = async () => (await invoices())[0]?.settlements.map(({ status }) => status);
  service().clock.advance(31 * day);

  await runJobs();
  expect(await attempts()).toEqual(["FAILED"]);
  service().clock.advance(3_000);
  await runJobs();
  expect(await attempts()).toEqual(["FAILED"]);
  service().clock.advance(600);
  await runJobs();
  expect(await attempts()).toEqual(["FAILED", "FAILED"]);
  const data = encodeFunctionData({
    abi: devUsdcAbi,
    functionName: "mint",
    args: [payer.address, 30_000_000n],
  });
  await payer.send({ to: payments.SETTLEMENT_TOKEN_ADDRESS, data });
  service().clock.advance(day);
  await runJobs();

  expect(await attempts()).toEqual(["CONFIRMED", "FAILED", "FAILED"]);
  expect((await invoices())[0]?.status).toBe("PAID");
  expect(await payer.balance()).toBe("5.000000");
});

it("stops after ten days, and the invoice expires two weeks after it was due", async () => {
  const { payer, invoices } = await aSubscription();
  await spendAll(payer);
  service().clock.advance(28 * day);
  for (let hours = 0; hours < 17 * 24; hours += 12) {
    service().clock.advance(day / 2);
    await runJobs();
  }
  const [invoice] = await invoices();
  expect(invoice?.status).toBe("EXPIRED");
  expect(invoice?.settlements.map(({ status }) => status)).toEqual(Array(7).fill("FAILED"));
});

it("is not attempted without a cap: the invoice stays open", async () => {
  const plan = { pricingType: "FIXED_RECURRING", billingInterval: "MONTH", amount: "25" };
  const { id: subscriptionId } = await story.aSubscription(plan);
  service().clock.advance(40 * day);
  await runJobs();
  const { invoices } = await story.done("invoices.list", { subscriptionId });
  expect(invoices).toMatchObject([{ status: "OPEN", dueAt: null, settlements: [] }]);
});

it("pays no address that the seller has replaced", async () => {
  const { payoutAddress, subscriptionId, invoices } = await aSubscription();
  const { serviceId } = (await story.done("subscriptions.get", { subscriptionId })).subscription;
  const replaced = `0x${randomBytes(20).toString("hex")}`;
  await story.done("services.update", { serviceId, payoutAddress: replaced });
  service().clock.advance(31 * day);
  await runJobs();
  expect(await balanceOf(service(), payoutAddress)).toBe("25.000000");
  expect((await invoices())[0]).toMatchObject({ status: "OPEN", dueAt: null, settlements: [] });
});

it("counts an attempt that cannot be made, so it does not block others", async () => {
  const { subscriptionId } = await aSubscription();
  service().clock.advance(31 * day);
  await service().parts.due.advanceAll(service().parts, "subscriptions");
  const [renewal] = (await story.done("invoices.list", { subscriptionId })).invoices;
  const { db } = service().parts;
  const where = { checkoutSession: { subscriptionId } };
  const { signature } = await db.spendingCap.findFirstOrThrow({ where });
  await db.spendingCap.updateMany({ where, data: { signature: "not hex" } });
  const next = async () =>
    (await db.invoice.findUniqueOrThrow({ where: { id: renewal.id } })).collectAt;
  const before = await next();
  await collectDueInvoices(service().parts);
  expect((await next())?.getTime()).toBe((before?.getTime() ?? 0) + 3_600_000);

  // The chain answers nothing for it: it would stay PENDING, and the tests below would wait for it.
  const attempt = await db.settlement.findFirstOrThrow({ where: { invoiceId: renewal.id } });
  const failure = "The test is over.";
  await failSettlement(service().parts, attempt, { trigger: "refuse", failure });
  await db.invoice.update({ where: { id: renewal.id }, data: { collectAt: null } });
  await db.spendingCap.updateMany({ where, data: { signature } });
});

it("collects the invoices after a page of failing ones", async () => {
  const { subscriptionId } = await aSubscription();
  service().clock.advance(31 * day);
  const { db, clock } = service().parts;
  await service().parts.due.advanceAll(service().parts, "subscriptions");
  const [{ id }] = (await story.done("invoices.list", { subscriptionId })).invoices;
  const { linkToken: _, ...renewal } = await db.invoice.findUniqueOrThrow({ where: { id } });
  const collectAt = new Date(clock.now().getTime() - 1_000);
  await db.invoice.createMany({
    data: Array.from({ length: pageSize }, (_, i) => ({ ...renewal, id: `stuck-${i}`, collectAt })),
  });
  await db.$executeRaw`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE EXCEPTION 'stuck'; END $$`;
  await db.$executeRaw`
    CREATE TRIGGER stuck BEFORE UPDATE ON invoices FOR EACH ROW WHEN (OLD.id LIKE 'stuck-%')
    EXECUTE FUNCTION refuse()`;

  await collectDueInvoices(service().parts);

  expect(await db.settlement.count({ where: { invoiceId: id } })).toBe(1);
  await db.$executeRaw`DROP TRIGGER stuck ON invoices`;
  await db.invoice.deleteMany({ where: { id: { startsWith: "stuck-" } } });
});

it("skips invoices that the seller settles otherwise", async () => {
  const { payer, subscriptionId } = await aSubscription();
  service().clock.advance(31 * day);
  await service().parts.due.advanceAll(service().parts, "subscriptions");
  const { invoices } = await story.done("invoices.list", { subscriptionId });
  const before = await payer.balance();
  await story.done("settlements.create", story.settlementOf(invoices[0]));
  await runJobs();
  expect(await payer.balance()).toBe(before);
});
