import { balanceTooLow, nothingCollected, payerIsMerchant } from "../../contract/checkout.ts";
import { checkoutSessionNotPending } from "../../contract/checkout-sessions.ts";
import { type Hex, inLowerCase } from "../../lib/evm-fields.ts";
import { Amount, toTokenUnits } from "../../lib/money.ts";
import { Refusal } from "../../lib/refusal.ts";
import { askChain } from "../../ports/ask-chain.ts";
import type { Collector, PaymentTerms, Wallet } from "../../ports/collector.ts";
import type { Parts } from "../../ports/parts.ts";
import type { CheckoutSessionView } from "../checkout-sessions/view.ts";

/** What is paid at checkout, in USDC: the plan's amount, unless it is the price of a unit that is used later. */
export function amountDue({ pricingType, amount }: CheckoutSessionView["paymentPlan"]): Amount {
  return new Amount(pricingType === "USAGE_BASED" ? 0 : amount.toFixed());
}

/** Who takes a session's payments, and who is paid. */
export interface Payee {
  readonly collector: Collector;
  readonly merchant: Hex;
}

/** @returns null when payments cannot be taken: nobody takes them here, or the seller has not said where they go */
export function payeeOf(
  { collector }: Pick<Parts, "collector">,
  { service }: CheckoutSessionView,
): Payee | null {
  const { payoutAddress } = service;
  if (collector === null || payoutAddress === null) return null;
  const merchant = inLowerCase(payoutAddress);
  // It keeps no money, and refuses to be paid.
  return merchant === inLowerCase(collector.contract) ? null : { collector, merchant };
}

/** The same where there is to be one. */
export function requirePayee(parts: Pick<Parts, "collector">, session: CheckoutSessionView): Payee {
  const payee = payeeOf(parts, session);
  if (payee === null) throw new Refusal(nothingCollected);
  return payee;
}

/** The wallet that pays: another than the seller's. */
export function requirePayer({ merchant }: Payee, payerAddress: string): Hex {
  const payer = inLowerCase(payerAddress);
  if (payer === merchant) throw new Refusal(payerIsMerchant);
  return payer;
}

/** A wallet that has what is due, in token units. @returns what it has, and what it allows */
export async function requireBalance(
  { collector }: Payee,
  payer: Hex,
  due: bigint,
): Promise<Wallet> {
  const wallet = await askChain(collector.walletOf(payer));
  if (wallet.balance < due) throw new Refusal(balanceTooLow(wallet.balance, due));
  return wallet;
}

/** What a payer signs to pay a session: the same terms whenever they are asked for, but for the time. */
export function paymentTerms(
  { merchant }: Payee,
  { invoiceId, referenceHash: reference, paymentPlan }: CheckoutSessionView,
  payer: Hex,
  validUntil: bigint,
): PaymentTerms {
  const amount = toTokenUnits(amountDue(paymentPlan));
  // One that ended before references were set aside.
  if (reference === null) throw new Refusal(checkoutSessionNotPending);
  const referenceHash = reference as Hex;
  return { referenceHash, invoiceId, payer, merchant, amount, validUntil };
}
