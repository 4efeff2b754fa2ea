import { visit } from "../../../operation/define.ts";
import { tooManyRequests } from "../../../operation/errors.ts";
import { OnePortal, PortalLink, portalLinkRefusals } from "../../../schemas/portal.ts";
import { loadPortal } from "../portal-sessions/load-portal.ts";
import { shownSubscriber } from "./shown-subscriber.ts";

export const viewPortal = visit("GET /portal/{portalToken}", {
  name: "portal.view",
  summary: "View a subscriber's portal",
  description: "Returns the subscriber, the seller, and the time when the link stops working.",
  refusals: { ...portalLinkRefusals, tooManyRequests },
  input: PortalLink,
  output: OnePortal,
  run: async (work, { portalToken }) => {
    const { session } = await loadPortal(work, portalToken, "portal.view");
    const { id, owner, returnUrl, expiresAt, scopes } = session;
    const subscriber = shownSubscriber(session);
    return { portal: { id, seller: owner, subscriber, returnUrl, expiresAt, scopes } };
  },
});
