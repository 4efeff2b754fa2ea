import type { z } from "zod";
import { loadOfferedCards } from "../../catalog/rate-cards/offered-cards.ts";
import { findOfferedCards, type PlanAt } from "../../catalog/rate-cards/store.ts";
import { type Amount, formatAmount } from "../../kit/money.ts";
import { Refusal } from "../../kit/refusal.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { termsChanged } from "../../schemas/payment-refusals.ts";
import type { shownTerms, TermsOut } from "../../schemas/payments.ts";
import { shownPayee } from "./payment-terms.ts";

/** What a payer agrees to now. */
export type AgreedTerms = z.input<typeof TermsOut>;

type ShownTerms = z.output<ReturnType<typeof shownTerms>>;

type TermsParts = Pick<Parts, "db" | "collector">;

interface Offered {
  readonly service: { readonly payoutAddress: string | null };
  readonly amountDue: Amount | null;
}

/** @param cards the rate cards that price the usage that is agreed to */
export function agreedTerms(
  parts: Pick<Parts, "collector">,
  { service, amountDue }: Offered,
  cards: readonly { readonly id: string }[] = [],
): AgreedTerms {
  return {
    amountDue,
    merchantAddress: shownPayee(parts, service)?.merchantAddress ?? null,
    prices: cards.length === 0 ? null : cards.map(({ id }) => id).join(" "),
  };
}

/** What a page offers: a plan, with the prices of a period that begins then. */
export type OfferedPlan = Offered & { readonly plan: PlanAt };

/** Loads the terms of a plan without its rate cards, whose examples take time to rate. */
export async function loadTerms(parts: TermsParts, offered: OfferedPlan): Promise<AgreedTerms> {
  const [cards] = await findOfferedCards(parts.db, [offered.plan]);
  return agreedTerms(parts, offered, cards);
}

interface Offer {
  readonly rateCards: Awaited<ReturnType<typeof loadOfferedCards>>[number];
  readonly terms: AgreedTerms;
}

/** Loads the terms of a plan, and its rate cards as a page shows them. */
export async function loadOffer(parts: TermsParts, offered: OfferedPlan): Promise<Offer> {
  const [rateCards = []] = await loadOfferedCards(parts, [offered.plan]);
  return { rateCards, terms: agreedTerms(parts, offered, rateCards) };
}

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
