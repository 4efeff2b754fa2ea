import type { z } from "zod";
import { acceptsSettlement, peekInvoice } from "../../billing/invoices/invoice-records.ts";
import { OnePreparedCheckout, PrepareCheckout } from "../../contract/checkout.ts";
import {
  balanceTooLow,
  invoiceClosed,
  nothingCollected,
  payerIsMerchant,
} from "../../contract/checkout-refusals.ts";
import {
  checkoutSessionNotFound,
  checkoutSessionNotPending,
} from "../../contract/checkout-sessions.ts";
import { chainDoesNotAnswer } from "../../contract/settlements.ts";
import type { Hex } from "../../lib/evm-fields.ts";
import { fromTokenUnits, toTokenUnits } from "../../lib/money.ts";
import { Refusal } from "../../lib/refusal.ts";
import { visit } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import { askChain } from "../../ports/ask-chain.ts";
import type { Parts } from "../../ports/parts.ts";
import { requireCheckoutSession } from "../checkout-sessions/require-checkout-session.ts";
import type { CheckoutSessionView } from "../checkout-sessions/view.ts";
import { getCheckoutState } from "./checkout-state.ts";
import {
  amountDue,
  type Payee,
  paymentTerms,
  requireBalance,
  requirePayee,
  requirePayer,
} from "./payment-terms.ts";
import { prepareCap } from "./spending-cap.ts";

/** Changes nothing: the payment starts when the wallet's signatures are sent. */
export const prepareCheckout = visit("POST /checkout/{checkoutSessionId}/prepare", {
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
    invoiceClosed: invoiceClosed("VOID"),
    balanceTooLow: balanceTooLow(3_000_000n, 25_000_000n),
    chainDoesNotAnswer,
    tooManyRequests,
  },
  input: PrepareCheckout,
  output: OnePreparedCheckout,
  run: async (work, { checkoutSessionId, payerAddress, capAmount, capAllowance }) => {
    const { session } = await getCheckoutState(work, checkoutSessionId);
    if (session.status !== "PENDING") throw new Refusal(checkoutSessionNotPending);
    const payee = requirePayee(work, session);
    const payer = requirePayer(payee, payerAddress);
    const due = amountDue(session.paymentPlan);
    if (!due.isZero()) await requireOpenInvoice(work, session);
    const { balance, allowance } = await requireBalance(payee, payer, toTokenUnits(due));
    const preparedCheckout = {
      payerAddress,
      balance: fromTokenUnits(balance),
      payment: due.isZero() ? null : await preparePayment(work, payee, session, payer),
      cap:
        capAmount === undefined
          ? null
          : await prepareCap(work, payee, session, {
              payer,
              allowance,
              amount: capAmount,
              approved: capAllowance,
            }),
    };
    return { preparedCheckout };
  },
});

/** The seller may have voided the invoice of an earlier payment: nobody should sign for it. */
async function requireOpenInvoice(
  { db, clock }: Pick<Parts, "db" | "clock">,
  { invoiceId }: CheckoutSessionView,
): Promise<void> {
  const invoice = await peekInvoice({ db }, invoiceId);
  if (invoice === null || acceptsSettlement(invoice, clock.now())) return;
  throw new Refusal(invoiceClosed(invoice.status));
}

async function preparePayment(
  { chain }: Pick<Parts, "chain">,
  payee: Payee,
  session: CheckoutSessionView,
  payer: Hex,
): Promise<z.input<typeof OnePreparedCheckout>["preparedCheckout"]["payment"]> {
  const validUntil = await askChain(chain.deadline());
  const terms = paymentTerms(payee, session, payer, validUntil);
  const typedData = await askChain(payee.collector.paymentToSign(terms));
  return { validUntil: Number(validUntil), typedData };
}
