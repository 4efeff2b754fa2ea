import type { z } from "zod";
import { validitySeconds } from "../chain/settlement-chain.ts";
import type { CheckoutSessionView } from "../checkout-sessions/view.ts";
import type { Parts } from "../parts.ts";
import { askChain } from "../settlements/ask-chain.ts";
import type { Collecting, SettlementInput } from "../settlements/create-settlement.ts";
import type { Hex } from "../shared/evm-fields.ts";
import { Refusal } from "../shared/refusal.ts";
import { notSigned, termsTooOld } from "./errors.ts";
import { type Payee, paymentTerms, requireBalance, requirePayer } from "./payment-terms.ts";
import type { PayCheckout } from "./schema.ts";

type SignedPayment = NonNullable<z.output<typeof PayCheckout>["payment"]>;

/** How long what is signed must still be good for, in seconds: it takes a while to get into a block. */
const leastValidity = 60n;

/**
 * Holds a signed payment against the terms of the session as they are now, and against the wallet.
 *
 * @returns the settlement that it is for, and how it is collected
 */
export async function checkPayment(
  { chain }: Parts,
  payee: Payee,
  session: CheckoutSessionView,
  payerAddress: Hex,
  { validUntil, signature }: SignedPayment,
): Promise<{ settlement: SettlementInput; collecting: Collecting }> {
  const { collector, merchant } = payee;
  const payer = requirePayer(payee, payerAddress);
  const latest = await askChain(chain.deadline());
  const ends = BigInt(validUntil);
  if (ends > latest || ends < latest - validitySeconds + leastValidity)
    throw new Refusal(termsTooOld);
  const terms = paymentTerms(payee, session, payer, ends);
  const typedData = await askChain(collector.paymentToSign(terms));
  if (!(await askChain(collector.isSigned(payer, typedData, signature)))) {
    throw new Refusal(notSigned("payment"));
  }
  await requireBalance(payee, payer, terms.amount);
  const { invoiceId, referenceHash } = terms;
  return {
    settlement: { invoiceId, referenceHash, payerAddress, merchantAddress: merchant },
    collecting: {
      collect: "authorization",
      call: await collector.collectPayment(terms, signature),
      awaited: false,
    },
  };
}
