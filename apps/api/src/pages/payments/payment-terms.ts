import type { z } from "zod";
import { hashesOf, loadOfferedCards } from "../../catalog/rate-cards/offered-cards.ts";
import { findOfferedCards, type PlanAt } from "../../catalog/rate-cards/store.ts";
import { askChain } from "../../chain/chain-errors.ts";
import type { Collector, PaymentTerms, Wallet } from "../../chain/collector.ts";
import { type Hex, inLowerCase } from "../../kit/evm-fields.ts";
import { type Amount, formatAmount, toTokenUnits } from "../../kit/money.ts";
import { Refusal } from "../../kit/refusal.ts";
import type { Parts, SettlementParts } from "../../operation/ports/parts.ts";
import {
  balanceTooLow,
  nothingCollected,
  payerIsMerchant,
  termsChanged,
} from "../../schemas/payment-refusals.ts";
import type { PayeeOut, shownTerms, TermsOut } from "../../schemas/payments.ts";

/** An amount that a payer can sign for. Its invoice may not exist yet. */
export interface Payable {
  readonly invoiceId: string;
  readonly serviceId: string;
  /** The hash of its bill: what the payment's record on the chain names. */
  readonly referenceHash: Hex;
  /** In USDC. */
  readonly amount: Amount;
}

/** The contract that collects payments, and the address that receives them. */
export interface Payee {
  readonly collector: Collector;
  readonly merchant: Hex;
}

/** @returns null when payments cannot be taken: there is no collector here, or the seller has no payout address */
function payeeOf(
  { collector }: Pick<Parts, "collector">,
  { payoutAddress }: { readonly payoutAddress: string | null },
): Payee | null {
  if (collector === null || payoutAddress === null) return null;
  const merchant = inLowerCase(payoutAddress);
  // The collector keeps no money, so it refuses to be paid itself.
  return merchant === inLowerCase(collector.contract) ? null : { collector, merchant };
}

/** @throws Refusal nothingCollected when payments cannot be taken */
export function requirePayee(
  parts: Pick<Parts, "collector">,
  service: { readonly payoutAddress: string | null },
): Payee {
  const payee = payeeOf(parts, service);
  if (payee === null) throw new Refusal(nothingCollected);
  return payee;
}

/** What a page shows of where a payment goes; null when payments cannot be taken. */
export function shownPayee(
  parts: SettlementParts & Pick<Parts, "explorerUrl">,
  { payoutAddress }: { readonly payoutAddress: string | null },
): z.input<typeof PayeeOut> | null {
  const payee = payeeOf(parts, { payoutAddress });
  if (payee === null || payoutAddress === null) return null;
  const { chainId, token, contract } = payee.collector;
  const { explorerUrl } = parts;
  return { chainId, token, collector: contract, merchantAddress: payoutAddress, explorerUrl };
}

/** The payer's address. @throws Refusal payerIsMerchant for the seller's own */
export function requirePayer({ merchant }: Payee, payerAddress: string): Hex {
  const payer = inLowerCase(payerAddress);
  if (payer === merchant) throw new Refusal(payerIsMerchant);
  return payer;
}

/** Checks that a wallet has the amount due. @param due in token units */
export async function requireBalance(
  { collector }: Payee,
  payer: Hex,
  due: bigint,
): Promise<Wallet> {
  const wallet = await askChain(collector.walletOf(payer));
  if (wallet.balance < due) throw new Refusal(balanceTooLow(wallet.balance, due));
  return wallet;
}

/** The terms that a payer signs. They are always the same, except for the time. */
export function paymentTerms(
  { merchant }: Payee,
  { invoiceId, referenceHash, amount }: Payable,
  payer: Hex,
  validUntil: bigint,
): PaymentTerms {
  return { referenceHash, invoiceId, payer, merchant, amount: toTokenUnits(amount), validUntil };
}

/** What a payer agrees to now. */
export type AgreedTerms = z.input<typeof TermsOut>;

type ShownTerms = z.output<ReturnType<typeof shownTerms>>;

interface Offered {
  readonly service: { readonly payoutAddress: string | null };
  readonly amountDue: Amount | null;
}

/** The terms that a page shows. @param cards the rate cards that price the usage */
export function agreedTerms(
  parts: SettlementParts,
  { service, amountDue }: Offered,
  cards: readonly { readonly id: string }[] = [],
): AgreedTerms {
  return {
    amountDue,
    merchantAddress: payeeOf(parts, service) === null ? null : service.payoutAddress,
    prices: cards.length === 0 ? null : cards.map(({ id }) => id).join(" "),
  };
}

/** A plan that a page offers, with the prices of a period that begins at `plan.at`. */
export type OfferedPlan = Offered & { readonly plan: PlanAt };

interface CurrentTerms {
  readonly terms: AgreedTerms;
  /** The hashes of the rate cards that the page shows. A spending cap names them. */
  readonly rateCards: readonly Hex[];
}

/** Loads the terms of a plan without its rate cards, whose examples take time to rate. */
export async function loadTerms(parts: Parts, offered: OfferedPlan): Promise<CurrentTerms> {
  const [cards = []] = await findOfferedCards(parts.db, [offered.plan]);
  return { terms: agreedTerms(parts, offered, cards), rateCards: hashesOf(cards) };
}

interface Offer {
  readonly rateCards: Awaited<ReturnType<typeof loadOfferedCards>>[number];
  readonly terms: AgreedTerms;
}

/** Loads the terms of a plan, and its rate cards as a page shows them. */
export async function loadOffer(parts: Parts, offered: OfferedPlan): Promise<Offer> {
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
