import { expect, it, vi } from "vitest";
import {
  aCappedSubscription,
  aCheckout,
  settleAll,
  signed,
} from "../../../test/harness/checkout.ts";
import { areLocked } from "../../../test/harness/database.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { expectLedgerHolds } from "../../../test/harness/ledger-holds.ts";
import { balanceOf, type Payer } from "../../../test/harness/payer.ts";
import { aPortal, revocationOf } from "../../../test/harness/portal.ts";
import { payments, useService } from "../../../test/harness/service.ts";
import { aSeller, Story } from "../../../test/harness/story.ts";
import { ChainUnavailable } from "../../chain/chain-errors.ts";
import { inTransaction } from "../../db/client.ts";
import { topUpLowBalances } from "../auto-top-ups/top-up-low-balances.ts";
import { collectDueInvoices } from "../collect-under-cap.ts";
import { reconcile } from "../engine/reconcile.ts";

const service = useService({ ...payments, SETTLEMENT_TIMEOUT_MS: "20000" });
expectLedgerHolds(service);
const seller = new Story(restDoor, service);

type Subscription = Record<"id" | "serviceId" | "userId" | "paymentPlanId", string>;

/** A balance whose overdraft the cap of a subscription backs. */
async function backedBy(subscription: Subscription, max = "20", story = seller) {
  const { serviceId, userId } = subscription;
  const overdraft = { cap: true, max };
  const { balance } = await story.done("balances.create", { serviceId, userId, overdraft });
  const { id: balanceId } = balance;
  const charge = (amount: string) =>
    story.call("usageEvents.create", story.usageOf(subscription, { balanceId, charge: amount }));
  return {
    balanceId,
    charge,
    status: async (amount: string) => (await charge(amount)).status,
    read: async () => (await story.done("balances.get", { balanceId })).balance,
  };
}

async function aBacked(cap = "100", max = "20") {
  const { payer, payoutAddress, subscription } = await aCappedSubscription(seller, cap);
  return { payer, payoutAddress, subscription, ...(await backedBy(subscription, max)) };
}

/** A subscription with another seller, whose cap the same wallet signs. */
async function elsewhere(payer: Payer, cap: string) {
  const story = new Story(restDoor, service, await aSeller(service));
  const { checkoutSessionId } = await aCheckout(story, {});
  const limits = { perPeriod: cap, total: cap, allowance: "200" }; // both caps'
  await story.done("checkout.pay", await signed(story, checkoutSessionId, payer, limits));
  const { checkoutSession } = await story.done("checkoutSessions.get", { checkoutSessionId });
  return { story, subscription: checkoutSession.subscriptions[0] as Subscription };
}

function collector() {
  const { collector: found } = service().parts;
  if (found === null) throw new Error("The service collects payments.");
  return found;
}

const later = (seconds = 5) => service().clock.advance(seconds);

async function collect(): Promise<void> {
  await collectDueInvoices(service().parts);
  await settleAll(service());
}

async function eventsOf(balanceId: string) {
  const { events } = await seller.done("events.list");
  const of = events.filter(({ data }: { data: object }) =>
    JSON.stringify(data).includes(balanceId),
  );
  const changes = of.map(({ type }: { type: string }) => /frozen|recovered/.exec(type)?.[0]);
  return changes.filter(Boolean).reverse();
}

