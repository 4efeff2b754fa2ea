import { devUsdcAbi } from "@usance/contracts";
import { createPublicClient, encodeFunctionData, erc20Abi, http } from "viem";
import { expect, it } from "vitest";
import { rpc } from "../../../test/harness/chain.ts";
import {
  aCheckout,
  monthly,
  revertPayment,
  settleAll,
  signed,
} from "../../../test/harness/checkout.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { aPayer, approvalOf, type Payer } from "../../../test/harness/payer.ts";
import { aPortal, signedCap } from "../../../test/harness/portal.ts";
import { payments, useService } from "../../../test/harness/service.ts";
import { aSeller, Story } from "../../../test/harness/story.ts";
import { aSmartWallet } from "../../../test/harness/wallets.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import { checkCaps } from "./check-caps.ts";

const service = useService(payments);
const story = new Story(restDoor, service);
const { SETTLEMENT_TOKEN_ADDRESS: token, SETTLEMENT_COLLECTOR_ADDRESS: spender } = payments;

/** A wallet with USDC and no ether: it can only sign. */
async function aPayerWithoutGas(): Promise<Payer> {
  const payer = await aPayer(service());
  await rpc(service(), "anvil_setBalance", [payer.address, "0x0"]);
  return payer;
}

type SignedInput = Awaited<ReturnType<typeof signed>>;

/** Subscribes at a new checkout. @param of what the wallet sends there; default: a cap of 100 USDC */
async function subscribe(
  at: Story,
  payer: Payer,
  plan: object = {},
  limits: Parameters<typeof signed>[3] = "100",
) {
  const { checkoutSessionId } = await aCheckout(at, { ...plan });
  const input = await signed(at, checkoutSessionId, payer, limits);
  return { checkoutSessionId, input, pay: () => at.call("checkout.pay", input) };
}

async function subscriptionOf(at: Story, checkoutSessionId: string) {
  const { checkoutSession } = await at.done("checkoutSessions.get", { checkoutSessionId });
  return checkoutSession.subscriptions[0];
}

/** Bills an amount of what was used, and collects it under the cap. */
async function collect(at: Story, checkoutSessionId: string, payer: Payer, amount: string) {
  const { id, serviceId, paymentPlanId, userId } = await subscriptionOf(at, checkoutSessionId);
  const of = { subscriptionId: id, serviceId, paymentPlanId, userId, status: "OPEN", amount };
  const { invoice } = await at.done("invoices.create", of);
  const { service: sold } = (await at.done("invoices.get", { invoiceId: invoice.id })).invoice;
  const addresses = { payerAddress: payer.address, merchantAddress: sold.payoutAddress };
  const input = at.settlementOf(invoice, { ...addresses, collect: "allowance" });
  const { status, body } = await at.call("settlements.create", input);
  expect([status, body.settlement?.status, body.error]).toEqual([201, "CONFIRMED", undefined]);
}

/** What the collector may take from a wallet, as the token has it, in token units. */
const allowanceOf = ({ address: owner }: Payer): Promise<bigint> =>
  createPublicClient({ transport: http(service().anvil.url) }).readContract({
    ...{ address: token, abi: erc20Abi, functionName: "allowance", args: [owner, spender] },
  });

const waiting = ({ address }: Payer): Promise<number> =>
  service().parts.db.walletPermit.count({ where: { payerAddress: address.toLowerCase() } });

/** Checks the caps that are due, as the service does a moment after a collection. */
async function check(seconds = 1): Promise<void> {
  service().clock.advance(seconds);
  await checkCaps(service().parts);
}

/** What anyone can send to the token, once the permit was signed. */
function permitCall({ address: owner }: Payer, { cap }: SignedInput) {
  if (cap?.permit === undefined) throw new Error("The wallet allows nothing yet.");
  const { allowance, deadline, signature } = cap.permit;
  const value = BigInt(allowance.replace(".", ""));
  const args = [owner, spender, value, BigInt(deadline), signature as Hex] as const;
  return {
    to: token,
    data: encodeFunctionData({ abi: devUsdcAbi, functionName: "permit", args }),
  } as const;
}

