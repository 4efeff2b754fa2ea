import { amountText } from "@usance/ui";

const tooLittle = /^The wallet has ([\d.]+) USDC; ([\d.]+) USDC are due\.$/;

/** What a wallet has, in USDC, if a refusal says so. */
export const balanceIn = (message: string): string | null => tooLittle.exec(message)?.[1] ?? null;

const inWords: readonly (readonly [RegExp, (...found: string[]) => string])[] = [
  [
    tooLittle,
    (_, has = "", due = "") =>
      `This wallet has ${amountText(has)} USDC; ${amountText(due)} USDC are due. Add USDC to it or choose another wallet.`,
  ],
  [
    /^The wallet allows ([\d.]+) USDC to the collector; the spending cap needs ([\d.]+) USDC\.$/,
    (_, allows = "", needs = "") =>
      `This wallet allows ${amountText(allows)} USDC, and the spending limit needs ${amountText(needs)} USDC, with the wallet's other spending limits. Sign the whole amount.`,
  ],
  [
    /^What was signed is too old/,
    () => "The signature is too old to be used, so nothing was sent. Please sign again.",
  ],
  [
    /^The terms have changed since they were shown\. (.*)$/,
    (_, changes = "") =>
      `The seller has changed the terms, so nothing was signed or sent. ${changes} Go on only if you agree.`,
  ],
  [
    /signature is not the payer's/,
    () =>
      "The signature does not fit this payment, so nothing was sent. Check which account your wallet uses, and sign again.",
  ],
  [
    /^This account runs a smart account that does not check signatures/,
    () =>
      "This account runs a smart account that cannot sign payments, so signing again does not help. Turn the smart account off in your wallet, or pay from another account.",
  ],
  [
    /^payerAddress is where the seller is paid/,
    () => "This wallet is the seller's own. Choose another one.",
  ],
  [
    /^walletAddress is the wallet that is paid back/,
    () => "This wallet receives the refund. Pay from another wallet.",
  ],
  [
    /^The wallet has less USDC than the refund\.$/,
    () => "This wallet has less USDC than the refund. Add USDC to it or choose another wallet.",
  ],
  [/^Refund is FAILED\.$/, () => "The time of this refund is over. Start another one."],
  [
    /^The invoice has another open dispute\.$/,
    () => "This invoice has an open dispute already. Open this page again to see it.",
  ],
  [
    /^usageEvents\.\d+ is not billed with a larger quantity\.$/,
    () => "One of these events is not billed with a larger quantity, or was corrected already.",
  ],
  [/^reason is required\.$/, () => "Say in a line why the bill is wrong."],
  [/^reason must /, () => "This reason cannot be used: one line of 500 characters at most."],
  [/^Refund is CONFIRMED\.$/, () => "This refund was paid already."],
  [/^A reorganization of the chain /, () => "The payment is not on the chain at the moment."],
  [/^The invoice is /, () => "The seller has withdrawn what was due here. Ask for a new link."],
  [
    /^The settlement chain did not answer/,
    () => "The chain does not answer at the moment. Please try again.",
  ],
  [/^Checkout session is not PENDING\.$/, () => "This checkout is not open any more."],
  [/^This seller cannot take payments here\.$/, () => "This seller cannot take payments here yet."],
  [/^user\.email is required\.$/, () => "Enter your e-mail address."],
  [/^(?:user\.)?email must be a valid email address\.$/, () => "Enter a valid e-mail address."],
  [/^(?:user\.)?name must /, () => "This name cannot be used: 200 characters at most."],
];

/** The API's words for those who call it, in those of somebody who pays. */
export function refusalText(message: string): string {
  for (const [pattern, words] of inWords) {
    const found = pattern.exec(message);
    if (found !== null) return words(...found);
  }
  return message;
}
