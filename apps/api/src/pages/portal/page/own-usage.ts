import { z } from "zod";
import { readAlertStates } from "../../../alerts/alert-states.ts";
import { upcomingInvoice, usualTerms } from "../../../invoices/bills/upcoming-invoice.ts";
import { loadOwnInvoices } from "../../../invoices/load-invoice.ts";
import { filterId, omittable, oneOf, queryNumber } from "../../../kit/fields.ts";
import { nextCursor, page } from "../../../kit/lists.ts";
import { Refusal, type RefusalTerms } from "../../../kit/refusal.ts";
import { pageOperation } from "../../../operation/define.ts";
import { tooManyRequests } from "../../../operation/errors.ts";
import { PortalLink, PortalSubscription, portalLinkRefusals } from "../../../schemas/portal.ts";
import {
  InvoiceAtPortal,
  OnePortalUsage,
  PortalAlerts,
  PortalLimits,
} from "../../../schemas/portal-records.ts";
import { noRateCardInEffect, quoteTooLarge, quoteTooSlow } from "../../../schemas/quotes.ts";
import { subscriptionNotFound } from "../../../schemas/subscriptions.ts";
import { UpcomingInvoice } from "../../../schemas/upcoming-invoices.ts";
import {
  UsageChangePage,
  UsageRootPage,
  usageChangePage,
  usageChangesLost,
  usageRootPage,
  usageRootsNotDistributed,
} from "../../../schemas/usage-roots.ts";
import {
  loadOwnSubscription,
  type SubscriptionWithOffer,
} from "../../../subscriptions/load-subscription.ts";
import { type Period, periodAgo } from "../../../subscriptions/periods.ts";
import { readLimitUsage } from "../../../usage/limits/limits.ts";
import { findNewestRoot } from "../../../usage/roots/store.ts";
import { changePage, rootPage } from "../../../usage/roots/usage-roots.ts";
import { sumUsageByDay } from "../../../usage/summarize-usage.ts";
import { loadPortal } from "../portal-sessions/load-portal.ts";

const noPeriodSoLongAgo: RefusalTerms = {
  kind: "not_found",
  code: "usage_period_not_found",
  param: "periodsAgo",
  message: "The subscription had not started then.",
  meaning: "The subscription has fewer periods.",
  remedy: "Follow `hasEarlier` of the later period.",
};

/** Far more than a subscription that renews each day has in ten years. */
const maxPeriodsAgo = 4_000;

const PortalUsageQuery = PortalSubscription.extend({
  periodsAgo: omittable(queryNumber(0, maxPeriodsAgo))
    .transform((given) => given ?? 0)
    .meta({
      description:
        "Which billing period: 0 is the current or last one, 1 the one before. A plan without a billing interval has months, counted from the start of the subscription. Default 0",
      type: "integer",
      minimum: 0,
      maximum: maxPeriodsAgo,
      example: 1,
    }),
});

export const getOwnUsage = pageOperation(
  "GET /portal/{portalToken}/subscriptions/{subscriptionId}/usage",
  {
    name: "portal.usage",
    cost: "large",
    summary: "Add up the usage of a period of the subscriber's subscription",
    description:
      "Exact sums of one billing period for the prefixes with most events, by prefix of the event keys and by day in UTC.",
    refusals: {
      ...portalLinkRefusals,
      subscriptionNotFound,
      noPeriodSoLongAgo,
      tooManyRequests,
    },
    input: PortalUsageQuery,
    output: OnePortalUsage,
    run: async (work, { portalToken, subscriptionId, periodsAgo }) => {
      const at = await loadPortal(work, portalToken, "portal.usage");
      const own = { id: subscriptionId, userId: at.userId };
      const subscription = await loadOwnSubscription(at, own);
      const period = periodOf(subscription, periodsAgo, await at.time());
      const sums = await sumUsageByDay(at, { subscriptionId: subscription.id, ...period });
      const root = await findNewestRoot(at.db, subscription.id);
      return { usage: { ...period, fixedAt: root?.createdAt ?? null, ...sums } };
    },
  },
);

/** @throws Refusal 404 for a period before the first one */
function periodOf(
  { billingAnchor, currentPeriodStart, paymentPlan }: SubscriptionWithOffer,
  periodsAgo: number,
  now: Date,
): Period {
  const { billingInterval } = paymentPlan;
  const latest = billingInterval === "NONE" ? now : currentPeriodStart;
  const period = periodAgo(billingInterval, billingAnchor, latest, periodsAgo);
  if (period === null) throw new Refusal(noPeriodSoLongAgo);
  return period;
}

const OwnRootQuery = PortalSubscription.extend(usageRootPage);

/** A subscriber who keeps a root can check later that the usage before it was not changed. */
export const listOwnUsageRoots = pageOperation(
  "GET /portal/{portalToken}/subscriptions/{subscriptionId}/usage-roots",
  {
    name: "portal.usageRoots",
    cost: "page",
    summary: "List the roots of the usage of the subscriber's subscription, newest first",
    description:
      "As `GET /subscriptions/{subscriptionId}/usage-roots` lists them: signed hashes that fix all usage until then.",
    refusals: { ...portalLinkRefusals, subscriptionNotFound, tooManyRequests },
    input: OwnRootQuery,
    output: UsageRootPage,
    run: async (work, { portalToken, subscriptionId, ...query }) => {
      const at = await loadPortal(work, portalToken, "portal.usageRoots");
      const { id } = await loadOwnSubscription(at, { id: subscriptionId, userId: at.userId });
      return rootPage(at, id, query);
    },
  },
);

const OwnChangeQuery = PortalSubscription.extend(usageChangePage);

