import { z } from "zod";
import {
  allowanceTooLow,
  anotherPaymentUnderWay,
  balancePromised,
  balanceTooLow,
  Checkout,
  CheckoutId,
  CheckoutStatus,
  emailRequired,
  invoiceClosed,
  nothingCollected,
  notSigned,
  oneAtATime,
  PayCheckout,
  PrepareCheckout,
  PreparedCheckout,
  payerAddressRequired,
  payerIsMerchant,
  paymentRequired,
  refusedByChain,
  termsTooOld,
  tooManyUnderWay,
  waitAfterFailures,
} from "../../contract/checkout.ts";
import {
  checkoutSessionNotFound,
  checkoutSessionNotPending,
} from "../../contract/checkout-sessions.ts";
import { chainDoesNotAnswer } from "../../contract/settlements.ts";
import { visit } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import { requireCheckoutSession } from "../checkout-sessions/require-checkout-session.ts";
import { getCheckoutStatus } from "./get-checkout-status.ts";
import { payCheckout } from "./pay-checkout.ts";
import { prepareCheckout } from "./prepare-checkout.ts";
import { viewCheckout } from "./view-checkout.ts";

const Status = z.object({ checkoutStatus: CheckoutStatus });

export const checkout = {
  view: visit("GET /checkout/{checkoutSessionId}", {
    name: "checkout.view",
    summary: "See a checkout as its subscriber",
    description:
      "What is sold, for how much, by whom, and where it is paid. Whoever has the session's id may see it.",
    refusals: { checkoutSessionNotFound, tooManyRequests },
    input: CheckoutId,
    output: z.object({ checkout: Checkout }),
    run: async (work, input) => ({
      checkout: await viewCheckout(work, input.checkoutSessionId),
    }),
  }),

  prepare: visit("POST /checkout/{checkoutSessionId}/prepare", {
    name: "checkout.prepare",
    summary: "Prepare what a wallet is to sign",
    description:
      "The typed data of the payment that is due and, where `capAmount` asks for it, of a spending cap. Nothing is stored, so it can be asked for any number of times: what comes of it is decided by what is signed.",
    beforeBody: requireCheckoutSession,
    refusals: {
      payerIsMerchant,
      checkoutSessionNotFound,
      checkoutSessionNotPending,
      nothingCollected,
      invoiceClosed: invoiceClosed("VOID"),
      balanceTooLow: balanceTooLow(3_000_000n, 25_000_000n),
      chainDoesNotAnswer,
      tooManyRequests,
    },
    input: PrepareCheckout,
    output: z.object({ preparedCheckout: PreparedCheckout }),
    run: async (work, input) => ({
      preparedCheckout: await prepareCheckout(work, input),
    }),
  }),

  pay: visit("POST /checkout/{checkoutSessionId}/pay", {
    name: "checkout.pay",
    summary: "Pay, or confirm where nothing is due",
    description:
      "Takes what was signed on to the chain and answers at once; the status tells how it goes. What the chain would refuse is refused before it is sent. Once the chain shows the payment, the session is `PAID` and a subscription starts. Where nothing is due, that is so with the answer. Sent again, it never pays twice. A payment that is not sent yet makes room for another wallet's. After payments that reverted on the chain, a wallet waits before the next one is taken: 30 s, then twice as long each time, up to an hour; `Retry-After` says for how long.",
    beforeBody: requireCheckoutSession,
    refusals: {
      emailRequired,
      payerAddressRequired,
      payerIsMerchant,
      paymentRequired,
      termsTooOld,
      paymentNotSigned: notSigned("payment"),
      capNotSigned: notSigned("cap"),
      checkoutSessionNotFound,
      checkoutSessionNotPending,
      nothingCollected,
      invoiceClosed: invoiceClosed("VOID"),
      balanceTooLow: balanceTooLow(3_000_000n, 25_000_000n),
      refusedByChain: refusedByChain(
        "USDC has blocked the wallet that pays, or the one that is paid.",
      ),
      balancePromised,
      tooManyUnderWay,
      anotherPaymentUnderWay,
      oneAtATime,
      waitAfterFailures: waitAfterFailures(30),
      waitLonger: waitAfterFailures(480),
      chainDoesNotAnswer,
      tooManyRequests,
      allowanceTooLow: allowanceTooLow(0n, 100_000_000n),
    },
    input: PayCheckout,
    output: Status,
    run: async (work, input) => ({
      checkoutStatus: await payCheckout(work, input, work.request.id),
    }),
  }),

  status: visit("GET /checkout/{checkoutSessionId}/status", {
    name: "checkout.status",
    summary: "See how a checkout's payment goes",
    description:
      "For a page that waits: ask until the session is `PAID`, or its payment has failed. A payment that was sent is checked against the chain on every read.",
    refusals: { checkoutSessionNotFound, tooManyRequests },
    input: CheckoutId,
    output: Status,
    run: async (work, input) => ({
      checkoutStatus: await getCheckoutStatus(work, input.checkoutSessionId),
    }),
  }),
};
