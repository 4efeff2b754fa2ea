import { z } from "zod";
import { addressOut, component, decimalOut } from "../../kit/answers.ts";
import { evmAddress } from "../../kit/evm-fields.ts";
import { omittable, request, requiredId } from "../../kit/fields.ts";
import { fromTokenUnits, toTokenUnits } from "../../kit/money.ts";
import { Refusal } from "../../kit/refusal.ts";
import { pageOperation } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import {
  checkoutSessionNotFound,
  checkoutSessionNotPending,
} from "../../schemas/checkout-sessions.ts";
import {
  balanceTooLow,
  invoiceClosed,
  nothingCollected,
  payerIsMerchant,
  termsChanged,
} from "../../schemas/payment-refusals.ts";
import { PreparedPayment, shownTerms } from "../../schemas/payments.ts";
import { chainDoesNotAnswer } from "../../schemas/settlements.ts";
import { capAllowance, capAmount, PreparedCap } from "../../schemas/spending-caps.ts";
import { requireCheckoutSession } from "../checkout-sessions/load-checkout-session.ts";
import {
  loadTerms,
  requireBalance,
  requirePayee,
  requirePayer,
  requireShownTerms,
} from "../payments/payment-terms.ts";
import { preparePayment } from "../payments/prepare-payment.ts";
import { prepareCap } from "../payments/spending-cap.ts";
import { amountDue, payableOf } from "./start-payment.ts";
import { getCheckoutState, offeredAt } from "./view-checkout.ts";

const PrepareCheckout = request({
  checkoutSessionId: requiredId(),
  payerAddress: evmAddress().meta({ description: "Address of the wallet that pays and signs" }),
  capAmount: omittable(capAmount()).meta({
    description:
      "Also prepares a spending cap, under which later invoices are collected: the cap's total limit, in USDC",
    example: "100.000000",
  }),
  capAllowance: capAllowance(),
  terms: shownTerms(),
});

const PreparedCheckout = component("PreparedCheckout", "The typed data for a wallet to sign.", {
  payerAddress: addressOut().meta({ description: "Address of the wallet that signs" }),
  balance: decimalOut().meta({ description: "The wallet's balance, in USDC" }),
  payment: PreparedPayment.nullable().meta({
    description: "The payment to sign; null if nothing is due now",
  }),
  cap: PreparedCap.nullable().meta({
    description: "The spending cap to sign; null if none was requested",
  }),
});

/** Changes nothing: the payment starts when the wallet's signatures are sent. */
export const prepareCheckout = pageOperation("POST /checkout/{checkoutSessionId}/prepare", {
  name: "checkout.prepare",
  summary: "Prepare what the wallet signs",
  description:
    "Returns the typed data of the payment that is due and, with `capAmount`, of a spending cap. Nothing is stored, so it can be called any number of times.",
  beforeBody: requireCheckoutSession,
  refusals: {
    payerIsMerchant,
    checkoutSessionNotFound,
    checkoutSessionNotPending,
    nothingCollected,
    termsChanged: termsChanged(["5.000000 USDC are due now, not 7.000000 USDC."]),
    invoiceClosed: invoiceClosed("VOID"),
    balanceTooLow: balanceTooLow(3_000_000n, 25_000_000n),
    chainDoesNotAnswer,
    tooManyRequests,
  },
  input: PrepareCheckout,
  output: z.object({ preparedCheckout: PreparedCheckout }),
  run: async (work, { checkoutSessionId, payerAddress, capAmount, capAllowance, terms }) => {
    const { session } = await getCheckoutState(work, checkoutSessionId);
    if (session.status !== "PENDING") throw new Refusal(checkoutSessionNotPending);
    requireShownTerms(terms, await loadTerms(work, await offeredAt(work, session)));
    const payee = requirePayee(work, session.service);
    const payer = requirePayer(payee, payerAddress);
    const due = amountDue(session.paymentPlan);
    const payment = due.isZero()
      ? null
      : await preparePayment(work, payee, payableOf(session), payer);
    const { balance, allowance } = await requireBalance(payee, payer, toTokenUnits(due));
    const preparedCheckout = {
      payerAddress,
      balance: fromTokenUnits(balance),
      payment,
      cap:
        capAmount === undefined
          ? null
          : await prepareCap(work, payee, session.subscriptionId, {
              payer,
              allowance,
              amount: capAmount,
              approved: capAllowance,
            }),
    };
    return { preparedCheckout };
  },
});