export const listOwnUsageChanges = pageOperation(
  "GET /portal/{portalToken}/subscriptions/{subscriptionId}/usage-changes",
  {
    name: "portal.usageChanges",
    cost: "page",
    summary: "List what the roots of the usage of the subscriber's subscription contain",
    description: "As `GET /subscriptions/{subscriptionId}/usage-changes` lists it.",
    refusals: {
      ...portalLinkRefusals,
      subscriptionNotFound,
      usageRootsNotDistributed,
      usageChangesLost,
      tooManyRequests,
    },
    input: OwnChangeQuery,
    output: UsageChangePage,
    run: async (work, { portalToken, subscriptionId, ...query }) => {
      const at = await loadPortal(work, portalToken, "portal.usageChanges");
      const { id } = await loadOwnSubscription(at, { id: subscriptionId, userId: at.userId });
      return changePage(at.db, id, query);
    },
  },
);

const OnePortalUpcomingInvoice = z.object({
  upcomingInvoice: UpcomingInvoice.pick({
    status: true,
    periodStart: true,
    periodEnd: true,
    dueAt: true,
    amount: true,
    currency: true,
    lines: true,
    broughtForward: true,
    carriedForward: true,
  }).meta({
    id: "PortalUpcomingInvoice",
    description: "The next bill of a subscription's usage, as the portal shows it.",
  }),
});

export const getOwnUpcomingInvoice = pageOperation(
  "GET /portal/{portalToken}/subscriptions/{subscriptionId}/upcoming-invoice",
  {
    name: "portal.upcomingInvoice",
    summary: "Get the next bill of the usage of the subscriber's subscription",
    description:
      "What the oldest period without a bill costs so far, less what is prepaid, and with changes to earlier periods. Later usage adds to it.",
    refusals: {
      ...portalLinkRefusals,
      subscriptionNotFound,
      noRateCardInEffect,
      quoteTooLarge,
      quoteTooSlow,
      tooManyRequests,
    },
    cost: "large",
    input: PortalSubscription,
    output: OnePortalUpcomingInvoice,
    run: async (work, { portalToken, subscriptionId }) => {
      const at = await loadPortal(work, portalToken, "portal.upcomingInvoice");
      const own = { id: subscriptionId, userId: at.userId };
      const subscription = await loadOwnSubscription(at, own);
      return { upcomingInvoice: await upcomingInvoice(at, subscription, usualTerms) };
    },
  },
);

export const listOwnLimits = pageOperation(
  "GET /portal/{portalToken}/subscriptions/{subscriptionId}/limits",
  {
    name: "portal.limits",
    cost: "large",
    summary: "Show how much of the limits of the subscriber's subscription is used",
    description:
      "The limits of the scope `subscription` that refuse usage, with what is used now. Limits of all of the service, of subjects, and those that only report are the seller's affair.",
    refusals: { ...portalLinkRefusals, subscriptionNotFound, tooManyRequests },
    input: PortalSubscription,
    output: PortalLimits,
    run: async (work, { portalToken, subscriptionId }) => {
      const at = await loadPortal(work, portalToken, "portal.limits");
      const subscription = await loadOwnSubscription(at, { id: subscriptionId, userId: at.userId });
      const all = await readLimitUsage(at, subscription);
      const shown = all.filter(
        ({ limit: { scope, action, setBy } }) =>
          scope === "subscription" && action === "REJECT" && setBy === "SELLER",
      );
      return { limits: shown.map(({ limit, ...state }) => ({ ...limit, ...state })) };
    },
  },
);

export const listOwnAlerts = pageOperation(
  "GET /portal/{portalToken}/subscriptions/{subscriptionId}/alerts",
  {
    name: "portal.alerts",
    cost: "large",
    summary: "Show the levels that are crossed for the subscriber's subscription",
    description:
      "What alerts watch that tell the subscriber too, as far as it is known: its usage, spending, balances, spending cap and forecast.",
    refusals: { ...portalLinkRefusals, subscriptionNotFound, tooManyRequests },
    input: PortalSubscription,
    output: PortalAlerts,
    run: async (work, { portalToken, subscriptionId }) => {
      const at = await loadPortal(work, portalToken, "portal.alerts");
      const subscription = await loadOwnSubscription(at, { id: subscriptionId, userId: at.userId });
      const states = await readAlertStates(at, subscription);
      const told = states.filter(({ alert, value }) => alert.tellsSubscriber && value !== null);
      return { alerts: told.map(({ alert, ...state }) => ({ ...alert, ...state })) };
    },
  },
);

const PortalInvoicePage = z.object({
  invoices: z.array(InvoiceAtPortal).meta({ description: "Newest first, without drafts" }),
  nextCursor: nextCursor("portal/invoices"),
});

const PortalInvoiceQuery = PortalLink.extend({
  subscriptionId: filterId(),
  status: omittable(oneOf(["OPEN", "PAID"])).meta({
    description: "Only invoices with this status",
    example: "OPEN",
  }),
  ...page("portal/invoices"),
});

export const listOwnInvoices = pageOperation("GET /portal/{portalToken}/invoices", {
  name: "portal.invoices",
  summary: "List the subscriber's invoices, newest first",
  description:
    "Each with the address of its page, where it can be paid and read. Drafts are left out. Due expiries are applied first.",
  refusals: { ...portalLinkRefusals, tooManyRequests },
  input: PortalInvoiceQuery,
  output: PortalInvoicePage,
  run: async (work, { portalToken, ...query }) => {
    const at = await loadPortal(work, portalToken, "portal.invoices");
    const { rows, next } = await loadOwnInvoices(at, { ...query, userId: at.userId });
    return { invoices: rows, nextCursor: next };
  },
});
