import type { CapSpending, CapTerms } from "../../chain/caps.ts";
import type { Collector } from "../../chain/collector.ts";
import type { Invoice, SpendingCap } from "../../db/generated/client.ts";
import { amountDue } from "../../invoices/invoice-records.ts";
import { realTime } from "../../kit/clock.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import { fromTokenUnits, smaller, toTokenUnits } from "../../kit/money.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import {
  type AskedOfCap,
  type CapOfSubscription,
  type CapUse,
  findAskedOfCaps,
  findCapsOf,
  findSpendingCap,
  knownSpending,
  leftOfCap,
  type SpendingCapRow,
} from "./store.ts";

/**
 * Finds the cap under which a subscription's invoices can be collected now; null without one. A cap is not usable when
 * the seller's payout address has changed since, because the seller may no longer own the old one. A cap expires by the
 * chain's clock, also for a service on a test clock.
 */
export async function findUsableCap(
  parts: Pick<Parts, "db" | "collector">,
  subscriptionId: string,
  now: Date,
): Promise<SpendingCap | null> {
  const cap = await findSpendingCap(parts.db, subscriptionId);
  return cap !== null && isUsable(parts, cap, now) ? cap : null;
}

/** A usable cap, with what unpaid invoices ask of it. */
export type CapInUse = CapOfSubscription & AskedOfCap;

/** Finds the usable caps of a user's active subscriptions to a service, newest first. */
export async function findUsableCapsOf(
  parts: Pick<Parts, "db" | "collector">,
  of: { readonly serviceId: string; readonly userId: string },
  now: Date,
): Promise<CapInUse[]> {
  const caps = (await findCapsOf(parts.db, of)).filter((cap) => isUsable(parts, cap, now));
  const asked = await findAskedOfCaps(
    parts.db,
    caps.map(({ subscription }) => subscription.id),
  );
  const none = { asked: 0n, isUnderWay: false };
  return caps.map((cap) => ({ ...cap, ...(asked.get(cap.subscription.id) ?? none) }));
}

/**
 * Calculates how much a cap has left for another invoice, in token units.
 *
 * @param spending default: what was spent at the last check
 */
export const roomUnder = (
  { asked, ...cap }: CapUse & Pick<CapInUse, "asked" | "perCharge">,
  spending = knownSpending(cap),
): bigint => smaller(toTokenUnits(cap.perCharge), leftOfCap(cap, spending) - asked);

const isUsable = (
  { collector }: Pick<Parts, "collector">,
  cap: SpendingCapRow,
  now: Date,
): boolean => isSignedFor(collector, cap) && stateOfCap(cap, realTime(now)) === "ACTIVE";

/** Returns why a cap cannot be used, or `ACTIVE`. It uses stored data only. */
export function stateOfCap(
  cap: SpendingCapRow,
  now: Date,
): "ACTIVE" | "REVOKED" | "EXPIRED" | "OUTDATED" {
  if (cap.revokedAt !== null) return "REVOKED";
  if (cap.validUntil <= BigInt(Math.floor(now.getTime() / 1_000))) return "EXPIRED";
  return cap.payoutAddress?.toLowerCase() === cap.merchantAddress ? "ACTIVE" : "OUTDATED";
}

/** What a cap notes of an invoice that asks for more than by its rate cards, until the amount due changes. */
export const refusedKey = (invoice: Invoice): string =>
  `${invoice.id} ${amountDue(invoice).toFixed(6)}`;

/** Whether an invoice was refused under a cap, with any amount due. */
export const wasRefused = (
  { refusedInvoices }: Pick<SpendingCap, "refusedInvoices">,
  invoiceId: string,
): boolean => refusedInvoices.some((one) => one.startsWith(`${invoiceId} `));

/** The limits of a cap as the API returns them. */
export const limitsOf = ({ periodSeconds, perCharge, perPeriod, total }: SpendingCap) => ({
  perPeriod,
  periodSeconds: periodSeconds === 0n ? null : Number(periodSeconds),
  perCharge,
  total,
});

/** What was spent under a cap, as the API returns it. */
export const shownSpending = ({ spent, spentInPeriod, periodEnd }: CapSpending) => ({
  spent: fromTokenUnits(spent),
  spentInPeriod: fromTokenUnits(spentInPeriod),
  periodEnd: new Date(Number(periodEnd) * 1_000),
});

/** Returns when a cap expires, by the chain's clock. */
export const validUntilOf = ({ validUntil }: Pick<SpendingCap, "validUntil">): Date =>
  new Date(Number(validUntil) * 1_000);

/** Converts a stored cap to the contract's terms. */
export function capTerms(cap: SpendingCap, subscriptionId: string): CapTerms {
  return {
    payer: cap.payerAddress as Hex,
    merchant: cap.merchantAddress as Hex,
    subscriptionId,
    perCharge: toTokenUnits(cap.perCharge),
    perPeriod: toTokenUnits(cap.perPeriod),
    total: toTokenUnits(cap.total),
    periodSeconds: cap.periodSeconds,
    start: cap.start,
    validUntil: cap.validUntil,
    rateCards: cap.rateCardHashes as Hex[],
  };
}

/** Returns whether a cap was signed for this collector. No other collector accepts the cap. */
export const isSignedFor = (
  collector: Collector | null,
  cap: SpendingCap,
): collector is Collector =>
  collector !== null &&
  cap.chainId === BigInt(collector.chainId) &&
  cap.collectorAddress === collector.contract.toLowerCase() &&
  cap.tokenAddress === collector.token.toLowerCase();
