import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { acceptsSettlement, peekInvoice } from "../../billing/invoices/get-invoice.ts";
import type { PrepareCheckout, PreparedCheckout } from "../../contract/checkout.ts";
import { invoiceClosed } from "../../contract/checkout.ts";
import { checkoutSessionNotPending } from "../../contract/checkout-sessions.ts";
import type { Hex } from "../../lib/evm-fields.ts";
import { type Amount, fromTokenUnits, toTokenUnits } from "../../lib/money.ts";
import { Refusal } from "../../lib/refusal.ts";
import { askChain } from "../../ports/ask-chain.ts";
import type { Parts } from "../../ports/parts.ts";
import type { CheckoutSessionView } from "../checkout-sessions/view.ts";
import { getCheckoutState } from "./get-checkout-status.ts";
import {
  amountDue,
  type Payee,
  paymentTerms,
  requireBalance,
  requirePayee,
  requirePayer,
} from "./payment-terms.ts";
import { capValidity } from "./spending-cap.ts";

type Prepared = z.input<typeof PreparedCheckout>;

/** What a wallet is to sign, to pay what is due now and for a spending cap. It changes nothing. */
export async function prepareCheckout(
  parts: Parts,
  { checkoutSessionId, payerAddress, capAmount, capAllowance }: z.output<typeof PrepareCheckout>,
): Promise<Prepared> {
  const { session } = await getCheckoutState(parts, checkoutSessionId);
  if (session.status !== "PENDING") throw new Refusal(checkoutSessionNotPending);
  const payee = requirePayee(parts, session);
  const payer = requirePayer(payee, payerAddress);
  const due = amountDue(session.paymentPlan);
  if (!due.isZero()) await requireOpenInvoice(parts, session);
  const wallet = await requireBalance(payee, payer, toTokenUnits(due));
  return {
    payerAddress,
    balance: fromTokenUnits(wallet.balance),
    payment: due.isZero() ? null : await preparePayment(parts, payee, session, payer),
    cap:
      capAmount === undefined
        ? null
        : await prepareCap(parts, payee, session, {
            payer,
            ...wallet,
            amount: capAmount,
            allowed: capAllowance,
          }),
  };
}

/** What the seller has voided after a first attempt is not to be signed for. */
async function requireOpenInvoice(
  { db, clock }: Parts,
  { invoiceId }: CheckoutSessionView,
): Promise<void> {
  const invoice = await peekInvoice({ db }, invoiceId);
  if (invoice === null || acceptsSettlement(invoice, clock.now())) return;
  throw new Refusal(invoiceClosed(invoice.status));
}

async function preparePayment(
  { chain }: Parts,
  payee: Payee,
  session: CheckoutSessionView,
  payer: Hex,
): Promise<Prepared["payment"]> {
  const validUntil = await askChain(chain.deadline());
  const terms = paymentTerms(payee, session, payer, validUntil);
  const typedData = await askChain(payee.collector.paymentToSign(terms));
  return { validUntil: Number(validUntil), typedData };
}

interface AskedCap {
  readonly payer: Hex;
  /** The collector's now, in token units. */
  readonly allowance: bigint;
  readonly amount: Amount;
  /** What an earlier answer said that the allowance must be. */
  readonly allowed: Amount | undefined;
}

/**
 * One allowance serves all caps that a wallet has signed, with any seller here. How much the others need is
 * not added up, since that would tell anybody who names the wallet: this cap comes on top of whatever
 * is allowed already, unless the caller says that it has been approved since.
 */
function neededAllowance(allowance: bigint, cap: bigint, allowed: bigint | undefined): bigint {
  if (allowed !== undefined && allowed >= cap) return allowed;
  return allowance >= unlimited ? cap : allowance + cap;
}

/** A wallet that allows more than there is of the token has allowed all, in token units. */
const unlimited = 10n ** 20n;

async function prepareCap(
  parts: Parts,
  { collector, merchant }: Payee,
  { subscriptionId }: CheckoutSessionView,
  { payer, allowance, amount, allowed }: AskedCap,
): Promise<Prepared["cap"]> {
  const validUntil = (await askChain(parts.chain.deadline())) + capValidity;
  const nonce: Hex = `0x${randomBytes(32).toString("hex")}`;
  const cap = {
    payer,
    merchant,
    subscriptionId,
    amount: toTokenUnits(amount),
    validUntil,
    nonce,
  };
  const needed = neededAllowance(allowance, cap.amount, allowed && toTokenUnits(allowed));
  return {
    amount,
    allowance: fromTokenUnits(needed),
    validUntil: Number(validUntil),
    nonce,
    typedData: await askChain(collector.capToSign(cap)),
    approval: allowance >= needed ? null : collector.approvalOf(needed),
  };
}
