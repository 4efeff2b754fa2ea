import { randomInt } from "node:crypto";
import { askChain, CallReverted } from "../../chain/chain-errors.ts";
import type { Wallet } from "../../chain/collector.ts";
import { validitySeconds } from "../../chain/settlement-chain.ts";
import type { InTransaction } from "../../db/client.ts";
import type { Invoice, Settlement } from "../../db/generated/client.ts";
import { acceptsSettlement, amountDue } from "../../invoices/invoice-records.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import { Refusal } from "../../kit/refusal.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import {
  anotherPaymentUnderWay,
  invoiceClosed,
  notSigned,
  payerAddressRequired,
  paymentRequired,
  refusedByChain,
  termsTooOld,
  walletCannotSign,
} from "../../schemas/payment-refusals.ts";
import type { SignedPayment } from "../../schemas/payments.ts";
import { takeOnAttempt } from "../../settlements/attempts.ts";
import { refuseWithin } from "../../settlements/engine/commit-outcomes.ts";
import type { Collecting, SettlementInput } from "../../settlements/join-or-create.ts";
import { findUnderWay, isUnsent } from "../../settlements/load-settlement.ts";
import type { SignedCap } from "../../settlements/spending-caps/keep-spending-cap.ts";
import { admitAttempt } from "./admit-attempt.ts";
import { inWords, isOfSignature } from "./payment-state.ts";
import {
  type Payable,
  type Payee,
  paymentTerms,
  requireBalance,
  requirePayer,
} from "./payment-terms.ts";
import { lockPayments } from "./prepare-payment.ts";

/** How long a signature must still be valid, in seconds: it takes time to get into a block. */
const minValidity = 60n;

/** What a wallet signed to pay: this payment alone, or a cap whose first collection it is. */
type SignedWith =
  | { readonly payment: SignedPayment; readonly cap?: never }
  | { readonly cap: SignedCap; readonly payment?: never };

/**
 * Checks a signed payment against the current terms. It simulates the call exactly as it will be sent,
 * so the token itself checks the signature.
 *
 * @returns the settlement to make, how to collect it, and the wallet's balance
 */
async function proveAttempt(
  parts: Parts,
  payee: Payee,
  payable: Payable,
  payerAddress: Hex,
  { payment, cap }: SignedWith,
): Promise<{ settlement: SettlementInput; collecting: Collecting; wallet: Wallet }> {
  const { chain } = parts;
  const { collector, merchant } = payee;
  const payer = requirePayer(payee, payerAddress);
  const latest = await askChain(chain.deadline());
  const ends = payment === undefined ? latest : BigInt(payment.validUntil);
  if (ends > latest || ends < latest - validitySeconds + minValidity)
    throw new Refusal(termsTooOld);
  const terms = paymentTerms(payee, payable, payer, ends);
  const wallet = await requireBalance(payee, payer, terms.amount);
  const { signature } = payment ?? cap;
  const call =
    payment === undefined
      ? collector.collectUnderCap(terms, cap.cap, signature, cap.permit)
      : await collector.collectPayment(terms, signature);
  const operator = await operatorOf(parts);
  const refusalOf = async (error: unknown): Promise<never> => {
    if (!(error instanceof CallReverted)) throw error;
    const { message } = error;
    if (payment === undefined || !isOfSignature(message)) {
      throw new Refusal(refusedByChain(inWords(message)));
    }
    const typedData = await collector.paymentToSign(terms);
    const given = await collector.signatureOf(payer, typedData, signature);
    const cannot = await collector.cannotSign(payer, typedData, given);
    throw new Refusal(
      cannot ? walletCannotSign("payment.signature") : notSigned("payment.signature"),
    );
  };
  await askChain(chain.simulate({ ...terms, collection: call }, operator).catch(refusalOf));
  const { invoiceId, referenceHash } = terms;
  // Its payment deploys the wallet's contract, by calling whatever the signature names.
  const hasCode = wallet.hasCode || collector.deploysPayer(signature);
  return {
    settlement: { invoiceId, referenceHash, payerAddress, merchantAddress: merchant },
    collecting: {
      collect: payment === undefined ? "allowance" : "authorization",
      call,
      awaited: false,
    },
    wallet: { ...wallet, hasCode },
  };
}

/** Picks any operator account for the simulation. Asking the executor for the next one would use it up. */
export async function operatorOf({ executor }: Parts): Promise<Hex> {
  const { operators } = await askChain(executor.operators());
  const operator = operators[randomInt(operators.length)];
  if (operator === undefined) throw new Error("There is at least one operator.");
  return operator.address;
}

/** Starts what was proven, in one transaction. @returns false when somebody else was quicker */
export type Start = (at: InTransaction) => Promise<boolean>;

interface Payment {
  readonly payerAddress: Hex | undefined;
  readonly signed: SignedWith | null;
  /** The email and name typed on the page; null when the invoice bills a user already. */
  readonly payer: { readonly email: string; readonly name: string | undefined } | null;
}

/**
 * Checks a signed payment before any transaction, since that asks the chain.
 *
 * @param holdInvoice locks the invoice of the payment, which it may create
 * @returns what starts the payment
 */
export async function provePayment(
  parts: Parts,
  payee: Payee,
  payable: Payable,
  { payerAddress, signed, payer }: Payment,
  holdInvoice: (at: InTransaction) => Promise<Invoice>,
): Promise<Start> {
  if (payerAddress === undefined) throw new Refusal(payerAddressRequired);
  if (signed === null) throw new Refusal(paymentRequired);
  const { wallet, ...proven } = await proveAttempt(parts, payee, payable, payerAddress, signed);
  return async ({ tx, now }) => {
    await lockPayments(tx, "invoice", payable.invoiceId);
    const { collector, failureGas, settlementMaxGas, log, tally } = parts;
    const gasAtRisk = await admitAttempt(
      { tx, now, collector, failureGas, settlementMaxGas },
      { ...payable, ...proven, wallet },
    );
    const invoice = await holdInvoice({ tx, now });
    if (!acceptsSettlement(invoice, now)) throw new Refusal(invoiceClosed(invoice.status));
    const underWay = await findUnderWay({ db: tx }, invoice.id);
    if (underWay !== null) {
      if (isOwnPayment(underWay, payerAddress)) return false;
      const why = "Another wallet's payment took its place before it was sent.";
      await refuseWithin({ tx, now, log, tally }, underWay.id, why);
    }
    // A credit note may have lowered what is due since the payer signed.
    if (!amountDue(invoice).eq(payable.amount)) throw new Refusal(termsTooOld);
    await takeOnAttempt({ tx, now }, invoice, { ...proven, payer }, gasAtRisk);
    return true;
  };
}

/**
 * Whether the payment that is under way is the wallet's own. Another wallet's signed payment can be replaced until it
 * is sent.
 *
 * @throws Refusal anotherPaymentUnderWay when another wallet's payment was sent, or was not signed on a page
 */
export function isOwnPayment(
  underWay: Settlement | null,
  payerAddress: string | undefined,
): boolean {
  if (underWay === null) return false;
  if (underWay.payerAddress.toLowerCase() === payerAddress?.toLowerCase()) return true;
  if (!isUnsent(underWay)) throw new Refusal(anotherPaymentUnderWay);
  return false;
}
