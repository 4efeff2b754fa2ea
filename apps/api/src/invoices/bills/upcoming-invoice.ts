import { usageHash } from "@usance/proofs";
import { billLines } from "@usance/rating";
import { z } from "zod";
import { findCardsOfPlan } from "../../catalog/rate-cards/store.ts";
import { decimal, omittable, queryNumber } from "../../kit/fields.ts";
import { Amount } from "../../kit/money.ts";
import { Refusal } from "../../kit/refusal.ts";
import { read } from "../../operation/define.ts";
import type { InvoiceParts } from "../../operation/ports/parts.ts";
import { noRateCardInEffect, quoteTooLarge, quoteTooSlow } from "../../schemas/quotes.ts";
import { SubscriptionId, subscriptionNotFound } from "../../schemas/subscriptions.ts";
import { UpcomingInvoice, usualGraceSeconds } from "../../schemas/upcoming-invoices.ts";
import {
  loadSubscription,
  type SubscriptionWithPlan,
} from "../../subscriptions/load-subscription.ts";
import { priceUsage } from "../../usage/quotes/create-quote.ts";
import { billedBy, usageOfBill } from "./bill-usage.ts";
import { type Billed, correctionOf, type NextBill, nextBill, type Terms } from "./next-bill.ts";
import { costsOf, pricedPeriods } from "./period-costs.ts";
import { findBills } from "./store.ts";

const daySeconds = 86_400;

const usualLeastAmount = "0.01";

const UpcomingInvoiceQuery = SubscriptionId.extend({
  graceSeconds: omittable(queryNumber(0, 31 * daySeconds)).meta({
    description: `How long after the end of a period its usage may still arrive before it is billed, in seconds. Default ${usualGraceSeconds}`,
    example: usualGraceSeconds,
  }),
  leastAmount: omittable(decimal()).meta({
    description: `Less than this is not billed but carried forward to the next bill, in USDC. Default ${usualLeastAmount}`,
    example: usualLeastAmount,
  }),
  ahead: omittable(queryNumber(0, 10_000)).meta({
    description:
      "Answers as if this many of the next bills had been made already. It looks ahead to the running period at most. Default 0",
    example: 0,
  }),
}).transform(({ graceSeconds, leastAmount, ahead, ...query }) => ({
  ...query,
  ahead: ahead ?? 0,
  graceMs: (graceSeconds ?? usualGraceSeconds) * 1_000,
  leastAmount: leastAmount ?? usualLeastAmount,
}));

export const getUpcomingInvoice = read("GET /subscriptions/{subscriptionId}/upcoming-invoice", {
  name: "subscriptions.upcomingInvoice",
  summary: "Get the next bill of a subscription's usage",
  description:
    "Calculates the next invoice of the subscription's usage by its rate card: of the oldest period that has no bill yet, less what a prepaid balance has paid for it, and with what earlier periods cost more or less by now than was billed for them. Nothing is billed: `usance biller` creates the invoice when it is `DUE`, and so can you, with `POST /invoices`. The renewals of a `FIXED_RECURRING` plan are not part of it.",
  refusals: { subscriptionNotFound, noRateCardInEffect, quoteTooLarge, quoteTooSlow },
  cost: "large",
  input: UpcomingInvoiceQuery,
  output: z.object({ upcomingInvoice: UpcomingInvoice }),
  run: async (work, { subscriptionId, graceMs, leastAmount, ahead }) => {
    const subscription = await loadSubscription(work, subscriptionId);
    const terms = { graceMs, leastAmount: new Amount(leastAmount) };
    return { upcomingInvoice: await upcomingInvoice(work, subscription, terms, ahead) };
  },
});

/** The terms of a call that sends none. */
export const usualTerms = {
  graceMs: usualGraceSeconds * 1_000,
  leastAmount: new Amount(usualLeastAmount),
};

/** @param subscription read before its bills, so that a bill which is made meanwhile has taken the number */
export async function upcomingInvoice(
  work: InvoiceParts,
  subscription: SubscriptionWithPlan,
  terms: Pick<Terms, "graceMs" | "leastAmount">,
  ahead = 0,
): Promise<z.input<typeof UpcomingInvoice>> {
  const { id: subscriptionId, serviceId, paymentPlanId, userId, billCount } = subscription;
  const periods = pricedPeriods(subscription, await findCardsOfPlan(work.db, paymentPlanId));
  const bills = await findBills(work.db, subscriptionId);
  const now = await work.times.of(work.db, serviceId);
  const costs = await costsOf(work, subscriptionId, periods);
  const amounts = costs.map(({ amount }) => amount);
  const billed = billedBy(bills);
  const { next, made } = billAhead(ahead, billed, (after) =>
    nextBill(periods, amounts, after, { ...terms, now }),
  );
  const [period, cost] = [periods[next?.place ?? 0], costs[next?.place ?? 0]];
  if (next === null || period === undefined || cost === undefined) {
    throw new Refusal(noRateCardInEffect);
  }
  const billNumber = billCount + 1 + made;
  const isDue = next.status === "DUE" && made === 0;
  const usage = isDue ? usageOfBill({ billNumber, bills, periods, costs }, next.place) : null;
  return {
    subscriptionId,
    serviceId,
    paymentPlanId,
    userId,
    billNumber,
    periodStart: period.from,
    periodEnd: period.end,
    calculatedAt: now,
    ...shownBill(next, priceUsage(period.card, cost.totals), cost.prepaid),
    usageEventCount: cost.eventCount,
    usageHash: usage && usageHash(usage.usage),
    correction:
      next.status === "OWED"
        ? correctionOf(bills, next.carriedForward.negated(), terms.leastAmount)
        : null,
  };
}

/** Finds the bill that follows `ahead` others, as if those were made. A running period is not billed. */
function billAhead(
  ahead: number,
  billed: Billed,
  find: (billed: Billed) => NextBill | null,
): { readonly next: NextBill | null; readonly made: number } {
  let after = billed;
  let made = 0;
  for (let count = 0; ; count += 1) {
    const next = find(after);
    const isLast =
      next === null || next.status === "RUNNING" || (!next.isOfPeriod && next.amount.isZero());
    if (isLast || count === ahead) return { next, made };
    made += next.amount.gt(0) ? 1 : 0;
    after = {
      billed: after.billed.plus(next.amount),
      left: after.left.plus(next.amount),
      coveredUntil: next.end,
    };
  }
}

function shownBill(
  { status, dueAt, isOfPeriod, broughtForward, amount, carriedForward }: NextBill,
  { lines, currency }: ReturnType<typeof priceUsage>,
  prepaidOfPeriod: Amount,
) {
  const prepaid = isOfPeriod ? prepaidOfPeriod : new Amount(0);
  return {
    status,
    dueAt,
    amount,
    currency,
    lines: billLines(isOfPeriod ? lines : [], prepaid.toFixed(), broughtForward.toFixed()),
    prepaid,
    broughtForward,
    carriedForward,
  };
}
