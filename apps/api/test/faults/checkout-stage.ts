import { expect } from "vitest";
import { reconcile } from "../../src/settlements/engine/reconcile.ts";
import { rpc } from "../harness/chain.ts";
import { aCheckout, monthly, settleAll, signed } from "../harness/checkout.ts";
import { restDoor } from "../harness/doors.ts";
import { contradictions } from "../harness/oracle.ts";
import type { Payer } from "../harness/payer.ts";
import { type Sent, sentBy } from "../harness/sent.ts";
import { newChain, payments, useService } from "../harness/service.ts";
import { Story } from "../harness/story.ts";
import { deployUsdcLike, usdcIssuer } from "../harness/usdc.ts";

/** The default gas limit of a settlement. */
export const maxGas = 500_000n;

export const notSigned =
  "payment.signature is not the payer's over the prepared terms. Sign again.";

export const tooMuchGas = expect.stringMatching(
  /^The payment would fail, so it was not sent\. The \w+ needs (?:more than \d+|too much) gas/,
);

type Terms = Awaited<ReturnType<typeof signed>>;

/**
 * A service that takes payments in a token like USDC, for a test file. The test sets its clock and runs its
 * reconciler, so it can act between two steps of a settlement.
 */
export function useCheckoutStage(environment: Readonly<Record<string, string>> = {}) {
  const given = { ...payments, ...environment };
  const service = useService(given, () => newChain(deployUsdcLike));
  const story = new Story(restDoor, service);

  const status = async (checkoutSessionId: string) =>
    (await story.done("checkout.status", { checkoutSessionId })).checkoutStatus;

  const pay = (terms: Terms) => story.call("checkout.pay", terms);

  return {
    service,
    story,
    status,
    pay,
    issuer: () => usdcIssuer(service().anvil.url),
    /** A checkout of 25 USDC; of the same service as another one if that is given. */
    checkout: async (of?: { readonly serviceId: string; readonly paymentPlanId: string }) => {
      if (of === undefined) return aCheckout(story, monthly);
      const { serviceId, paymentPlanId } = of;
      const input = { serviceId, paymentPlanId };
      const { checkoutSession } = await story.done("checkoutSessions.create", input);
      return { ...checkoutSession, checkoutSessionId: checkoutSession.id as string };
    },
    signed: (checkoutSessionId: string, payer: Payer) => signed(story, checkoutSessionId, payer),
    settleAll: () => settleAll(service()),

    /** Sends the accepted payments. Calls made meanwhile are in the same block before them. */
    settleAfter: async (meanwhile: () => Promise<void>) => {
      await rpc(service(), "evm_setAutomine", [false]);
      try {
        service().clock.advance(10);
        await reconcile(service().parts);
        await meanwhile();
        await rpc(service(), "anvil_mine", ["0x1"]);
      } finally {
        await rpc(service(), "evm_setAutomine", [true]);
      }
      await settleAll(service());
    },

    /** The transactions that the signer sends during some work. */
    sending: async (something: () => Promise<void>): Promise<Sent[]> => {
      const before = await sentBy(service().anvil.url, service().signer);
      await something();
      return (await sentBy(service().anvil.url, service().signer)).slice(before.length);
    },

    /** Signs, pays, and waits until it is paid. */
    paysThrough: async (checkoutSessionId: string, payer: Payer) => {
      const terms = await signed(story, checkoutSessionId, payer);
      const answer = await pay(terms);
      expect([answer.status, answer.body.error]).toEqual([200, undefined]);
      await settleAll(service());
      expect(await status(checkoutSessionId)).toMatchObject({
        status: "PAID",
        payment: { status: "CONFIRMED", payerAddress: payer.address },
      });
    },

    /** Nothing is left to do, and the ledger, the chain and the signer agree. */
    agrees: async () => {
      await settleAll(service());
      const { databaseUrl, contract, clock, anvil, parts } = service();
      expect(await parts.db.settlement.count({ where: { nextCheckAt: { not: null } } })).toBe(0);
      const judged = { databaseUrl, rpcUrl: anvil.url, contract, now: clock.now() };
      expect(await contradictions(judged)).toEqual([]);
    },
  };
}
