import { publicDevAccount } from "@usance/local-stack";
import { getAddress } from "viem";
import { afterAll, beforeAll, expect, it } from "vitest";
import { collectDueInvoices } from "../../src/billing/settlements/collect-under-cap.ts";
import { reconcile } from "../../src/billing/settlements/engine/reconcile.ts";
import type { Hex } from "../../src/lib/evm-fields.ts";
import { adminKey, registryPause, rpc } from "../harness/chain.ts";
import { aCheckout, monthly, settleAll, signed } from "../harness/checkout.ts";
import { settingsIn } from "../harness/contracts.ts";
import { restDoor } from "../harness/doors.ts";
import { contradictions } from "../harness/oracle.ts";
import { aPayer, balanceOf, type Payer } from "../harness/payer.ts";
import { startService, type TestService } from "../harness/service.ts";
import { newReference, Story } from "../harness/story.ts";
import { usance } from "../harness/usance.ts";
import { paymentsV1 } from "../harness/version-1.ts";

/*
 * A system on version 1 of the contracts is moved to version 2 while it runs: processes with the old and the new
 * settings run side by side on one database and one chain.
 */

const day = 86_400;
let before: TestService;
let after: TestService;
const old = new Story(restDoor, () => before);
const today = new Story(restDoor, () => after);
/** Records of version 1, from processes with only the old settings: the id of a settlement, and checkouts. */
let recorded: string;
let subscribed: Checkout;
let inFlight: Checkout;
let pending: Checkout;

interface Checkout {
  readonly checkoutSessionId: string;
  readonly payoutAddress: Hex;
  readonly payer: Payer;
  readonly input: object;
}

/** A checkout of 25 USDC whose payer has signed the payment and a cap of 500. */
async function aSignedCheckout(story: Story): Promise<Checkout> {
  const payer = await aPayer(story.service);
  const { checkoutSessionId, payoutAddress } = await aCheckout(story, monthly);
  const input = await signed(story, checkoutSessionId, payer, "500");
  return { checkoutSessionId, payoutAddress, payer, input };
}

beforeAll(async () => {
  before = await startService({ ...paymentsV1, SETTLEMENT_TIMEOUT_MS: "3000" });
  const { settlement } = await old.done(
    "settlements.create",
    old.settlementOf(await old.anInvoice()),
  );
  recorded = settlement.id;
  subscribed = await aSignedCheckout(old);
  await old.done("checkout.pay", subscribed.input);
  await settleAll(before);
  [inFlight, pending] = [await aSignedCheckout(old), await aSignedCheckout(old)];
  await mining(false);
  await old.done("checkout.pay", inFlight.input);
  before.clock.advance(10);
  await reconcile(before.parts);
  await old.done("checkout.pay", pending.input);

  await mining(true);
  const { contract, anvil, databaseUrl } = before;
  const { lines } = await usance(["contracts", "upgrade"], {
    ...paymentsV1,
    SETTLEMENT_RPC_URL: anvil.url,
    SETTLEMENT_CONTRACT_ADDRESS: contract,
    SETTLEMENT_SIGNER_KEY: publicDevAccount.privateKey,
    DEPLOYER_KEY: adminKey,
  });
  const settings = settingsIn(lines);
  after = await startService(
    { ...paymentsV1, SETTLEMENT_TIMEOUT_MS: "3000", DATABASE_URL: databaseUrl, ...settings },
    {
      chain: { anvil, contract: settings.SETTLEMENT_CONTRACT_ADDRESS as Hex },
      isOld: () => false,
    },
  );
  sameTime();
});
afterAll(async () => {
  await before.close();
  await after.stop();
});

const sameTime = () => after.clock.set(before.clock.in(0));
const mining = (on: boolean) => rpc(before, "evm_setAutomine", [on]);

/** The settlements of an invoice, newest first. */
async function settlementsOf(invoiceId: string) {
  const settlements = await after.parts.db.settlement.findMany({
    where: { invoiceId },
    orderBy: { createdAt: "desc" },
  });
  return settlements.map(({ status, contractAddress, failure }) => {
    const in1 = contractAddress?.toLowerCase() === before.contract.toLowerCase();
    const recordedIn = contractAddress && (in1 ? "version 1" : "version 2");
    if (recordedIn === "version 2") expect(contractAddress).toBe(after.contract);
    return { status, recordedIn, failure };
  });
}

async function invoiceOf({ checkoutSessionId: id }: Checkout): Promise<string> {
  return (await after.parts.db.checkoutSession.findUniqueOrThrow({ where: { id } })).invoiceId;
}

it("older settlements are verified and unchanged", async () => {
  const environment = {
    DATABASE_URL: after.databaseUrl,
    SETTLEMENT_RPC_URL: after.anvil.url,
    SETTLEMENT_CONTRACT_ADDRESS: after.contract,
  };
  const { proof } = await today.done("settlements.proof", { settlementId: recorded });

  expect(proof.contract.toLowerCase()).toBe(before.contract.toLowerCase());
  expect((await usance(["verify", recorded], environment)).lines.at(-1)).toBe("Verified");
});

