import { evmAddress } from "../kit/evm-fields.ts";
import {
  filterId,
  omittable,
  optionalMailbox,
  optionalName,
  positiveDecimal,
  queryNumber,
  request,
  requiredBoolean,
  requiredId,
} from "../kit/fields.ts";
import { page } from "../kit/lists.ts";
import { type RefusalTerms, recordNotFound } from "../kit/refusal.ts";
import { BalanceEntryQuery } from "./balances.ts";
import type { Scope } from "./nouns.ts";
import { shownTerms } from "./payments.ts";
import { capAllowance, capAmount, SignedCap, signedCap } from "./spending-caps.ts";

/*
 * The portal calls these operations without an API key. Anyone with the link can call them while it works, so they show
 * and change only records of the one subscriber, with the seller who made the link.
 */

export const portalLinkNotFound: RefusalTerms = {
  ...recordNotFound({
    code: "portal_link_not_found",
    param: "portalToken",
    message: "Portal link was not found.",
  }),
  meaning:
    "No portal session has this link, or it has expired or was revoked, or the key, wallet grant or dashboard session that created it has ended.",
  remedy: "Create a new portal session.",
};

export const portalLinkTooNarrow: RefusalTerms = {
  kind: "forbidden",
  code: "portal_link_too_narrow",
  message: "This link does not allow that.",
  meaning:
    "The key that created the portal session lacks the scope for this, so the link does too.",
  remedy: "Create the portal session with a key that has the scope; see `scopes` of the session.",
};

/** How every operation of the portal can refuse its link. */
export const portalLinkRefusals = { portalLinkNotFound, portalLinkTooNarrow } as const;

/**
 * The scope that each operation of the portal needs. A link has those of them that its maker has, so a link never allows
 * more than the key that made it.
 */
export const portalScopes = {
  "portal.view": "subscribers:read",
  "portal.changeSubscriber": "subscribers:write",
  "portal.subscriptions": "subscriptions:read",
  "portal.cancel": "subscriptions:write",
  "portal.usage": "usage-events:read",
  "portal.upcomingInvoice": "subscriptions:read",
  "portal.invoices": "invoices:read",
  "portal.spendingCap": "spending-caps:read",
  "portal.prepareCap": "spending-caps:write",
  "portal.signCap": "spending-caps:write",
  "portal.revokeCap": "spending-caps:write",
  "portal.balances": "balances:read",
  "portal.balanceEntries": "balances:read",
  "portal.topUp": "balances:write",
} as const satisfies Readonly<Record<`portal.${string}`, Scope>>;

export type PortalOperation = keyof typeof portalScopes;

export const cancellationNotAllowed: RefusalTerms = {
  kind: "conflict",
  code: "portal_cancellation_off",
  message: "This seller does not let subscribers cancel here.",
  meaning: "The service's `portal.allowsCancel` is `false`.",
  remedy: "Ask the seller to cancel the subscription, or set `portal.allowsCancel` as the seller.",
};

export const cancelledBySeller: RefusalTerms = {
  kind: "conflict",
  code: "cancelled_by_seller",
  message: "The seller has cancelled this subscription.",
  meaning: "The seller scheduled the cancellation, so the subscriber cannot take it back.",
  remedy: "Ask the seller to let the subscription renew.",
};

export const subscriberNotChangeable: RefusalTerms = {
  kind: "conflict",
  code: "subscriber_of_others",
  message: "Name and e-mail address cannot be changed here.",
  meaning:
    "The user does not belong to this seller alone, so other sellers would see the change as well; or the user is a seller, whose name subscribers see.",
  remedy:
    "If the user sells nothing, create the portal session with the platform's key. Nobody can change a seller in a portal.",
};

export const noPeriodSoLongAgo: RefusalTerms = {
  kind: "not_found",
  code: "usage_period_not_found",
  param: "periodsAgo",
  message: "The subscription had not started then.",
  meaning: "The subscription has fewer periods.",
  remedy: "Follow `hasEarlier` of the later period.",
};

export const tooManyOpenTopUps: RefusalTerms = {
  kind: "conflict",
  code: "too_many_open_top_ups",
  message: "Balance has too many open top-ups.",
  meaning: "The balance has ten top-ups that are neither paid nor expired.",
  remedy: "Pay one of them, or wait until one expires, a day after it was created.",
};

export const PortalLink = request({
  portalToken: requiredId().meta({
    description: "The last part of the portal session's `url`",
    example: "mJ5vXl0uYp2cQm8tWfR7sKd1aBz4nEo6iGh9yTq3jLw",
  }),
});

export const PortalSubscription = PortalLink.extend({ subscriptionId: requiredId() });

export const PortalSubscriptionQuery = PortalLink.extend(page("portal/subscriptions"));

export const PortalInvoiceQuery = PortalLink.extend({
  subscriptionId: filterId(),
  ...page("portal/invoices"),
});

/** Far more than a subscription that renews each day has in ten years. */
const maxPeriodsAgo = 4_000;

export const PortalUsageQuery = PortalSubscription.extend({
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

export const PortalCancellation = PortalSubscription.extend({
  atPeriodEnd: requiredBoolean().meta({
    description:
      "`true`: the subscription ends with its current period. `false`: takes the cancellation back, and the subscription renews",
    example: true,
  }),
});

export const PortalBalanceQuery = PortalLink.extend(page("portal/balances"));

export const PortalEntryQuery = BalanceEntryQuery.extend(PortalLink.shape);

export const PortalTopUp = PortalLink.extend({
  balanceId: requiredId(),
  amount: positiveDecimal().meta({
    description: "Amount to pay and to credit, in USDC with at most six decimal places",
  }),
});

export const PrepareCapAtPortal = PortalSubscription.extend({
  payerAddress: evmAddress().meta({ description: "Address of the wallet that signs and pays" }),
  capAmount: capAmount(),
  capAllowance: capAllowance(),
  terms: shownTerms(),
});

export const SignCapAtPortal = PortalSubscription.extend({
  payerAddress: evmAddress().meta({ description: "Address of the wallet that signed" }),
  cap: SignedCap.meta({
    description: "The prepared and signed spending cap for later invoices",
    example: signedCap,
  }),
  terms: shownTerms(),
});

export const SubscriberChange = PortalLink.extend({
  name: optionalName(200).meta({ description: "New name", example: "Pat Payer" }),
  email: optionalMailbox().meta({
    description:
      "New address for e-mails. The subscriber is still recognized at checkout by the address that it signed up with",
    example: "pat@example.com",
  }),
});