it("a wallet without gas is collected: the first collection sends its permit, which is forgotten then", async () => {
  const payer = await aPayerWithoutGas();
  const { checkoutSessionId, pay } = await subscribe(story, payer);
  expect((await pay()).status).toBe(200);
  await check(3_600);
  expect([await waiting(payer), await allowanceOf(payer)]).toEqual([1, 0n]);

  await collect(story, checkoutSessionId, payer, "10");
  expect([await waiting(payer), await allowanceOf(payer)]).toEqual([1, 90_000_000n]);
  await collect(story, checkoutSessionId, payer, "5"); // it is sent along, and not needed
  await check();
  expect([await waiting(payer), await allowanceOf(payer)]).toEqual([0, 85_000_000n]);
  await collect(story, checkoutSessionId, payer, "1");

  expect(await payer.balance()).toBe("984.000000");
  expect(await rpc(service(), "eth_getTransactionCount", [payer.address, "latest"])).toBe("0x0");
});

it("a permit that somebody else sends first changes nothing", () =>
  forRows(["before the cap", "before the collection", "before a check"], async (when) => {
    const payer = await aPayerWithoutGas();
    const stranger = await aPayer(service(), "0");
    const { checkoutSessionId, input, pay } = await subscribe(story, payer);
    const front = () => stranger.send(permitCall(payer, input));

    if (when === "before the cap") await front();
    expect((await pay()).status).toBe(200);
    if (when !== "before the cap") await front();
    if (when === "before a check") await check(3_600);
    expect(await waiting(payer)).toBe(when === "before the collection" ? 1 : 0);
    await collect(story, checkoutSessionId, payer, "60");
    await collect(story, checkoutSessionId, payer, "40");

    expect(await payer.balance()).toBe("900.000000");
    await check();
    expect([await waiting(payer), await allowanceOf(payer)]).toEqual([0, 0n]);
  }));

it("a paid checkout with a cap takes two signatures and no gas: the first payment is the first collection", async () => {
  const payer = await aPayerWithoutGas();
  const types: string[] = [];
  const sign = (typedData: unknown) => {
    types.push((typedData as { primaryType: string }).primaryType);
    return payer.sign(typedData);
  };
  const { checkoutSessionId, input, pay } = await subscribe(story, { ...payer, sign }, monthly);
  expect(types).toEqual(["SpendingCap", "Permit"]);
  expect(input).not.toHaveProperty("payment");
  expect(await pay()).toMatchObject({
    body: { checkoutStatus: { status: "PENDING", payment: { status: "PENDING" } } },
  });
  await settleAll(service());

  const { id: subscriptionId } = await subscriptionOf(story, checkoutSessionId);
  const { invoices } = await story.done("invoices.list", { subscriptionId });
  expect(invoices).toMatchObject([
    { status: "PAID", settlements: [{ status: "CONFIRMED", collect: "allowance" }] },
  ]);
  const { spendingCap } = await story.done("spendingCaps.get", { subscriptionId });
  expect(spendingCap).toMatchObject({ spent: "25.000000", spentInPeriod: "25.000000" });
  expect(await payer.balance()).toBe("975.000000");
  await collect(story, checkoutSessionId, payer, "75");
});

it("two caps of a wallet that are signed before either is collected need a permit for both", async () => {
  const payer = await aPayerWithoutGas();
  const other = new Story(restDoor, service, await aSeller(service));
  const first = await subscribe(story, payer, {}, "100");
  const tooLow = await subscribe(other, payer, {}, "50");
  expect(tooLow.input.cap?.permit?.allowance).toBe("50.000000"); // it does not tell of the first
  expect((await first.pay()).status).toBe(200);

  expect(await tooLow.pay()).toMatchObject({
    status: 409,
    code: "allowance_too_low",
    body: {
      error:
        "The wallet allows 50.000000 USDC to the collector; the spending cap needs 150.000000 USDC.",
    },
  });
  const { checkoutSessionId } = tooLow;
  const limits = { perPeriod: "50", total: "50", allowance: "150" };
  const input = await signed(other, checkoutSessionId, payer, limits);
  expect(input.cap?.permit?.allowance).toBe("150.000000");
  await other.done("checkout.pay", input);
  expect(await waiting(payer)).toBe(1);

  await collect(story, first.checkoutSessionId, payer, "100");
  await collect(other, checkoutSessionId, payer, "50");
  expect([await payer.balance(), await allowanceOf(payer)]).toEqual(["850.000000", 0n]);
});

