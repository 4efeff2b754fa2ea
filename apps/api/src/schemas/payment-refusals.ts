import { formatAmount, fromTokenUnits } from "../kit/money.ts";
import { missingParameter, type RefusalTerms } from "../kit/refusal.ts";

export const emailRequired = missingParameter("user.email");

export const payerAddressRequired = missingParameter(
  "payerAddress",
  "payerAddress must be a valid address.",
);

export const payerIsMerchant: RefusalTerms = {
  kind: "invalid",
  code: "payer_is_merchant",
  param: "payerAddress",
  message: "payerAddress is where the seller is paid: pay from another wallet.",
  meaning: "The wallet that pays is the wallet that would be paid.",
  remedy: "Pay from another wallet.",
};

export const paymentRequired = missingParameter("payment");

export const termsTooOld: RefusalTerms = {
  kind: "conflict",
  code: "terms_outdated",
  message: "What was signed is too old, or not as it was prepared. Sign again.",
  meaning: "The signature is over terms that have expired or that the service did not prepare.",
  remedy: "Prepare the payment again, and have the wallet sign the new terms.",
};

/** The signature is by another wallet, for another chain or token, or over other terms; it does not tell which. */
type SignatureParam = `${"payment" | "cap" | "cap.permit"}.signature` | "signature";

export const notSigned = (param: SignatureParam): RefusalTerms => ({
  kind: "invalid",
  code: "invalid_signature",
  param,
  message: `${param} is not the payer's over the prepared terms. Sign again.`,
  pattern: "<parameter> is not the payer's over the prepared terms. Sign again.",
  meaning:
    "Another wallet signed, or the signature is over other terms, another chain or another token.",
  remedy: "Prepare the payment again, and have the wallet sign the new terms.",
});

/** @param changes a sentence for each */
export const termsChanged = (changes: readonly string[]): RefusalTerms => ({
  kind: "conflict",
  code: "terms_changed",
  param: "terms",
  message: `The terms have changed since they were shown. ${changes.join(" ")}`,
  pattern: "The terms have changed since they were shown. <changes>",
  meaning:
    "The amount due, the address that is paid or the rate card is another one than the page shows. Nothing was signed or taken under the new terms.",
  remedy: "View the page's record again, show its `terms`, and let the payer decide again.",
});

/** Signing again cannot help: the token and the collector ask the account's code, which does not answer. */
export const walletCannotSign = (param: SignatureParam): RefusalTerms => ({
  kind: "invalid",
  code: "wallet_cannot_sign",
  param,
  message:
    "This account runs a smart account that does not check signatures (ERC-1271), so it cannot sign payments. Turn the smart account off in the wallet, or pay from another account.",
  meaning:
    "The account has code, for example because it delegates to a contract (EIP-7702), and the code has no `isValidSignature`. USDC accepts no other signature of such an account.",
  remedy:
    "Turn the smart account off in the wallet (revoke the delegation), or pay from another account.",
});

export const notRelayed: RefusalTerms = {
  kind: "conflict",
  code: "not_relayed",
  message: "The service does not send this revocation to the chain.",
  meaning:
    "Nothing was collected under the cap yet, it is revoked on the chain, or its limits were changed too often today. The service itself collects nothing under a revoked cap in any case.",
  remedy: "Revoke it without a signature, or send `replaceCap` to the contract from the wallet.",
};

export const nothingCollected: RefusalTerms = {
  kind: "conflict",
  code: "cannot_collect",
  message: "This seller cannot take payments here.",
  meaning:
    "The service has no usable payout address, or this installation has no contract that collects payments.",
  remedy:
    "As the seller, set the service's `payoutAddress`. You can complete a checkout session once you were paid in another way.",
};

/** Formats token units as an amount of USDC. */
const usdc = (units: bigint) => `${formatAmount(fromTokenUnits(units))} USDC`;

/** @param has balance in token units, like `due` */
export const balanceTooLow = (has: bigint, due: bigint): RefusalTerms => ({
  kind: "conflict",
  code: "balance_too_low",
  message: `The wallet has ${usdc(has)}; ${usdc(due)} are due.`,
  pattern: "The wallet has <amount> USDC; <amount> USDC are due.",
  meaning: "The wallet has too little USDC for the payment.",
  remedy: "Add USDC to the wallet, or pay from another one.",
});

