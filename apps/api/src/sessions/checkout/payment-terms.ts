import {
  balanceTooLow,
  nothingCollected,
  payerIsMerchant,
} from "../../contract/checkout-refusals.ts";
import { checkoutSessionNotPending } from "../../contract/checkout-sessions.ts";
import { type Hex, inLowerCase } from "../../lib/evm-fields.ts";
import { Amount, toTokenUnits } from "../../lib/money.ts";
import { Refusal } from "../../lib/refusal.ts";
import { askChain } from "../../ports/ask-chain.ts";
import type { Collector, PaymentTerms, Wallet } from "../../ports/collector.ts";
import type { Parts } from "../../ports/parts.ts";
import type { CheckoutSessionView } from "../checkout-sessions/view.ts";

/** The amount to pay at checkout, in USDC: the plan's amount, or zero if that is the price of a unit used later. */
export function amountDue({ pricingType, amount }: CheckoutSessionView["paymentPlan"]): Amount {
  return new Amount(pricingType === "USAGE_BASED" ? 0 : amount.toFixed());
}

/** The contract that collects a session's payments, and the address that receives them. */
export interface Payee {
  readonly collector: Collector;
  readonly merchant: Hex;
}

/** @returns null when payments cannot be taken: there is no collector here, or the seller has no payout address */
export function payeeOf(
  { collector }: Pick<Parts, "collector">,
  { service }: CheckoutSessionView,
): Payee | null {
  const { payoutAddress } = service;
  if (collector === null || payoutAddress === null) return null;
  const merchant = inLowerCase(payoutAddress);
  // The collector keeps no money, so it refuses to be paid itself.
  return merchant === inLowerCase(collector.contract) ? null : { collector, merchant };
}

/** @throws Refusal nothingCollected when payments cannot be taken */
export function requirePayee(parts: Pick<Parts, "collector">, session: CheckoutSessionView): Payee {
  const payee = payeeOf(parts, session);
  if (payee === null) throw new Refusal(nothingCollected);
  return payee;
}

/** The payer's address. @throws Refusal payerIsMerchant for the seller's own */
export function requirePayer({ merchant }: Payee, payerAddress: string): Hex {
  const payer = inLowerCase(payerAddress);
  if (payer === merchant) throw new Refusal(payerIsMerchant);
  return payer;
}

/** Checks that a wallet has the amount due. @param due in token units */
export async function requireBalance(
  { collector }: Payee,
  payer: Hex,
  due: bigint,
): Promise<Wallet> {
  const wallet = await askChain(collector.walletOf(payer));
  if (wallet.balance < due) throw new Refusal(balanceTooLow(wallet.balance, due));
  return wallet;
}

/** The terms that a payer signs to pay a session. They are always the same, except for the time. */
export function paymentTerms(
  { merchant }: Payee,
  { invoiceId, referenceHash: reference, paymentPlan }: CheckoutSessionView,
  payer: Hex,
  validUntil: bigint,
): PaymentTerms {
  const amount = toTokenUnits(amountDue(paymentPlan));
  // Sessions that ended before references were introduced have none.
  if (reference === null) throw new Refusal(checkoutSessionNotPending);
  const referenceHash = reference as Hex;
  return { referenceHash, invoiceId, payer, merchant, amount, validUntil };
}
