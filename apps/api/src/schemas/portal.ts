import { evmAddress } from "../kit/evm-fields.ts";
import { request, requiredId } from "../kit/fields.ts";
import { type RefusalTerms, recordNotFound } from "../kit/refusal.ts";
import type { Scope } from "./nouns.ts";
import { shownTerms } from "./payments.ts";
import { CapLimits, capLimits, SignedCap, signedCap } from "./spending-caps.ts";

/*
 * The portal calls these operations without an API key. Anyone with the link can call them while it works, so they show
 * and change only records of the one subscriber, with the seller who made the link.
 */

export const portalLinkNotFound: RefusalTerms = {
  ...recordNotFound("portal_link_not_found", "portalToken"),
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

/** The refusals of a link, which every operation of the portal can give. */
export const portalLinkRefusals = { portalLinkNotFound, portalLinkTooNarrow } as const;

/**
 * The scope that each operation of the portal needs. A link gets only scopes that its maker has, so it never allows
 * more than the key that made it.
 */
export const portalScopes = {
  "portal.view": "subscribers:read",
  "portal.changeSubscriber": "subscribers:write",
  "portal.subscriptions": "subscriptions:read",
  "portal.cancel": "subscriptions:write",
  "portal.usage": "usage-events:read",
  "portal.usageRoots": "usage-events:read",
  "portal.usageChanges": "usage-events:read",
  "portal.limits": "limits:read",
  "portal.alerts": "alerts:read",
  "portal.subjects": "usage-events:read",
  "portal.stop": "limits:write",
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

export const PortalLink = request({
  portalToken: requiredId().meta({
    description: "The last part of the portal session's `url`",
    example: "mJ5vXl0uYp2cQm8tWfR7sKd1aBz4nEo6iGh9yTq3jLw",
  }),
});

export const PortalSubscription = PortalLink.extend({ subscriptionId: requiredId() });

export const PrepareCapAtPortal = PortalSubscription.extend({
  payerAddress: evmAddress().meta({ description: "Address of the wallet that signs and pays" }),
  cap: CapLimits.meta({ description: "The limits of the new cap", example: capLimits }),
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
