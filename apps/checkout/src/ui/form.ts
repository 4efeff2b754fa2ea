import {
  amountText,
  billsLater,
  capPeriodOf,
  intervalOf,
  isLess,
  isZero,
  readAmount,
} from "@usance/ui";
import type { Payable } from "../api/payable.ts";
import type { Terms } from "../payment/flow.ts";

/** The text of the form fields, as typed. */
export interface Filled {
  readonly email: string;
  readonly name: string;
  readonly wantsCap: boolean;
  readonly cap: string;
}

export interface FormErrors {
  readonly email?: string;
  readonly cap?: string;
}

/** Whether later invoices could be paid under a cap at all. It is signed at checkout. */
export const offersCap = ({ invoice, chain, paymentPlan, rateCards }: Payable) =>
  invoice === null &&
  chain !== null &&
  billsLater(paymentPlan) &&
  (rateCards.length > 0 || !isZero(paymentPlan.amount));

const wantsCap = (payable: Payable, filled: Filled) => filled.wantsCap && offersCap(payable);

/** Whether a wallet is needed: to pay now, or to allow later payments. */
export const needsWallet = (payable: Payable, filled: Filled) =>
  !isZero(payable.amountDue) || wantsCap(payable, filled);

/** @returns the problem of each invalid field, or the parsed terms */
export function readForm(
  payable: Payable,
  filled: Filled,
): { errors: FormErrors } | { terms: Omit<Terms, "id" | "shown"> } {
  const email = filled.email.trim();
  const name = filled.name.trim();
  const emailError = payable.takesEmail ? errorInEmail(email) : null;
  const capError = wantsCap(payable, filled) ? errorInCap(payable, filled.cap) : null;
  if (emailError !== null || capError !== null) {
    return {
      errors: { ...(emailError && { email: emailError }), ...(capError && { cap: capError }) },
    };
  }
  return {
    terms: {
      user: payable.takesEmail ? { email, ...(name && { name }) } : null,
      cap: limitsOf(payable, filled),
    },
  };
}

/** @returns null without a cap */
function limitsOf(payable: Payable, filled: Filled): Terms["cap"] {
  const perPeriod = wantsCap(payable, filled) ? readAmount(filled.cap) : null;
  if (perPeriod === null) return null;
  return { perPeriod, periodSeconds: capPeriodOf(payable.paymentPlan) };
}

/** Finds only missing and truncated values. The API does the full validation. */
function errorInEmail(email: string): string | null {
  if (email === "") return "Enter your e-mail address.";
  return /^[^\s@]+@(?:[^\s@.。]+[.。])+[^\s@.。]+$/.test(email)
    ? null
    : "Enter a valid e-mail address.";
}

function errorInCap({ paymentPlan }: Payable, text: string): string | null {
  const cap = readAmount(text);
  if (cap === null) {
    return "Enter an amount like 300.00, with at most six decimals.";
  }
  if (isZero(cap)) return "Enter an amount of more than zero.";
  if (paymentPlan.pricingType === "USAGE_BASED" || !isLess(cap, paymentPlan.amount)) return null;
  const interval = intervalOf(paymentPlan);
  const invoice = interval === null ? "one invoice" : `the invoice of one ${interval}`;
  return `Enter ${amountText(paymentPlan.amount)} or more: that is ${invoice}.`;
}
