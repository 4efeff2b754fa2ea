import { askChain, CallReverted } from "../chain/chain-errors.ts";
import type { PaymentTerms, Wallet } from "../chain/collector.ts";
import { validitySeconds } from "../chain/settlement-chain.ts";
import type { Collection } from "../chain/settlement-terms.ts";
import type { X402Payment } from "../db/generated/client.ts";
import { billOf } from "../invoices/bills/bill-document.ts";
import { topUpTerms } from "../invoices/open-invoice.ts";
import { inLowerCase } from "../kit/evm-fields.ts";
import { newId } from "../kit/ids.ts";
import { formatAmount } from "../kit/money.ts";
import type { Parts } from "../operation/ports/parts.ts";
import { operatorOf } from "../pages/payments/prove-payment.ts";
import type { Attempt } from "../settlements/attempts.ts";
import { NotPayable } from "./not-payable.ts";
import { findSold, type Sold } from "./payee.ts";
import type { ReadPayment } from "./read-payment.ts";

/** How long an authorization must still be valid, in seconds: it takes time to get into a block. */
const minValidity = 30n;

/** What can be taken on: the chain would carry it out now, or somebody else has. */
export interface ProvenTransfer extends Sold, Attempt {
  readonly invoiceId: string;
  readonly wallet: Wallet;
}

/**
 * Checks that a payment can be taken: the payee is one of the seller's, and the chain would carry the transfer out, or
 * somebody else has. It simulates the call exactly as it will be sent, so the token itself checks the signature.
 *
 * @param known the payment, if it was taken on before: what it is for stays
 * @throws NotPayable, or a Refusal when the chain does not answer
 */
export async function proveTransfer(
  parts: Parts,
  payment: ReadPayment,
  known: X402Payment | null,
): Promise<ProvenTransfer> {
  const { collector, payer, value, amount, signed, payTo } = payment;
  requireAgreement(parts, payment);
  const paymentPlanId = known?.paymentPlanId ?? payment.sold.paymentPlanId;
  const sold = await findSold(parts, { payTo, paymentPlanId });
  const { service } = sold;
  const invoiceId = known?.invoiceId ?? newId();
  const deadline = await askChain(parts.chain.deadline());
  const { billHash } = billOf({
    ...topUpTerms(amount),
    id: invoiceId,
    serviceId: service.id,
    subscriptionId: null,
  });
  const last = signed.validBefore - 1n;
  const terms = {
    referenceHash: billHash,
    invoiceId,
    payer,
    merchant: payTo,
    amount: value,
    validUntil: last < deadline ? last : deadline,
  };
  const call = collector.collectTransfer(terms, signed);
  const { wallet, isCarriedOut } = await requireTaken(parts, payment, { ...terms, call });
  if (!isCarriedOut && signed.validBefore < deadline - validitySeconds + minValidity) {
    throw new NotPayable(
      "invalid_exact_evm_payload_authorization_valid_before",
      `The authorization must be valid for another ${minValidity} s.`,
    );
  }
  // Its payment deploys the wallet's contract, by calling whatever the signature names.
  const hasCode = wallet.hasCode || collector.deploysPayer(signed.signature);
  return {
    ...sold,
    invoiceId,
    settlement: {
      invoiceId,
      referenceHash: billHash,
      payerAddress: payer,
      merchantAddress: payTo,
    },
    collecting: { collect: "transfer", call, awaited: true },
    payer: null,
    wallet: { ...wallet, hasCode },
  };
}

/** Checks that what was signed is what is asked for. */
function requireAgreement(
  { x402 }: Pick<Parts, "x402">,
  { collector, payer, to, payTo, value, asked, amount }: ReadPayment,
): void {
  if (to !== payTo) {
    const why = "The payment is to another address than payTo.";
    throw new NotPayable("invalid_exact_evm_recipient_mismatch", why);
  }
  if (payer === payTo) {
    throw new NotPayable("usance_payer_is_payee", "The payer and the payee are the same wallet.");
  }
  if (payTo === inLowerCase(collector.contract)) {
    throw new NotPayable("usance_unknown_payee", "The collector cannot be paid itself.");
  }
  if (value !== asked) {
    const why = "The payment is not of the amount that is asked for.";
    throw new NotPayable("invalid_exact_evm_payload_authorization_value_mismatch", why);
  }
  if (amount.lt(x402.leastAmount)) {
    const why = `A payment must be at least ${formatAmount(x402.leastAmount)} USDC.`;
    throw new NotPayable("usance_amount_too_low", why);
  }
}

/** Checks that the chain would carry the transfer out now, or that somebody else has. */
async function requireTaken(
  parts: Parts,
  { collector, payer, value, signed }: ReadPayment,
  { call, ...payment }: PaymentTerms & { readonly call: Collection },
): Promise<{ readonly wallet: Wallet; readonly isCarriedOut: boolean }> {
  const operator = await operatorOf(parts);
  const terms = { ...payment, collection: call };
  const [wallet, refused] = await Promise.all([
    askChain(collector.walletOf(payer)),
    askChain(
      parts.chain.simulate(terms, operator).then(
        () => null,
        (error: unknown) => {
          if (error instanceof CallReverted) return error;
          throw error;
        },
      ),
    ),
  ]);
  if (refused === null) return { wallet, isCarriedOut: false };
  const isUsed = mayBeCarriedOut(refused.message);
  // The token says that the authorization was used before it looks at the signature, which anybody may have changed.
  if (isUsed && !(await askChain(collector.isTransferSigned(payment, signed)))) {
    throw new NotPayable("invalid_exact_evm_signature", "The payer has not signed the payment.");
  }
  const isCarriedOut =
    isUsed && (await askChain(parts.chain.findTransfer(terms, parts.clock.now()))) !== null;
  if (!isCarriedOut) {
    throw new NotPayable(reasonOf(refused.message), "The chain refuses the payment.");
  }
  // Its money has moved already, so the wallet's balance does not have to cover it.
  return { wallet: { ...wallet, balance: wallet.balance + value }, isCarriedOut };
}

/**
 * Whether somebody else may have carried a transfer out that the token refuses: its authorization was used or cancelled, or it
 * has expired, which is looked at first.
 */
export const mayBeCarriedOut = (revert: string) =>
  /used or canceled|is expired|SettlementExpired/.test(revert);

/** What the token says, and the collector. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/used or canceled/, "invalid_exact_evm_nonce_already_used"],
  [/exceeds balance/, "invalid_exact_evm_insufficient_balance"],
  [/not yet valid/, "invalid_exact_evm_payload_authorization_valid_after"],
  [
    /authorization is expired|SettlementExpired/,
    "invalid_exact_evm_payload_authorization_valid_before",
  ],
  [/invalid signature|InvalidSignature|ECRecover/i, "invalid_exact_evm_signature"],
];

/** The protocol's reason for which the chain refuses a transfer. @param other the reason if the protocol has none for it */
export function reasonOf(
  revert: string,
  other = "invalid_exact_evm_transaction_simulation_failed",
): string {
  return reasons.find(([pattern]) => pattern.test(revert))?.[1] ?? other;
}
