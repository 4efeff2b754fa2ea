import { z } from "zod";
import { filterId, request } from "../../kit/fields.ts";
import { type PageRequest, page, pageOf } from "../../kit/lists.ts";
import { Amount } from "../../kit/money.ts";
import { Refusal } from "../../kit/refusal.ts";
import { read } from "../../operation/define.ts";
import { upToDate } from "../../operation/ports/due.ts";
import type { InvoiceParts } from "../../operation/ports/parts.ts";
import { noRateCardInEffect } from "../../schemas/quotes.ts";
import { UpcomingCharge, UpcomingTotals } from "../../schemas/upcoming-invoices.ts";
import {
  findSubscriptionsWithOffer,
  type SubscriptionWithOffer,
} from "../../subscriptions/store.ts";
import { upcomingInvoice, usualTerms } from "./upcoming-invoice.ts";

const filters = { serviceId: filterId() };

/** How long a call calculates bills, in milliseconds: each takes some statements. */
const maxMs = 10_000;

export const listUpcomingCharges = read("GET /subscriptions/upcoming-charges", {
  name: "subscriptions.upcomingCharges",
  cost: "large",
  summary: "List what active subscriptions cost next, newest subscription first",
  description:
    "Returns for each active subscription what its usage costs so far, with the next bill as `GET /subscriptions/{subscriptionId}/upcoming-invoice` calculates it, and the price of its renewal.",
  input: request({ ...filters, ...page("upcomingCharges") }).prefault({}),
  output: pageOf("upcomingCharges", UpcomingCharge, "upcomingCharges"),
  run: async (work, query) => {
    const { rows, next } = await findActive(work, query);
    const upcomingCharges = await chargesOf(work, rows, performance.now() + maxMs);
    return { upcomingCharges, nextCursor: next };
  },
});

/** How many subscriptions are added up, and how many of them are read at once. */
const maxAddedUp = 1_000;
const atATime = 100;

export const getUpcomingTotals = read("GET /subscriptions/upcoming-totals", {
  name: "subscriptions.upcomingTotals",
  cost: "large",
  summary: "Add up what active subscriptions cost next",
  description: `Adds up what \`GET /subscriptions/upcoming-charges\` lists, of the newest ${maxAddedUp.toLocaleString("en")} active subscriptions.`,
  input: request(filters).prefault({}),
  output: z.object({ upcomingTotals: UpcomingTotals }),
  run: async (work, query) => {
    const until = performance.now() + maxMs;
    const totals = { accrued: new Amount(0), renewals: new Amount(0), subscriptionCount: 0 };
    let cursor: PageRequest["cursor"];
    let isComplete = true;
    do {
      const { rows, next } = await findActive(work, { ...query, cursor, limit: atATime });
      for (const { accrued, renewal, failure } of await chargesOf(work, rows, until)) {
        totals.accrued = totals.accrued.plus(accrued?.toFixed(6) ?? 0);
        totals.renewals = totals.renewals.plus(renewal?.toFixed(6) ?? 0);
        isComplete &&= failure === null;
      }
      totals.subscriptionCount += rows.length;
      cursor = next ?? undefined;
    } while (cursor !== undefined && totals.subscriptionCount < maxAddedUp);
    isComplete &&= cursor === undefined;
    return { upcomingTotals: { ...totals, isComplete } };
  },
});

type Query = PageRequest & { readonly [filter in keyof typeof filters]?: string | undefined };

/** A page of the active subscriptions. Due renewals are applied first, which may end some of them. */
const findActive = (work: InvoiceParts, query: Query) =>
  upToDate(
    work,
    () => findSubscriptionsWithOffer(work.db, work.tenant, { ...query, status: "ACTIVE" }),
    ({ rows }) => ({ subscriptions: rows }),
  );

type Charge = z.input<typeof UpcomingCharge>;

/**
 * Calculates the bills one after another, so that the call holds one connection of the database.
 *
 * @param until the time after which no bill is calculated any more, by performance.now()
 */
async function chargesOf(
  work: InvoiceParts,
  rows: readonly SubscriptionWithOffer[],
  until: number,
): Promise<Charge[]> {
  const charges: Charge[] = [];
  for (const subscription of rows) {
    const isLate = performance.now() > until;
    charges.push(chargeOf(subscription, isLate ? tooLate : await billOf(work, subscription)));
  }
  return charges;
}

type FoundBill = Pick<Charge, "upcomingInvoice" | "failure">;

const tooLate: FoundBill = {
  upcomingInvoice: null,
  failure: "The call had no time left to calculate the bill.",
};

function chargeOf(subscription: SubscriptionWithOffer, bill: FoundBill): Charge {
  const { service, paymentPlan, user, cancelAt } = subscription;
  const renews = paymentPlan.pricingType === "FIXED_RECURRING" && cancelAt === null;
  return {
    ...{ subscription, service, paymentPlan, user, ...bill },
    accrued: bill.upcomingInvoice && costOf(bill.upcomingInvoice),
    renewal: renews ? paymentPlan.amount : null,
  };
}

/** A subscription whose bill cannot be calculated does not fail the others of its list. */
async function billOf(work: InvoiceParts, subscription: SubscriptionWithOffer): Promise<FoundBill> {
  try {
    const bill = await upcomingInvoice(work, subscription, usualTerms);
    return { upcomingInvoice: bill, failure: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const isUnpriced = error.terms.code === noRateCardInEffect.code;
    return { upcomingInvoice: null, failure: isUnpriced ? null : error.terms.message };
  }
}

/** Also what is too little for a bill of its own. */
function costOf({ amount, carriedForward }: NonNullable<FoundBill["upcomingInvoice"]>): Amount {
  const asked = new Amount(amount.toFixed(6));
  return asked.isZero() ? Amount.max(0, carriedForward.toFixed(6)) : asked;
}
