import { visit } from "../../../operation/define.ts";
import { tooManyRequests } from "../../../operation/errors.ts";
import { OneStoredCap, PortalSubscription, portalLinkRefusals } from "../../../schemas/portal.ts";
import { spendingCapNotFound } from "../../../schemas/spending-caps.ts";
import { subscriptionNotFound } from "../../../schemas/subscriptions.ts";
import { endCollections } from "../../../settlements/end-collections.ts";
import { requireSpendingCap } from "../../../settlements/spending-caps/require-spending-cap.ts";
import { revokeSpendingCap } from "../../../settlements/spending-caps/revoke-spending-cap.ts";
import { loadOwnSubscription } from "../../../subscriptions/load-subscription.ts";
import { changeAtPortal } from "../portal-sessions/change-at-portal.ts";
import { loadPortal, requirePortalLink } from "../portal-sessions/load-portal.ts";
import { storedCap } from "./shown-cap.ts";

/** Works while the chain does not answer. */
export const revokeOwnCap = visit(
  "DELETE /portal/{portalToken}/subscriptions/{subscriptionId}/spending-cap",
  {
    name: "portal.revokeCap",
    summary: "Revoke the spending cap of the subscriber's subscription",
    description:
      "From this answer on, the service collects nothing under the cap. A collection that was already sent to the chain can still be confirmed. Revoking it again returns the same answer. The contract itself would still accept the cap: to end it there too, the wallet sends the cap's `revocation`. The event `subscription.cap_revoked` reports it.",
    beforeBody: requirePortalLink,
    refusals: {
      ...portalLinkRefusals,
      subscriptionNotFound,
      spendingCapNotFound,
      tooManyRequests,
    },
    input: PortalSubscription,
    output: OneStoredCap,
    run: async (work, { portalToken, subscriptionId }) => {
      const at = await loadPortal(work, portalToken, "portal.revokeCap");
      const own = { id: subscriptionId, userId: at.userId };
      const subscription = await loadOwnSubscription(at, own);
      await changeAtPortal(at, async ({ tx, db, now, log, tally, paymentRefunds }) => {
        const cap = await requireSpendingCap({ db }, own.id);
        if (!(await revokeSpendingCap({ tx, now }, cap, own.id))) return null;
        await endCollections({ tx, now, log, tally, paymentRefunds }, own.id);
        return subscription;
      });
      return { spendingCap: storedCap(await requireSpendingCap(at, own.id)) };
    },
  },
);
