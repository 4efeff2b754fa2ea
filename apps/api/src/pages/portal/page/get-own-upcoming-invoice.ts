import { upcomingInvoice, usualTerms } from "../../../invoices/bills/upcoming-invoice.ts";
import { visit } from "../../../operation/define.ts";
import { tooManyRequests } from "../../../operation/errors.ts";
import {
  OnePortalUpcomingInvoice,
  PortalSubscription,
  portalLinkRefusals,
} from "../../../schemas/portal.ts";
import { noRateCardInEffect, quoteTooLarge, quoteTooSlow } from "../../../schemas/quotes.ts";
import { subscriptionNotFound } from "../../../schemas/subscriptions.ts";
import { loadOwnSubscription } from "../../../subscriptions/load-subscription.ts";
import { loadPortal } from "../portal-sessions/load-portal.ts";

export const getOwnUpcomingInvoice = visit(
  "GET /portal/{portalToken}/subscriptions/{subscriptionId}/upcoming-invoice",
  {
    name: "portal.upcomingInvoice",
    summary: "Get the next bill of the usage of the subscriber's subscription",
    description:
      "What the oldest period without a bill costs so far, with changes to earlier periods. Later usage adds to it.",
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
