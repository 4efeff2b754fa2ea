import { settlementCollectorAbi } from "@usance/contracts";
import { decodeFunctionData } from "viem";
import { afterEach, expect, test } from "vitest";
import { aPayer } from "../harness/payer.ts";
import type { Sent } from "../harness/sent.ts";
import { aHostileWallet, aSmartWallet } from "../harness/wallets.ts";
import { maxGas, notSigned, tooMuchGas, useCheckoutStage } from "./checkout-stage.ts";

/* Payers that are contracts. Each decides which signatures it accepts, and a signature may have any form. */

const failureGas = 2n * maxGas;
const stage = useCheckoutStage({ CHECKOUT_FAILURE_GAS: String(failureGas) });
const { checkout, pay, paysThrough, sending, service, settleAll, signed, status } = stage;

afterEach(stage.agrees);

/** The signature in a transaction that settles with an authorization. */
function signatureIn({ input }: Sent): unknown {
  const { args = [] } = decodeFunctionData({ abi: settlementCollectorAbi, data: input });
  return args[3];
}

test("a deployed wallet can pay", async () => {
  const { checkoutSessionId } = await checkout();
  const wallet = await aSmartWallet(service(), { amount: "25" });
  await paysThrough(checkoutSessionId, wallet);
  expect(await wallet.balance()).toBe("0.000000");
});

test("an undeployed wallet is deployed by its payment, within the gas limit", async () => {
  const { checkoutSessionId } = await checkout();
  const wallet = await aSmartWallet(service(), { amount: "50", deployed: false });

  const sent = await sending(() => paysThrough(checkoutSessionId, wallet));

  expect(sent).toMatchObject([{ status: "success" }]);
  for (const { gasLimit } of sent) expect(gasLimit).toBeLessThanOrEqual(maxGas);
  expect(await wallet.balance()).toBe("25.000000");
  const { checkoutSessionId: next } = await checkout();
  await paysThrough(next, wallet);
});

test.each([
  ["a million gas", 1_000_000n, [409, tooMuchGas]],
  ["13 million gas", 13_000_000n, [400, notSigned]],
] as const)(
  "a wallet whose deployment burns %s is refused, and nothing is sent",
  async (_, gas, told) => {
    const { checkoutSessionId } = await checkout();
    const burner = await aHostileWallet(service());
    await burner.behave("Burn", gas);
    const wallet = await aSmartWallet(service(), { deployed: false, calling: burner.burning });
    const terms = await signed(checkoutSessionId, wallet);

    const sent = await sending(async () => {
      const { status: code, body } = await pay(terms);
      expect([code, body.error]).toEqual(told);
      await settleAll();
    });

    expect(sent).toEqual([]);
  },
);

test("wallets whose deployments turn hostile after sending burn no more of a service's gas budget than others", async () => {
  const first = await checkout();
  const sessions = [first];
  while (sessions.length < 5) sessions.push(await checkout(first));
  const burner = await aHostileWallet(service());
  const terms: Awaited<ReturnType<typeof signed>>[] = [];
  for (const { checkoutSessionId } of sessions) {
    const wallet = await aSmartWallet(service(), { deployed: false, calling: burner.burning });
    terms.push(await signed(checkoutSessionId, wallet));
  }

  const sent = await sending(async () => {
    await Promise.all(terms.map(pay));
    await stage.settleAfter(() => burner.behaveFirst("Burn", 13_000_000n));
  });

  const burned = sent.map(({ gasUsed }) => gasUsed).reduce((sum, gas) => sum + gas, 0n);
  expect(burned).toBeLessThanOrEqual(failureGas + maxGas);
  for (const { checkoutSessionId } of sessions) {
    await paysThrough(checkoutSessionId, await aPayer(service()));
  }
});

test("a wallet deployed by somebody else while its payment waits can still pay", async () => {
  const { checkoutSessionId } = await checkout();
  const wallet = await aSmartWallet(service(), { amount: "25", deployed: false });
  const terms = await signed(checkoutSessionId, wallet);
  expect((await pay(terms)).status).toBe(200);
  await stage.settleAfter(() => wallet.deployFirst());
  expect((await status(checkoutSessionId)).status).toBe("PAID");
});

test("an undeployed wallet without deployment data is refused, and nothing is sent", async () => {
  const { checkoutSessionId } = await checkout();
  const wallet = await aSmartWallet(service(), { deployed: false });
  const sent = await sending(async () => {
    const { status: code, body } = await pay(
      await signed(checkoutSessionId, { ...wallet, sign: wallet.signAsOwner }),
    );
    expect([code, body.error]).toEqual([400, notSigned]);
    await settleAll();
  });
  expect(sent).toEqual([]);
});

test("a signature by another wallet's owner is refused, wrapped or not", async () => {
  const { checkoutSessionId } = await checkout();
  const stranger = await aSmartWallet(service());
  for (const deployed of [true, false]) {
    const wallet = await aSmartWallet(service(), { deployed });
    for (const sign of [stranger.sign, stranger.signAsOwner]) {
      expect((await pay(await signed(checkoutSessionId, { ...wallet, sign }))).status).toBe(400);
    }
  }
});

const ending = (end: string) => `0x${"42".repeat(64)}${end}` as const;

test.each([
  ["ends with 00", ending("00")],
  ["ends with 01", ending("01")],
  ["is empty", "0x"],
  ["has 3 kB", `0x${"42".repeat(3_000)}`],
] as const)("a wallet's signature that %s reaches the wallet unchanged", async (_, signature) => {
  const { checkoutSessionId } = await checkout();
  // It accepts any signature, as a Safe does when its owners have approved the payment on the chain.
  const wallet = await aHostileWallet(service());
  await wallet.behave("HugeAnswer", 32n);

  const sent = await sending(() =>
    paysThrough(checkoutSessionId, { ...wallet, sign: async () => signature }),
  );

  expect(sent.map(signatureIn)).toEqual([signature]);
});
