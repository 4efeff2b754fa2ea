import { visit } from "../../../operation/define.ts";
import { tooManyRequests } from "../../../operation/errors.ts";
import {
  OnePortalSpendingCap,
  PortalSubscription,
  portalLinkRefusals,
} from "../../../schemas/portal.ts";
import { chainDoesNotAnswer } from "../../../schemas/settlements.ts";
import { subscriptionNotFound } from "../../../schemas/subscriptions.ts";
import { readSpendingCap } from "../../../settlements/spending-caps/read-spending-cap.ts";
import { loadOwnSubscription } from "../../../subscriptions/load-subscription.ts";
import { loadOffer } from "../../payments/agreed-terms.ts";
import { shownPayee } from "../../payments/payment-terms.ts";
import { loadPortal, mayAtPortal } from "../portal-sessions/load-portal.ts";
import { offeredForCap } from "./cap-offer.ts";
import { shownCap } from "./shown-cap.ts";

/** The page polls it while the wallet's transaction is on its way. */
export const getOwnSpendingCap = visit(
  "GET /portal/{portalToken}/subscriptions/{subscriptionId}/spending-cap",
  {
    name: "portal.spendingCap",
    summary: "Get the spending cap of the subscriber's subscription",
    description:
      "Limit, amount spent, amount left and expiry, and the transaction with which the wallet revokes it. What was spent and whether it was revoked are read from the chain; the first read that finds it revoked there reports it with the event `subscription.cap_revoked`.",
    refusals: {
      ...portalLinkRefusals,
      subscriptionNotFound,
      chainDoesNotAnswer,
      tooManyRequests,
    },
    input: PortalSubscription,
    output: OnePortalSpendingCap,
    run: async (work, { portalToken, subscriptionId }) => {
      const at = await loadPortal(work, portalToken, "portal.spendingCap");
      const own = { id: subscriptionId, userId: at.userId };
      const subscription = await loadOwnSubscription(at, own);
      const { id, status, service } = subscription;
      const read = await readSpendingCap(at, id);
      const isOpen = status === "ACTIVE" && mayAtPortal(at, "portal.signCap");
      const payee = isOpen ? shownPayee(at, service) : null;
      return {
        spendingCap: read && shownCap(read, id, at.clock.now()),
        chainId: payee?.chainId ?? null,
        ...(await loadOffer(at, offeredForCap(subscription))),
      };
    },
  },
);
