import type { z } from "zod";
import { termsChanged } from "../contract/payment-refusals.ts";
import type { shownTerms, TermsOut } from "../contract/payments.ts";
import { formatAmount } from "../lib/money.ts";
import { Refusal } from "../lib/refusal.ts";

/** What a payer agrees to now. */
export type AgreedTerms = z.input<typeof TermsOut>;

type ShownTerms = z.output<ReturnType<typeof shownTerms>>;

/** Names rate cards in terms. */
export const pricesOf = (cards: readonly { readonly id: string }[]): string | null =>
  cards.length === 0 ? null : cards.map(({ id }) => id).join(" ");

/**
 * Compares the terms that a page shows with the current ones, before anything is signed or accepted.
 *
 * @param isSigned whether a wallet signs; otherwise nobody is paid yet, and the address is not part of the terms
 * @throws Refusal termsChanged, which says what has changed
 */
export function requireShownTerms(
  shown: ShownTerms,
  current: AgreedTerms,
  { isSigned = true }: { readonly isSigned?: boolean } = {},
): void {
  if (shown === undefined) return;
  const changes: string[] = [];
  const { amountDue, merchantAddress } = current;
  if (
    shown.amountDue !== undefined &&
    amountDue !== null &&
    !shown.amountDue.eq(amountDue.toFixed(6))
  ) {
    changes.push(
      `${formatAmount(amountDue)} USDC are due now, not ${formatAmount(shown.amountDue)} USDC.`,
    );
  }
  if (isSigned && shown.merchantAddress?.toLowerCase() !== merchantAddress?.toLowerCase()) {
    changes.push(
      merchantAddress === null
        ? "The seller cannot take payments now."
        : `The seller is paid at ${merchantAddress} now.`,
    );
  }
  if ((shown.prices ?? null) !== current.prices) {
    changes.push("Usage has other prices now.");
  }
  if (changes.length > 0) throw new Refusal(termsChanged(changes));
}