it("settlements in flight, and signed ones, are settled once in the contract they were signed for", async () => {
  expect(await settlementsOf(await invoiceOf(inFlight))).toMatchObject([{ status: "SUBMITTED" }]);
  expect(await settlementsOf(await invoiceOf(pending))).toMatchObject([{ status: "PENDING" }]);

  await settleAll(after);

  for (const checkout of [inFlight, pending]) {
    expect(await settlementsOf(await invoiceOf(checkout))).toEqual([
      { status: "CONFIRMED", recordedIn: "version 1", failure: null },
    ]);
    expect(await balanceOf(after, checkout.payoutAddress)).toBe("25.000000");
  }
});

it("a renewal is collected under a cap signed for version 1", async () => {
  const { checkoutSessionId } = subscribed;
  const { checkoutSession } = await today.done("checkoutSessions.get", { checkoutSessionId });
  const [{ id: subscriptionId }] = checkoutSession.subscriptions;
  after.clock.advance(31 * day);

  await after.parts.due.advanceAll(after.parts, "subscriptions");
  await collectDueInvoices(after.parts);
  await settleAll(after);

  const { invoices } = await today.done("invoices.list", { subscriptionId });
  expect(invoices.map(({ status }: { status: string }) => status)).toEqual(["PAID", "PAID"]);
  expect(await settlementsOf(invoices[0].id)).toMatchObject([
    { status: "CONFIRMED", recordedIn: "version 1" },
  ]);
  expect(await balanceOf(after, subscribed.payoutAddress)).toBe("50.000000");
  const { spendingCap } = await today.done("spendingCaps.get", { subscriptionId });
  expect(spendingCap).toMatchObject({ spent: "25.000000", revoked: false });
});

it("a new checkout is signed for version 2, then settled and renewed there", async () => {
  const checkout = await aSignedCheckout(today);
  await today.done("checkout.pay", checkout.input);
  await settleAll(after);
  const { checkoutSessionId } = checkout;
  const { checkoutSession } = await today.done("checkoutSessions.get", { checkoutSessionId });
  const [{ id: subscriptionId }] = checkoutSession.subscriptions;
  after.clock.advance(31 * day);
  await after.parts.due.advanceAll(after.parts, "subscriptions");
  await collectDueInvoices(after.parts);
  await settleAll(after);

  const { invoices } = await today.done("invoices.list", { subscriptionId });
  expect(invoices).toHaveLength(2);
  for (const { id } of invoices) {
    expect(await settlementsOf(id)).toMatchObject([
      { status: "CONFIRMED", recordedIn: "version 2" },
    ]);
  }
  expect(await balanceOf(after, checkout.payoutAddress)).toBe("50.000000");
});

it.each([
  ["new", "old", today, old, 2, () => [after, before] as const],
  ["old", "new", old, today, 1, () => [before, after] as const],
])(
  "a settlement sent by a process with the %s settings is joined and confirmed by one with the %s settings",
  async (_, __, theirs, others, version, services) => {
    const [sender, other] = services();
    other.clock.set(sender.clock.in(0));
    const invoice = await theirs.anInvoice();
    const input = theirs.settlementOf(invoice);
    await mining(false);
    expect((await theirs.call("settlements.create", input)).status).toBe(500); // not in time
    const joining = others.call("settlements.create", input);
    await mining(true);
    await rpc(before, "evm_mine", []);

    expect((await joining).body.settlement).toMatchObject({ status: "CONFIRMED" });
    expect(await settlementsOf(invoice.id)).toMatchObject([
      { status: "CONFIRMED", recordedIn: `version ${version}` },
    ]);
  },
);

it("a settlement that version 1 refused permanently is retried in version 2", async () => {
  const invoice = await old.anInvoice();
  const input = old.settlementOf(invoice);
  before.clock.set(after.clock.in(0));
  await registryPause(before, true);
  await old.call("settlements.create", input);
  await registryPause(before, false);
  after.clock.advance(1);

  await today.done("settlements.create", input);

  expect(await settlementsOf(invoice.id)).toMatchObject([
    { status: "CONFIRMED", recordedIn: "version 2" },
    { status: "FAILED", recordedIn: null },
  ]);
});

it("database and chain agree across both registries", async () => {
  const { databaseUrl, anvil, contract, clock } = after;
  const on = { databaseUrl, rpcUrl: anvil.url, contract, now: clock.now() };

  expect(await contradictions(on)).toEqual([]);
});

it("a version 1 record that the database has lost is found, and never settled in version 2", async () => {
  const { db } = after.parts;
  const forgotten = async () => {
    const invoice = await old.anInvoice();
    const input = old.settlementOf(invoice);
    const { settlement } = await old.done("settlements.create", input);
    await db.settlementTransaction.deleteMany({ where: { settlementId: settlement.id } });
    await db.settlement.delete({ where: { id: settlement.id } });
    await db.invoice.update({ where: { id: invoice.id }, data: { status: "OPEN", paidAt: null } });
    return { invoice, input };
  };
  const [same, other] = [await forgotten(), await forgotten()];

  await today.done("settlements.create", same.input);
  await today.call("settlements.create", { ...other.input, referenceHash: newReference() });

  expect(await settlementsOf(same.invoice.id)).toMatchObject([
    { status: "CONFIRMED", recordedIn: "version 1" },
  ]);
  expect(await settlementsOf(other.invoice.id)).toMatchObject([
    { status: "FAILED", failure: `The invoice is settled in ${getAddress(before.contract)}.` },
  ]);
});