it("lets usage be served without a prepayment, collects what is owed under the cap, and lends it again", async () => {
  const { balanceId, payoutAddress, status, read } = await aBacked();
  const { parts } = service();
  const terms = { balanceId, below: "-5", perDayAtMost: "50" };
  await seller.done("balances.setAutoTopUp", terms);
  expect(await read()).toMatchObject({ overdraft: "0.000000", backing: { lookedUpAt: null } });

  expect(await status("3")).toBe(201);
  expect(await read()).toMatchObject({
    available: "-3.000000",
    owed: "3.000000",
    overdraft: "20.000000",
    backing: {
      max: "20.000000",
      capLeft: "100.000000",
      walletLeft: "100.000000",
      inFlight: "0.000000",
      lookedUpAt: expect.any(String),
      trouble: null,
    },
  });
  expect(await status("17.000001")).toBe(402);
  await topUpLowBalances(parts); // it waits until 5 USDC are owed, or for a day
  expect(await status("16")).toBe(201);
  await topUpLowBalances(parts);
  later();
  const { hold } = await seller.done(
    "holds.create",
    seller.holdOf({ id: balanceId }, { amount: "1" }),
  );
  later();
  expect(await status("0.000001")).toBe(402);
  // The invoice asks for what the balance owes already.
  expect((await read()).backing).toMatchObject({ capLeft: "100.000000", inFlight: "0.000000" });
  await collect();

  expect(await read()).toMatchObject({
    available: "-1.000000",
    held: "1.000000",
    owed: "0.000000",
  });
  expect(await balanceOf(service(), payoutAddress)).toBe("19.000000");
  await seller.done("holds.commit", { holdId: hold.id, amount: "1" });
  expect(await status("1")).toBe(201);
  expect((await read()).backing.capLeft).toBe("81.000000");
  await topUpLowBalances(parts);
  later(24 * 3_600);
  await topUpLowBalances(parts);
  await collect();
  expect((await read()).available).toBe("0.000000");
});

it("admits of 100 charges at once exactly what the wallet covers, with one lookup", async () => {
  const { payer, charge, read } = await aBacked("100", "50");
  await payer.spend("995");
  const walletOf = vi.spyOn(collector(), "walletOf");

  const answers = await Promise.all(Array.from({ length: 100 }, () => charge("0.3")));

  const recorded = answers.filter(({ status }) => status === 201);
  expect(recorded).toHaveLength(16);
  expect(answers.filter(({ status }) => status === 402)).toHaveLength(84);
  expect(walletOf).toHaveBeenCalledTimes(1);
  walletOf.mockRestore();
  expect(await read()).toMatchObject({ available: "-4.800000", overdraft: "5.000000" });
});

it("freezes a balance whose wallet was emptied, until it is filled, or whose cap was revoked", async () => {
  const { payer, balanceId, subscription, charge, status, read } = await aBacked();
  expect(await status("8")).toBe(201);
  const { hold } = await seller.done(
    "holds.create",
    seller.holdOf({ id: balanceId }, { amount: "2" }),
  );
  await payer.spend("996");
  expect(await status("1")).toBe(201); // the last lookup is fresh
  later();

  expect(await charge("1")).toMatchObject({ status: 409, body: { error: "Balance is FROZEN." } });
  expect(await read()).toMatchObject({ status: "FROZEN", overdraft: "4.000000" });
  await seller.done("holds.commit", { holdId: hold.id, amount: "2" });
  await payer.receive("50");
  expect(await status("1")).toBe(409);
  later();
  expect(await status("1")).toBe(201);
  const of = {
    portalToken: await aPortal(seller, subscription.userId),
    subscriptionId: subscription.id,
  };
  await payer.send(await revocationOf(service(), of.subscriptionId));
  later();
  expect(await status("1")).toBe(409);
  expect(await read()).toMatchObject({
    overdraft: "0.000000",
    backing: { capLeft: null, trouble: "NO_CAP" },
  });
  expect(await eventsOf(balanceId)).toEqual(["frozen", "recovered", "frozen"]);
});

