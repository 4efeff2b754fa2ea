import { afterEach, expect, test } from "vitest";
import { collectorAddress } from "../../src/cli/dev/deploy-contracts.ts";
import { aPayer } from "../harness/payer.ts";
import { usdc } from "../harness/usdc.ts";
import { maxGas, useCheckoutStage } from "./checkout-stage.ts";

/* Actions of the token's issuer against everybody, and against one account. */

const stage = useCheckoutStage();
const { checkout, issuer, pay, paysThrough, sending, service, settleAfter, signed, status } = stage;

afterEach(stage.agrees);

const paused = "USDC is paused by its issuer: nobody can pay with it at the moment.";
const blacklisted = "USDC has blocked the wallet that pays, or the one that is paid.";

type Checkout = Awaited<ReturnType<typeof checkout>>;
type Payer = Awaited<ReturnType<typeof aPayer>>;
type Whom = (checkout: Checkout, payer: Payer) => `0x${string}`;

const cases: readonly (readonly [string, Whom | null, string])[] = [
  ["pauses", null, paused],
  ["blacklists the payer", (_, { address }) => address, blacklisted],
  ["blacklists the merchant", ({ payoutAddress }) => payoutAddress, blacklisted],
  ["blacklists the collector", () => collectorAddress, blacklisted],
];
const call = (whom: ReturnType<Whom> | undefined) =>
  whom === undefined ? usdc.pause() : usdc.blacklist(whom);
const undoing = (whom: ReturnType<Whom> | undefined) =>
  whom === undefined ? usdc.unpause() : usdc.unBlacklist(whom);

test.each(cases)(
  "a token that %s refuses a payment before it is sent, and accepts it once that is over",
  async (_, choose, why) => {
    const session = await checkout();
    const { checkoutSessionId } = session;
    const payer = await aPayer(service());
    const terms = await signed(checkoutSessionId, payer);
    const whom = choose?.(session, payer);
    await issuer().send(call(whom));

    const sent = await sending(async () => {
      const { status: code, body } = await pay(terms);
      expect([code, body.error]).toEqual([
        409,
        `The payment would fail, so it was not sent. ${why}`,
      ]);
    });

    expect(sent).toEqual([]);
    await issuer().send(undoing(whom));
    await paysThrough(checkoutSessionId, payer);
  },
);

test.each(cases)(
  "a token that %s after a payment is accepted takes nothing, and another payer can pay once that is over",
  async (_, choose, why) => {
    const session = await checkout();
    const { checkoutSessionId } = session;
    const payer = await aPayer(service(), "25");
    expect((await pay(await signed(checkoutSessionId, payer))).status).toBe(200);
    const whom = choose?.(session, payer);

    const sent = await sending(() => settleAfter(() => issuer().sendFirst(call(whom))));

    expect(sent).toMatchObject([{ status: "reverted" }]);
    for (const { gasLimit, gasUsed } of sent) {
      expect(gasLimit).toBeLessThanOrEqual(maxGas);
      expect(gasUsed).toBeLessThanOrEqual(80_000n);
    }
    expect(await status(checkoutSessionId)).toMatchObject({
      status: "PENDING",
      payment: { status: "FAILED", isFinal: true, failure: `${why} Nothing was taken.` },
    });
    expect(await payer.balance()).toBe("25.000000");
    await issuer().send(undoing(whom));
    await paysThrough(checkoutSessionId, await aPayer(service()));
  },
);

test.each(cases)(
  "a token that %s before a payment is sent fails it without a nonce",
  async (_, choose, why) => {
    const session = await checkout();
    const { checkoutSessionId } = session;
    const payer = await aPayer(service());
    expect((await pay(await signed(checkoutSessionId, payer))).status).toBe(200);
    const whom = choose?.(session, payer);
    await issuer().send(call(whom));

    const sent = await sending(stage.settleAll);

    expect(sent).toEqual([]);
    expect(await status(checkoutSessionId)).toMatchObject({
      status: "PENDING",
      payment: { status: "FAILED", isFinal: true, failure: `${why} Nothing was taken.` },
    });
    await issuer().send(undoing(whom));
    // Nothing has failed on the chain, so there is nothing to wait for.
    await paysThrough(checkoutSessionId, payer);
  },
);

test("a paused token makes the service not ready, until it is unpaused", async () => {
  const readiness = async () => (await fetch(`${service().url}/ready`)).json();
  const { checkoutSessionId } = await checkout();
  await issuer().send(usdc.pause());
  expect(JSON.stringify(await readiness())).toContain("is paused by its issuer");
  await issuer().send(usdc.unpause());
  await paysThrough(checkoutSessionId, await aPayer(service()));
});

test("a token that blacklists merchants leaves the service ready, with a warning that has their number", async () => {
  const readiness = async () => {
    const answer = await fetch(`${service().url}/ready`);
    return [answer.status, await answer.json()];
  };
  const shows = (warnings: readonly string[]) =>
    expect
      .poll(readiness, { timeout: 30_000, interval: 200 })
      .toEqual([200, { ready: true, reasons: [], warnings }]);
  const [one, other] = [await checkout(), await checkout()];
  await shows([]);

  await issuer().send(usdc.blacklist(one.payoutAddress));
  await shows(["USDC has blacklisted 1 merchant; payments to it are refused."]);
  await issuer().send(usdc.blacklist(other.payoutAddress));
  await shows(["USDC has blacklisted 2 merchants; payments to them are refused."]);

  const { checkoutSessionId } = await checkout();
  await paysThrough(checkoutSessionId, await aPayer(service()));
  await issuer().send(usdc.unBlacklist(one.payoutAddress));
  await issuer().send(usdc.unBlacklist(other.payoutAddress));
  await shows([]);
});

test.each([
  ["collector", () => collectorAddress],
  ["settlement signer", () => service().signer],
] as const)(
  "a token that blacklists the %s makes the service not ready, until the address is taken off the list",
  async (whose, find) => {
    const readiness = async () => {
      const answer = await fetch(`${service().url}/ready`);
      const { reasons } = (await answer.json()) as { readonly reasons: readonly string[] };
      return [answer.status, reasons.join(" ")];
    };
    // The service shares an answer for a second.
    const shows = (status: number, reasons: unknown) =>
      expect.poll(readiness, { timeout: 30_000, interval: 200 }).toEqual([status, reasons]);
    const { checkoutSessionId } = await checkout();
    await issuer().send(usdc.blacklist(find()));
    const named = new RegExp(`has blacklisted the ${whose} ${find()}\\.`, "i");
    await shows(503, expect.stringMatching(named));

    await issuer().send(usdc.unBlacklist(find()));

    await shows(200, "");
    await paysThrough(checkoutSessionId, await aPayer(service()));
  },
);