it("a new cap of the same subscription needs no more than its own total, though a permit waits", async () => {
  const payer = await aPayerWithoutGas();
  const { checkoutSessionId, pay } = await subscribe(story, payer);
  await pay();
  const { id: subscriptionId, userId } = await subscriptionOf(story, checkoutSessionId);
  const of = { portalToken: await aPortal(story, userId), subscriptionId };

  const { cap, ...input } = await signedCap(story, of, payer, "120");
  expect(cap.permit?.allowance).toBe("120.000000");
  await story.done("portal.signCap", { ...input, cap });
  await collect(story, checkoutSessionId, payer, "110");
  expect([await payer.balance(), await allowanceOf(payer)]).toEqual(["890.000000", 10_000_000n]);
});

it("a permit that the token has taken does not count for later caps", async () => {
  const payer = await aPayer(service());
  const { input, pay } = await subscribe(story, payer, {}, "100");
  await pay();
  await payer.send(permitCall(payer, input));
  await payer.send(approvalOf("0"));
  const other = await subscribe(story, payer, {}, "50");
  expect((await other.pay()).body.error).toBeUndefined();
  await collect(story, other.checkoutSessionId, payer, "50");
});

it("a new permit waits while a collection sends the one before", async () => {
  const payer = await aPayerWithoutGas();
  const first = await subscribe(story, payer, monthly);
  const limits = { perPeriod: "50", total: "50", allowance: "150" };
  const early = await subscribe(story, payer, {}, limits);
  await first.pay();

  expect(await early.pay()).toMatchObject({ status: 409, code: "too_many_payments_in_progress" });
  await settleAll(service());
  const { checkoutSessionId } = early;
  const input = await signed(story, checkoutSessionId, payer, "50");
  expect(input.cap?.permit?.allowance).toBe("125.000000"); // with what is left of the first
  await story.done("checkout.pay", input);
  await collect(story, checkoutSessionId, payer, "50");
  await collect(story, first.checkoutSessionId, payer, "75");
});

it("a smart wallet signs a permit too, also one that its first collection deploys", () =>
  forRows(
    [
      ["deployed", "free"],
      ["not deployed", "free"],
      ["deployed", "paid"],
      ["not deployed", "paid"],
    ],
    async (state, price) => {
      const wallet = await aSmartWallet(service(), { deployed: state === "deployed" });
      const plan = price === "paid" ? monthly : {};
      const { checkoutSessionId, pay } = await subscribe(story, wallet, plan);
      expect((await pay()).body.error).toBeUndefined();
      if (price === "paid") await settleAll(service());

      await collect(story, checkoutSessionId, wallet, "10");
      const left = price === "paid" ? "965.000000" : "990.000000";
      expect(await wallet.balance()).toBe(left);
      await check();
      expect(await waiting(wallet)).toBe(0);
      await collect(story, checkoutSessionId, wallet, "10");
    },
  ));

it("a permit that ends before its cap is refused", async () => {
  const payer = await aPayerWithoutGas();
  const { checkoutSessionId } = await aCheckout(story, {});
  const input = await signed(story, checkoutSessionId, payer, "100");
  const { permit } = input.cap ?? {};
  if (permit === undefined) throw new Error("The wallet has allowed nothing.");
  const cap = { ...input.cap, permit: { ...permit, deadline: permit.deadline - 1 } };
  expect(await story.call("checkout.pay", { ...input, cap })).toMatchObject({
    status: 409,
    code: "terms_outdated",
  });
});

it("a first payment that failed is tried again with an allowance for one cap", async () => {
  const payer = await aPayerWithoutGas();
  const { checkoutSessionId } = await aCheckout(story, monthly);
  await story.done("checkout.pay", await signed(story, checkoutSessionId, payer, "100"));
  await rpc(service(), "anvil_setBalance", [payer.address, "0xde0b6b3a7640000"]);
  await revertPayment(service(), payer, "1000");
  await settleAll(service());
  service().clock.advance(60); // it has to wait for half a minute
  await payer.receive("1000");

  const again = await signed(story, checkoutSessionId, payer, "100");
  expect(again.cap?.permit?.allowance).toBe("100.000000");
  const answer = await story.call("checkout.pay", again);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  await settleAll(service());
  const { checkoutStatus } = await story.done("checkout.status", { checkoutSessionId });
  expect(checkoutStatus.status).toBe("PAID");
});