it("lends the USDC of a wallet once, to balances of all sellers", async () => {
  const { payer, balanceId, status, read, subscription } = await aBacked();
  const other = await elsewhere(payer, "100");
  const {
    balanceId: otherId,
    status: otherStatus,
    read: readOther,
  } = await backedBy(other.subscription, "20", other.story);
  await payer.spend("970"); // 30 are left

  const { parts, databaseUrl } = service();
  const lookups = await inTransaction(parts.db, async (tx) => {
    await tx.$queryRaw`SELECT id FROM balances WHERE id IN (${balanceId}, ${otherId}) FOR UPDATE`;
    const both = [balanceId, otherId].map((id) =>
      parts.due.advance(parts, { overdrafts: [{ id }] }),
    );
    await areLocked(databaseUrl, 2);
    return { both }; // they go on together
  });
  await Promise.all(lookups.both);
  const granted = [await read(), await readOther()].map(({ overdraft }) => Number(overdraft));
  expect(granted.sort((one, two) => one - two)).toEqual([10, 20]);
  expect([await status("5"), await otherStatus("5")]).toEqual([201, 201]);
  later(8);
  const { id: subscriptionId, serviceId, userId, paymentPlanId } = subscription;
  const of = { serviceId, userId, paymentPlanId, subscriptionId };
  await seller.done("invoices.create", { ...of, amount: "12", status: "OPEN" });
  expect(await otherStatus("0.000001")).toBe(201);
  expect(await readOther()).toMatchObject({
    overdraft: "13.000000",
    backing: { inFlight: "17.000000" },
  });
});

it("counts what another balance was granted while a charge by it is still under way", async () => {
  const { payer, balanceId, read } = await aBacked();
  const { story, subscription } = await elsewhere(payer, "100");
  const other = await backedBy(subscription, "20", story);
  await payer.spend("970"); // 30 are left
  expect(await other.status("1")).toBe(201);
  const { parts, databaseUrl } = service();
  const charge = await inTransaction(parts.db, async (tx) => {
    await tx.$queryRaw`SELECT id FROM balances WHERE id = ${other.balanceId} FOR UPDATE`;
    const underWay = other.status("19");
    await areLocked(databaseUrl);
    later();
    await parts.due.advance(parts, { overdrafts: [{ id: balanceId }] });
    return { underWay };
  });

  expect(await charge.underWay).toBe(201);
  expect((await read()).overdraft).toBe("10.000000");
});

it("keeps the last answer of a silent chain for a minute", async () => {
  const { status, read } = await aBacked();
  expect(await status("1")).toBe(201);
  const walletOf = vi
    .spyOn(collector(), "walletOf")
    .mockRejectedValue(new ChainUnavailable("none"));

  later(50);
  expect(await status("1")).toBe(201);
  later(15);
  expect(await status("1")).toBe(409);
  expect((await read()).backing.trouble).toBe("CHAIN_UNAVAILABLE");
  walletOf.mockRestore();
  later(5);
  expect(await status("1")).toBe(201);
});

it("lends nothing by an answer from before a payment that is confirmed while the chain falls silent", async () => {
  const { payer, balanceId, status, read } = await aBacked();
  await seller.done("balances.setAutoTopUp", { balanceId, below: "0", perDayAtMost: "50" });
  await payer.spend("990");
  expect(await status("8")).toBe(201);
  await topUpLowBalances(service().parts);
  later();
  const walletOf = vi.spyOn(collector(), "walletOf").mockImplementation(async () => {
    walletOf.mockRestore();
    await collect();
    throw new ChainUnavailable("none");
  });

  // The credit covers it, but 8 of the 10 USDC that were there have left the wallet.
  expect(await status("2.000001")).toBe(402);
  expect(await read()).toMatchObject({ available: "0.000000", overdraft: "0.000000" });
});

it("lends the USDC of a wallet once while the chain is silent", async () => {
  const { payer, status } = await aBacked();
  const { story, subscription } = await elsewhere(payer, "100");
  const other = await backedBy(subscription, "20", story);
  await payer.spend("970"); // 30 are left
  expect(await other.status("1")).toBe(201);
  later(8);
  expect(await status("18")).toBe(201);
  const walletOf = vi
    .spyOn(collector(), "walletOf")
    .mockRejectedValue(new ChainUnavailable("none"));
  later(8);

  expect(await other.status("11.000001")).toBe(402);
  expect(await other.status("11")).toBe(201);
  walletOf.mockRestore();
});

