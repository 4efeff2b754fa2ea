import type { z } from "zod";
import type { SignedCap } from "../../billing/spending-caps/keep-spending-cap.ts";
import type { PayCheckout } from "../../contract/checkout.ts";
import { allowanceTooLow, notSigned, termsTooOld } from "../../contract/checkout.ts";
import type { Hex } from "../../lib/evm-fields.ts";
import { toTokenUnits } from "../../lib/money.ts";
import { Refusal } from "../../lib/refusal.ts";
import { askChain } from "../../ports/ask-chain.ts";
import type { Parts } from "../../ports/parts.ts";
import type { CheckoutSessionView } from "../checkout-sessions/view.ts";
import { type Payee, requirePayer } from "./payment-terms.ts";

/** How long a cap is good for, in seconds: a year, after the hour in which it is to be signed. */
export const capValidity = 31_536_000n;

/**
 * Holds a signed cap against what was prepared, and against the wallet's allowance.
 *
 * @returns it, to be kept in the transaction that begins to pay
 */
export async function checkCap(
  parts: Parts,
  payee: Payee,
  { subscriptionId }: CheckoutSessionView,
  payerAddress: Hex,
  { amount, validUntil, nonce, ...signed }: NonNullable<z.output<typeof PayCheckout>["cap"]>,
): Promise<SignedCap> {
  const { collector, merchant } = payee;
  const payer = requirePayer(payee, payerAddress);
  const latest = (await askChain(parts.chain.deadline())) + capValidity;
  const ends = BigInt(validUntil);
  if (ends > latest || ends < latest - capValidity) throw new Refusal(termsTooOld);
  const units = toTokenUnits(amount);
  const cap = { payer, merchant, subscriptionId, amount: units, validUntil: ends, nonce };
  const typedData = await askChain(collector.capToSign(cap));
  const signature = await collector.signatureOf(payer, typedData, signed.signature);
  if (!(await askChain(collector.isSigned(payer, typedData, signature)))) {
    throw new Refusal(notSigned("cap"));
  }
  // What it has promised elsewhere is not asked: the answer would tell this seller of it.
  const { allowance } = await askChain(collector.walletOf(payer));
  if (allowance < units) throw new Refusal(allowanceTooLow(allowance, units));
  return { cap, amount, signature, collector };
}
