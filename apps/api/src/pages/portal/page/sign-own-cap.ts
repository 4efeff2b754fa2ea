import { Refusal } from "../../../kit/refusal.ts";
import { visit } from "../../../operation/define.ts";
import { tooManyRequests } from "../../../operation/errors.ts";
import {
  allowanceTooLow,
  nothingCollected,
  notSigned,
  payerIsMerchant,
  termsChanged,
  termsTooOld,
  walletCannotSign,
} from "../../../schemas/payment-refusals.ts";
import { OneStoredCap, portalLinkRefusals, SignCapAtPortal } from "../../../schemas/portal.ts";
import { chainDoesNotAnswer } from "../../../schemas/settlements.ts";
import { subscriptionNotActive, subscriptionNotFound } from "../../../schemas/subscriptions.ts";
import { keepSpendingCap } from "../../../settlements/spending-caps/keep-spending-cap.ts";
import { requireSpendingCap } from "../../../settlements/spending-caps/require-spending-cap.ts";
import { loadOwnSubscription } from "../../../subscriptions/load-subscription.ts";
import { lockActive } from "../../../subscriptions/store.ts";
import { loadTerms, requireShownTerms } from "../../payments/agreed-terms.ts";
import { requirePayee } from "../../payments/payment-terms.ts";
import { checkCap } from "../../payments/spending-cap.ts";
import { changeAtPortal } from "../portal-sessions/change-at-portal.ts";
import { loadPortal, requirePortalLink } from "../portal-sessions/load-portal.ts";
import { offeredForCap } from "./cap-offer.ts";
import { storedCap } from "./shown-cap.ts";

/** The new cap takes the place of the one before, whatever was spent under that: it counts from zero. */
export const signOwnCap = visit(
  "POST /portal/{portalToken}/subscriptions/{subscriptionId}/spending-cap",
  {
    name: "portal.signCap",
    summary: "Store the spending cap that the subscriber signed",
    description:
      "From now on, the subscription's later invoices are collected under this cap, up to its whole amount. It replaces the previous cap.",
    beforeBody: requirePortalLink,
    refusals: {
      payerIsMerchant,
      capNotSigned: notSigned("cap"),
      walletCannotSign: walletCannotSign("cap"),
      ...portalLinkRefusals,
      subscriptionNotFound,
      subscriptionNotActive,
      nothingCollected,
      termsTooOld,
      termsChanged: termsChanged(["Usage has other prices now."]),
      allowanceTooLow: allowanceTooLow(0n, 100_000_000n),
      chainDoesNotAnswer,
      tooManyRequests,
    },
    input: SignCapAtPortal,
    output: OneStoredCap,
    run: async (work, { portalToken, subscriptionId, payerAddress, cap, terms }) => {
      const at = await loadPortal(work, portalToken, "portal.signCap");
      const own = { id: subscriptionId, userId: at.userId };
      const subscription = await loadOwnSubscription(at, own);
      const { id, status, service, checkoutSessionId } = subscription;
      if (status !== "ACTIVE") throw new Refusal(subscriptionNotActive);
      requireShownTerms(terms, await loadTerms(at, offeredForCap(subscription)));
      const payee = requirePayee(at, service);
      const signed = await checkCap(at, payee, id, { payerAddress, cap });
      await changeAtPortal(at, async ({ tx, now, tenant, userId, due, db }) => {
        if (!(await lockActive(tx, id))) throw new Refusal(subscriptionNotActive);
        await keepSpendingCap({ tx, now }, checkoutSessionId, signed);
        return loadOwnSubscription({ db, tenant, due }, { id, userId });
      });
      return { spendingCap: storedCap(await requireSpendingCap(at, id)) };
    },
  },
);
