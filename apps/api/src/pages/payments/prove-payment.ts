import type { InTransaction } from "../../db/client.ts";
import type { Invoice, Settlement } from "../../db/generated/client.ts";
import { amountDue } from "../../invoices/amount-due.ts";
import { acceptsSettlement } from "../../invoices/invoice-records.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import { Refusal } from "../../kit/refusal.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import {
  anotherPaymentUnderWay,
  invoiceClosed,
  payerAddressRequired,
  paymentRequired,
  termsTooOld,
} from "../../schemas/payment-refusals.ts";
import type { SignedPayment } from "../../schemas/payments.ts";
import { displaceAttempt, takeOnAttempt } from "../../settlements/attempts.ts";
import { findUnderWay, isUnsent } from "../../settlements/live-settlements.ts";
import { admitAttempt } from "./admit-attempt.ts";
import { holdTurn } from "./locks.ts";
import type { Payable, Payee } from "./payment-terms.ts";
import { proveAttempt } from "./prove-attempt.ts";

/** Starts what was proven, in one transaction. @returns false when somebody else was quicker */
export type Start = (at: InTransaction) => Promise<boolean>;

/** What starting a payment works with: the chain, the limits of the payer, and what gives up another payment. */
export type PaymentParts = Pick<
  Parts,
  "chain" | "collector" | "executor" | "failureGas" | "settlementMaxGas" | "log" | "tally"
>;

interface Payment {
  readonly payerAddress: Hex | undefined;
  readonly payment: SignedPayment | undefined;
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
  parts: PaymentParts,
  payee: Payee,
  payable: Payable,
  { payerAddress, payment, payer }: Payment,
  holdInvoice: (at: InTransaction) => Promise<Invoice>,
): Promise<Start> {
  if (payerAddress === undefined) throw new Refusal(payerAddressRequired);
  if (payment === undefined) throw new Refusal(paymentRequired);
  const { wallet, ...proven } = await proveAttempt(parts, payee, payable, payerAddress, payment);
  return async ({ tx, now }) => {
    await holdTurn(tx, "invoice", payable.invoiceId);
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
      await displaceAttempt({ tx, now, log, tally }, underWay, why);
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
