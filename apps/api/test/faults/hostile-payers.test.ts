import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterEach, expect, test } from "vitest";
import { aPayer, type Payer, walletOn } from "../harness/payer.ts";
import { sendFirst } from "../harness/send-first.ts";
import type { Sent } from "../harness/sent.ts";
import { authorizationSpent, cancellationOf } from "../harness/usdc.ts";
import { aHostileWallet, aSmartWallet } from "../harness/wallets.ts";
import { maxGas, notSigned, tooMuchGas, useCheckoutStage } from "./checkout-stage.ts";

/*
 * Payers that attack the service: their wallets' code runs inside the settlement. A wallet that signs for ten
 * checkouts with the money for one is tested in src/pages/checkout/hostile-payers.test.ts.
 */

const stage = useCheckoutStage();
const { checkout, pay, paysThrough, sending, service, settleAfter, settleAll, signed, status } =
  stage;

afterEach(stage.agrees);

/** Expects transactions that reverted, each within its gas limit. */
function expectBurned(sent: readonly Sent[], count: number, max = maxGas): void {
  expect(sent.map(({ status: how }) => how)).toEqual(Array(count).fill("reverted"));
  for (const { gasLimit, gasUsed } of sent) {
    expect(gasLimit).toBeLessThanOrEqual(maxGas);
    expect(gasUsed).toBeLessThanOrEqual(max);
  }
}

test.each([
  ["burns 13 million gas", "Burn", 13_000_000n, [400, notSigned]],
  ["burns 13 million gas unless simulated", "BurnWhenSent", 13_000_000n, [400, notSigned]],
  ["burns as much gas as a settlement may use", "Burn", maxGas, [409, tooMuchGas]],
  ["burns as much unless simulated", "BurnWhenSent", maxGas, [409, tooMuchGas]],
  ["refuses unless simulated", "RefuseWhenSent", 0n, [400, notSigned]],
  ["answers with a megabyte", "HugeAnswer", 1_000_000n, [400, notSigned]],
  ["refuses with a megabyte", "HugeRevert", 1_000_000n, [400, notSigned]],
] as const)("a wallet that %s is refused, and nothing is sent", async (_, behavior, size, told) => {
  const { checkoutSessionId } = await checkout();
  const wallet = await aHostileWallet(service());
  await wallet.behave(behavior, size);
  const terms = await signed(checkoutSessionId, wallet);

  const sent = await sending(async () => {
    const { status: code, body } = await pay(terms);
    expect([code, body.error]).toEqual(told);
    await settleAll();
  });

  expect(sent).toEqual([]);
  await paysThrough(checkoutSessionId, await aPayer(service()));
});

test("a wallet whose code takes more gas to deploy than a settlement may use is refused, and nothing is sent", async () => {
  const { checkoutSessionId } = await checkout();
  const wallet = await aSmartWallet(service(), { deployed: false, from: "wholes" });
  const sent = await sending(async () => {
    const { status: code, body } = await pay(await signed(checkoutSessionId, wallet));
    expect([code, body.error]).toEqual([409, tooMuchGas]);
    await settleAll();
  });
  expect(sent).toEqual([]);
});

test("a wallet that burns less gas than a settlement may use can pay", async () => {
  const { checkoutSessionId } = await checkout();
  const wallet = await aHostileWallet(service());
  await wallet.behave("Burn", 200_000n);

  const sent = await sending(() => paysThrough(checkoutSessionId, wallet));

  expect(sent.map(({ gasLimit }) => gasLimit <= maxGas)).toEqual([true]);
});

test.each([
  ["burns all gas", "Burn", 13_000_000n],
  ["refuses", "RefuseWhenSent", 0n],
] as const)(
  "a wallet that turns hostile after its payment is sent, and %s, burns no more than the limit",
  async (_, behavior, size) => {
    const { checkoutSessionId } = await checkout();
    const next = await checkout();
    const wallet = await aHostileWallet(service());
    expect((await pay(await signed(checkoutSessionId, wallet))).status).toBe(200);

    const sent = await sending(() => settleAfter(() => wallet.behaveFirst(behavior, size)));

    expectBurned(sent, 1);
    expect(await status(checkoutSessionId)).toMatchObject({
      status: "PENDING",
      payment: { status: "FAILED", isFinal: true, failure: expect.stringContaining("Nothing was") },
    });
    await wallet.behave("Honest");
    const again = await pay(await signed(next.checkoutSessionId, wallet));
    expect([again.status, again.body.error]).toEqual([
      409,
      expect.stringMatching(/^Payments have failed on the chain: wait \d+ seconds/),
    ]);
    await paysThrough(checkoutSessionId, await aPayer(service()));
  },
);

test("a wallet that turns hostile on eight checkouts at once gets three sent, and then waits", async () => {
  const first = await checkout();
  const sessions = [first];
  while (sessions.length < 8) sessions.push(await checkout(first));
  const wallet = await aHostileWallet(service());
  const terms: Awaited<ReturnType<typeof signed>>[] = [];
  for (const { checkoutSessionId } of sessions) terms.push(await signed(checkoutSessionId, wallet));

  const sent = await sending(async () => {
    const answers = await Promise.all(terms.map(pay));
    expect(answers.map(({ status: code }) => code).toSorted()).toEqual([
      ...Array(3).fill(200),
      ...Array(5).fill(409),
    ]);
    await settleAfter(() => wallet.behaveFirst("Burn", 13_000_000n));
    await wallet.behave("Honest");
    for (const one of terms) expect((await pay(one)).body.error).toContain("wait");
  });

  expectBurned(sent, 3);
  const payer = await aPayer(service());
  for (const { checkoutSessionId } of sessions) await paysThrough(checkoutSessionId, payer);
});

test.each([
  [
    "moves its balance",
    (payer: Payer) => payer.spend("25"),
    "The wallet had too little USDC. Nothing was taken.",
  ],
  [
    "cancels its authorization",
    async (payer: Payer, key: Key, typedData: Signed) =>
      sendFirst(service().anvil.url, account(key), await cancellationOf(payer, typedData)),
    "The payment was cancelled in the wallet, or its signature was used already. Nothing was taken.",
  ],
  [
    "uses the nonce of its authorization",
    async (payer: Payer, key: Key, typedData: Signed) =>
      sendFirst(service().anvil.url, account(key), await authorizationSpent(payer, typedData)),
    "The payment was cancelled in the wallet, or its signature was used already. Nothing was taken.",
  ],
])(
  "a payer that %s while its payment waits for a block gets the reason, and burns little gas",
  async (_, act, failure) => {
    const { checkoutSessionId } = await checkout();
    const key = generatePrivateKey();
    const payer = await walletOn(service().anvil.url, "25", key);
    const { typedData } = await prepared(checkoutSessionId, payer);
    expect((await pay(await signed(checkoutSessionId, payer))).status).toBe(200);

    const sent = await sending(() => settleAfter(() => act(payer, key, typedData)));

    expectBurned(sent, 1, 80_000n);
    expect(await status(checkoutSessionId)).toMatchObject({
      status: "PENDING",
      payment: { status: "FAILED", isFinal: true, failure },
    });
    await paysThrough(checkoutSessionId, await aPayer(service(), "25"));
  },
);

type Key = ReturnType<typeof generatePrivateKey>;
type Signed = Parameters<typeof cancellationOf>[1];
const account = privateKeyToAccount;

/** The payer's typed data, which differs only in the time between calls. */
async function prepared(checkoutSessionId: string, { address: payerAddress }: Payer) {
  const input = { checkoutSessionId, payerAddress };
  return (await stage.story.done("checkout.prepare", input)).preparedCheckout.payment;
}