it("uses no answer that another clock has stamped in the future", async () => {
  const { status } = await aBacked();
  later(3_600);
  expect(await status("1")).toBe(201);
  later(-3_600);
  const walletOf = vi
    .spyOn(collector(), "walletOf")
    .mockRejectedValue(new ChainUnavailable("none"));

  expect(await status("1")).toBe(409);
  walletOf.mockRestore();
  later();
  expect(await status("1")).toBe(201);
});

it("counts a collection once, while it may have reached the chain and when it is confirmed meanwhile", async () => {
  const { payer, balanceId, status, read } = await aBacked();
  await seller.done("balances.setAutoTopUp", { balanceId, below: "0", perDayAtMost: "50" });
  await payer.spend("990");
  expect(await status("8")).toBe(201);
  const { parts } = service();
  await topUpLowBalances(parts);
  await collectDueInvoices(parts);
  later();
  await reconcile(parts); // sends it
  await vi.waitFor(async () => expect(await payer.balance()).toBe("2.000000"));
  later();

  expect(await status("1")).toBe(402);
  expect(await read()).toMatchObject({ status: "ACTIVE", overdraft: "8.000000" });
  await settleAll(service());
  const { checkedAt } = await parts.db.balance.findUniqueOrThrow({ where: { id: balanceId } });
  expect(checkedAt).toBeNull(); // the wallet has less now
  expect(await status("2.000001")).toBe(402);
  expect(await status("2")).toBe(201);

  await topUpLowBalances(parts);
  later();
  const walletOf = vi.spyOn(collector(), "walletOf");
  walletOf.mockImplementationOnce(async (address) => {
    const wallet = await collector().walletOf(address);
    await collect();
    return wallet;
  });
  expect(await status("1")).toBe(402);
  expect(walletOf).toHaveBeenCalledTimes(3);
  walletOf.mockRestore();
});

it("collects what is owed once, while a top-up by a call is being collected", async () => {
  const { payoutAddress, balanceId, status, read } = await aBacked();
  await seller.done("balances.setAutoTopUp", { balanceId, below: "0", perDayAtMost: "50" });
  expect(await status("8")).toBe(201);
  const { invoice } = await seller.done("balances.topUp", { balanceId, amount: "3" });
  const { parts, clock } = service();
  const data = { collectAt: clock.now() };
  await parts.db.invoice.update({ where: { id: invoice.id }, data });
  await collectDueInvoices(parts);

  await topUpLowBalances(parts); // the 5 that are left
  await collect();

  expect(await balanceOf(service(), payoutAddress)).toBe("8.000000");
  expect((await read()).available).toBe("0.000000");
  expect(await status("3")).toBe(201);
  await topUpLowBalances(parts);
  await collect();
  expect((await read()).available).toBe("0.000000");
});

it("can be fixed again, but not below what is in use", async () => {
  const { balanceId, status, read } = await aBacked();
  expect(await status("3")).toBe(201);
  const change = (overdraft: unknown) => seller.call("balances.update", { balanceId, overdraft });
  expect((await change("2")).status).toBe(409);
  expect((await change({ cap: true, max: "2" })).status).toBe(409);
  expect((await change({ cap: true, max: "4" })).status).toBe(200);
  expect(await status("1")).toBe(201);
  expect((await change("5")).status).toBe(200);
  expect(await read()).toMatchObject({ overdraft: "5.000000", backing: null });
  expect(await status("1")).toBe(201);
  expect(await seller.refusal("balances.update", { balanceId, overdraft: { cap: true } })).toBe(
    '400 overdraft must be a non-negative decimal with at most six decimal places, or {"cap": true, "max": a decimal}.',
  );
});
