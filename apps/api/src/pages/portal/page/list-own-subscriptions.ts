import { visit } from "../../../operation/define.ts";
import { tooManyRequests } from "../../../operation/errors.ts";
import {
  PortalSubscriptionPage,
  PortalSubscriptionQuery,
  portalLinkRefusals,
} from "../../../schemas/portal.ts";
import { loadOwnSubscriptions } from "../../../subscriptions/load-subscription.ts";
import { loadPortal } from "../portal-sessions/load-portal.ts";
import { shownSubscriptions } from "./shown-subscription.ts";

export const listOwnSubscriptions = visit("GET /portal/{portalToken}/subscriptions", {
  name: "portal.subscriptions",
  summary: "List the subscriber's subscriptions, newest first",
  description:
    "Each with its service, its plan and its next charge. Ended subscriptions are included. Due renewals are applied first.",
  refusals: { ...portalLinkRefusals, tooManyRequests },
  input: PortalSubscriptionQuery,
  output: PortalSubscriptionPage,
  run: async (work, { portalToken, ...page }) => {
    const at = await loadPortal(work, portalToken, "portal.subscriptions");
    const { rows, next } = await loadOwnSubscriptions(at, { ...page, userId: at.userId });
    return { subscriptions: await shownSubscriptions(at, rows), nextCursor: next };
  },
});
