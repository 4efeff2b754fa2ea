import { z } from "zod";
import { inTransaction } from "../../db/client.ts";
import { addressOut, component, decimalOut } from "../../kit/answers.ts";
import { evmAddress } from "../../kit/evm-fields.ts";
import { omittable, request, requiredId } from "../../kit/fields.ts";
import { fromTokenUnits, toTokenUnits } from "../../kit/money.ts";
import { Refusal } from "../../kit/refusal.ts";
import { everyone } from "../../kit/tenant.ts";
import { noteWrite } from "../../operation/access/audit/note-write.ts";
import { pageOperation } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import { OneCheckoutStatus, PayCheckout } from "../../schemas/checkout.ts";
import {
  checkoutSessionNotFound,
  checkoutSessionNotPending,
} from "../../schemas/checkout-sessions.ts";
import {
  allowanceTooLow,
  balanceTooLow,
  emailRequired,
  invoiceClosed,
  nothingCollected,
  notSigned,
  payerIsMerchant,
  paymentRefusals,
  termsChanged,
} from "../../schemas/payment-refusals.ts";
import { PreparedPayment, shownTerms } from "../../schemas/payments.ts";
import { chainDoesNotAnswer } from "../../schemas/settlements.ts";
import { CapLimits, capLimits, PreparedCap } from "../../schemas/spending-caps.ts";
import { requireCheckoutSession } from "../checkout-sessions/load-checkout-session.ts";
import {
  loadTerms,
  requireBalance,
  requirePayee,
  requirePayer,
  requireShownTerms,
} from "../payments/payment-terms.ts";
import { preparePayment } from "../payments/prepare-payment.ts";
import { isOwnPayment } from "../payments/prove-payment.ts";
import { prepareCap } from "../payments/spending-cap.ts";
import { amountDue, payableOf, proveCheckoutPayment, proveSubscription } from "./start-payment.ts";
import { getCheckoutState, offeredAt, statusOf } from "./view-checkout.ts";

/**
 * Starts the payment that a subscriber signed. The amount due becomes an invoice with a settlement of the same engine
 * as all others, and the reconciler takes it to the chain. If nothing is due, the session is `PAID` at once. A repeated
 * call from the same wallet returns the status of the payment that it has started.
 */
export const payCheckout = pageOperation("POST /checkout/{checkoutSessionId}/pay", {
  name: "checkout.pay",
  summary: "Pay a checkout, or confirm it if nothing is due",
  description:
    "Accepts the signed payment and returns at once, while the payment goes to the chain; poll the status for the result. A payment that the chain would refuse is refused here and never sent. Once the payment is confirmed on-chain, the session is `PAID` and a subscription starts. If nothing is due, this call itself does that. Repeating the call never pays twice. Until a payment is sent to the chain, another wallet's payment can replace it. After payments that reverted on the chain, a wallet has to wait before the next one: 30 s, then twice as long each time, up to one hour. `Retry-After` gives the time to wait.",
  beforeBody: requireCheckoutSession,
  refusals: {
    ...paymentRefusals,
    emailRequired,
    capNotSigned: notSigned("cap.signature"),
    permitNotSigned: notSigned("cap.permit.signature"),
    checkoutSessionNotFound,
    checkoutSessionNotPending,
    chainDoesNotAnswer,
    tooManyRequests,
    allowanceTooLow: allowanceTooLow(0n, 100_000_000n),
  },
  input: PayCheckout,
  output: OneCheckoutStatus,
  run: async (work, input) => {
    const before = await getCheckoutState(work, input.checkoutSessionId);
    const { session, underWay } = before;
    if (session.status !== "PAID" && !isOwnPayment(underWay, input.payerAddress)) {
      if (session.status !== "PENDING") throw new Refusal(checkoutSessionNotPending);
      if (session.userId === null && input.user?.email === undefined) {
        throw new Refusal(emailRequired);
      }
      const { terms, rateCards } = await loadTerms(work, await offeredAt(work, session));
      requireShownTerms(input.terms, terms, {
        isSigned: input.payment !== undefined || input.cap !== undefined,
      });
      const start = amountDue(session.paymentPlan).isZero()
        ? await proveSubscription(work, session, { ...input, rateCards })
        : await proveCheckoutPayment(work, session, { ...input, rateCards });
      const now = await work.time();
      await inTransaction(work.db, async (tx) => {
        if (!(await start({ tx, now }))) return;
        const write = { apiKeyId: "checkout", tenant: everyone, operation: "checkout.pay" };
        await noteWrite({ tx, now }, { ...write, requestId: work.request.id }, session);
      });
    }
    return { checkoutStatus: await statusOf(work, await getCheckoutState(work, session.id)) };
  },
});

const PrepareCheckout = request({
  checkoutSessionId: requiredId(),
  payerAddress: evmAddress().meta({ description: "Address of the wallet that pays and signs" }),
  cap: omittable(CapLimits).meta({
    description:
      "Prepares a spending cap, under which what is due now and later invoices are collected: its limits",
    example: capLimits,
  }),
  terms: shownTerms(),
});

const PreparedCheckout = component("PreparedCheckout", "The typed data for a wallet to sign.", {
  payerAddress: addressOut().meta({ description: "Address of the wallet that signs" }),
  balance: decimalOut().meta({ description: "The wallet's balance, in USDC" }),
  payment: PreparedPayment.nullable().meta({
    description:
      "The payment to sign; null if nothing is due now, or a cap is prepared, under which it is collected",
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
    "Returns the typed data of the payment that is due or, with `cap`, of a spending cap under which it is collected and, if the wallet allows too little, of a permit. The wallet sends no transaction. Nothing is stored, so it can be called any number of times.",
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
  run: async (work, { checkoutSessionId, payerAddress, cap: limits, terms }) => {
    const { session } = await getCheckoutState(work, checkoutSessionId);
    if (session.status !== "PENDING") throw new Refusal(checkoutSessionNotPending);
    const current = await loadTerms(work, await offeredAt(work, session));
    requireShownTerms(terms, current.terms);
    const payee = requirePayee(work, session.service);
    const payer = requirePayer(payee, payerAddress);
    const due = amountDue(session.paymentPlan);
    const payment =
      due.isZero() || limits !== undefined
        ? null
        : await preparePayment(work, payee, payableOf(session), payer);
    const wallet = await requireBalance(payee, payer, toTokenUnits(due));
    const preparedCheckout = {
      payerAddress,
      balance: fromTokenUnits(wallet.balance),
      payment,
      cap:
        limits === undefined
          ? null
          : await prepareCap(work, payee, session.subscriptionId, {
              payer,
              wallet,
              limits,
              rateCards: current.rateCards,
              replaced: null,
            }),
    };
    return { preparedCheckout };
  },
});