/** @param allowed allowance in token units, like `needed` */
export const allowanceTooLow = (allowed: bigint, needed: bigint): RefusalTerms => ({
  kind: "conflict",
  code: "allowance_too_low",
  message: `The wallet allows ${usdc(allowed)} to the collector; the spending cap needs ${usdc(needed)}.`,
  pattern:
    "The wallet allows <amount> USDC to the collector; the spending cap needs <amount> USDC.",
  meaning:
    "The wallet allows the collector less than the spending cap's `total`, and no permit for as much was sent.",
  remedy: "Let the wallet sign the `permit` that `prepare` returns, and send it with the cap.",
});

/** The seller voided the invoice, it expired, or it is paid. */
export const invoiceClosed = (status: string): RefusalTerms => ({
  kind: "conflict",
  code: "invoice_closed",
  message: `The invoice is ${status}.`,
  pattern: "The invoice is <status>.",
  meaning: "The invoice was voided, or has expired or been paid.",
  remedy: "As the seller, create a new invoice or checkout session.",
});

/** @param why reason, in words for the payer */
export const refusedByChain = (why: string): RefusalTerms => ({
  kind: "conflict",
  code: "payment_would_fail",
  message: `The payment would fail, so it was not sent. ${why}`,
  pattern: "The payment would fail, so it was not sent. <reason>",
  meaning: "The payment was simulated, and the chain would refuse it. Nothing was sent.",
  remedy: "Correct what the message names, or pay from another wallet.",
});

export const anotherPaymentUnderWay: RefusalTerms = {
  kind: "conflict",
  code: "payment_undecided",
  message: "Another wallet's payment of this invoice is being decided. Try again in a few seconds.",
  meaning: "Another payment of the same invoice is being sent.",
  remedy: "Retry after `Retry-After` seconds, and read the status of the payment before.",
  retryAfterSeconds: 5,
};

/** The amounts of the other payments stay secret: the caller may not be the wallet's owner. */
export const balancePromised: RefusalTerms = {
  kind: "conflict",
  code: "balance_committed",
  message:
    "The wallet has too little USDC for this payment and its others that are under way. Try again once those are decided.",
  meaning:
    "The wallet has enough USDC for this payment, but not for it and the payments that it has in progress.",
  remedy: "Retry after `Retry-After` seconds, or add USDC to the wallet.",
  retryAfterSeconds: 15,
};

export const tooManyUnderWay: RefusalTerms = {
  kind: "conflict",
  code: "too_many_payments_in_progress",
  message: "The wallet has too many payments under way. Try again once one of them is decided.",
  meaning: "The wallet has as many payments in progress as are allowed.",
  remedy: "Retry after `Retry-After` seconds.",
  retryAfterSeconds: 15,
};

export const oneAtATime: RefusalTerms = {
  kind: "conflict",
  code: "payments_one_at_a_time",
  message:
    "Payments to this seller are taken one at a time at the moment. Try again in a few seconds.",
  meaning:
    "Payments to the seller have failed on the chain, so the service takes one at a time for now.",
  remedy: "Retry after `Retry-After` seconds.",
  retryAfterSeconds: 5,
};

/** @param seconds until the next payment is accepted */
export const waitAfterFailures = (seconds: number): RefusalTerms => ({
  kind: "conflict",
  code: "wait_after_failed_payments",
  message: `Payments have failed on the chain: wait ${inTime(seconds)} before you try again, or pay from another wallet.`,
  pattern:
    "Payments have failed on the chain: wait <time> before you try again, or pay from another wallet.",
  meaning:
    "Payments of this wallet, or to this seller, have reverted on the chain. The wait doubles with each, up to one hour.",
  remedy: "Wait for `Retry-After` seconds, or pay from another wallet.",
  retryAfterSeconds: seconds,
});

const inTime = (seconds: number) =>
  seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;

/** The refusals of each call that takes a signed payment. */
export const paymentRefusals = {
  payerAddressRequired,
  payerIsMerchant,
  paymentRequired,
  termsTooOld,
  termsChanged: termsChanged(["5.000000 USDC are due now."]),
  paymentNotSigned: notSigned("payment.signature"),
  walletCannotSign: walletCannotSign("payment.signature"),
  nothingCollected,
  invoiceClosed: invoiceClosed("VOID"),
  balanceTooLow: balanceTooLow(3_000_000n, 25_000_000n),
  refusedByChain: refusedByChain("USDC has blocked the wallet that pays, or the one that is paid."),
  balancePromised,
  tooManyUnderWay,
  anotherPaymentUnderWay,
  oneAtATime,
  waitAfterFailures: waitAfterFailures(30),
  waitLonger: waitAfterFailures(480),
} as const satisfies Readonly<Record<string, RefusalTerms>>;
