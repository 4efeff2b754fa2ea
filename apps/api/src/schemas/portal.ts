import { z } from "zod";
import { addressOut, chainIdOut, createdAt, decimalOut, id, timeOut } from "../kit/answers.ts";
import { evmAddress, exampleTime } from "../kit/evm-fields.ts";
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
import { nextCursor, page } from "../kit/lists.ts";
import { type RefusalTerms, recordNotFound } from "../kit/refusal.ts";
import {
  AutoTopUp,
  Balance,
  BalanceEntry,
  BalanceEntryPage,
  BalanceEntryQuery,
} from "./balances.ts";
import { offeredCards } from "./checkout.ts";
import { maxPrefixes, UsageByPrefix } from "./invoice-links.ts";
import { credit } from "./invoices.ts";
import type { Scope } from "./nouns.ts";
import { shownTerms, TermsOut } from "./payments.ts";
import { OfferedPlan } from "./plans.ts";
import { InvoiceRecord } from "./records.ts";
import { ServiceRecord, ShownService } from "./services.ts";
import {
  capAllowance,
  capAmount,
  capRevocation,
  PreparedCap,
  SignedCap,
  signedCap,
} from "./spending-caps.ts";
import { Subscription } from "./subscriptions.ts";
import { UpcomingInvoice } from "./upcoming-invoices.ts";
import { sums } from "./usage-summary.ts";
import { User } from "./users.ts";

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

const link = PortalLink.shape;

const PortalSubscriptionId = { ...link, subscriptionId: requiredId() };

export const PortalSubscriptionQuery = request({ ...link, ...page("portal/subscriptions") });

export const PortalInvoiceQuery = request({
  ...link,
  subscriptionId: filterId(),
  ...page("portal/invoices"),
});

/** Far more than a subscription that renews each day has in ten years. */
const maxPeriodsAgo = 4_000;

export const PortalUsageQuery = request({
  ...PortalSubscriptionId,
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

export const PortalCancellation = request({
  ...PortalSubscriptionId,
  atPeriodEnd: requiredBoolean().meta({
    description:
      "`true`: the subscription ends with its current period. `false`: takes the cancellation back, and the subscription renews",
    example: true,
  }),
});

export const PortalSubscription = request(PortalSubscriptionId);

export const PortalBalanceQuery = request({ ...link, ...page("portal/balances") });

export const PortalEntryQuery = BalanceEntryQuery.extend(link);

export const PortalTopUp = request({
  ...link,
  balanceId: requiredId(),
  amount: positiveDecimal().meta({
    description: "Amount to pay and to credit, in USDC with at most six decimal places",
  }),
});

export const PrepareCapAtPortal = request({
  ...PortalSubscriptionId,
  payerAddress: evmAddress().meta({ description: "Address of the wallet that signs and pays" }),
  capAmount: capAmount(),
  capAllowance: capAllowance(),
  terms: shownTerms(),
});

export const SignCapAtPortal = request({
  ...PortalSubscriptionId,
  payerAddress: evmAddress().meta({ description: "Address of the wallet that signed" }),
  cap: SignedCap.meta({
    description: "The prepared and signed spending cap for later invoices",
    example: signedCap,
  }),
  terms: shownTerms(),
});

export const SubscriberChange = request({
  ...link,
  name: optionalName(200).meta({ description: "New name", example: "Pat Payer" }),
  email: optionalMailbox().meta({
    description:
      "New address for e-mails. The subscriber is still recognized at checkout by the address that it signed up with",
    example: "pat@example.com",
  }),
});

const Subscriber = User.pick({ name: true, email: true })
  .extend({
    isChangeable: z.boolean().meta({
      description:
        "Whether name and e-mail address can be changed here: the user belongs to this seller alone and sells nothing itself",
      example: true,
    }),
  })
  .meta({ id: "PortalSubscriber", description: "A subscriber, as the portal shows it." });

const Portal = z
  .object({
    id: id().meta({ description: "Id of the portal session" }),
    seller: z
      .object({
        name: User.shape.name.meta({ description: "The seller's name; null if none was given" }),
      })
      .nullable()
      .meta({
        description: "The seller; null if the link shows the records with every seller",
      }),
    subscriber: Subscriber,
    returnUrl: z.string().nullable().meta({
      description: "Where the portal links back to; null: nowhere",
      example: "https://example.com/account",
    }),
    expiresAt: timeOut().meta({ description: "When the link stops working" }),
    scopes: z.array(z.string()).meta({
      description: "What the link may show and change",
      example: ["subscribers:read", "subscriptions:read", "invoices:read"],
    }),
  })
  .meta({ id: "Portal", description: "A subscriber's portal." });

const {
  id: subscriptionId,
  status,
  currentPeriodStart,
  currentPeriodEnd,
  cancelAt,
  endedAt,
} = Subscription.shape;

const offeredService = ServiceRecord.pick({ name: true, description: true }).meta({
  description: "The service that is subscribed to",
});

const SubscriptionAtPortal = z
  .object({
    id: subscriptionId,
    status,
    service: ShownService.meta({ description: "The service that is subscribed to" }),
    paymentPlan: OfferedPlan,
    rateCards: offeredCards(),
    currentPeriodStart,
    currentPeriodEnd,
    cancelAt,
    endedAt,
    createdAt: createdAt(),
    nextCharge: z
      .object({
        at: timeOut().meta({
          description: "When the next invoice is due to be made",
          example: "2026-02-28T12:00:00.000Z",
        }),
        amount: decimalOut().nullable().meta({
          description: "Its amount in USDC; null: it depends on the usage until then",
          example: "25.000000",
        }),
      })
      .nullable()
      .meta({ description: "The next charge; null if none is planned" }),
    canCancel: z.boolean().meta({
      description: "Whether the subscriber may cancel at the end of the period",
      example: true,
    }),
    canRenew: z.boolean().meta({
      description: "Whether the subscriber may take back a scheduled cancellation",
      example: false,
    }),
  })
  .meta({
    id: "PortalSubscription",
    description: "A subscription, as the portal shows it.",
  });

const UsageAtPortal = z
  .object({
    from: timeOut().meta({ description: "Start of the period", example: exampleTime }),
    to: timeOut().meta({
      description: "End of the period, which is not part of it",
      example: "2026-02-28T12:00:00.000Z",
    }),
    hasEarlier: z.boolean().meta({
      description: "Whether the subscription had started before this period",
      example: true,
    }),
    count: sums.count,
    interval: z.literal("DAY").meta({ description: "The length of the intervals", example: "DAY" }),
    prefixes: z.array(UsageByPrefix).meta({
      description: `The usage by prefix, most events first; at most ${maxPrefixes} prefixes`,
    }),
    hasMorePrefixes: z.boolean().meta({
      description: "Whether there are more prefixes",
      example: false,
    }),
  })
  .meta({ id: "PortalUsage", description: "A subscription's usage in one period." });

const capTerms = {
  id: id(),
  payerAddress: addressOut().meta({ description: "Address of the wallet that signed and pays" }),
  amount: decimalOut().meta({
    description: "Max total that can be collected under the cap, in USDC",
    example: "100.000000",
  }),
  validUntil: timeOut().meta({
    description: "When the cap expires. Nothing can be collected after that",
  }),
  revokedAt: timeOut().nullable().meta({
    description: "When the subscriber revoked the cap; null: not revoked",
    example: null,
  }),
  createdAt: timeOut().meta({ description: "When the cap was signed" }),
};

const SpendingCapAtPortal = z
  .object({
    ...capTerms,
    spent: decimalOut().meta({
      description: "Total collected under the cap so far, in USDC, as recorded on the chain",
      example: "12.500000",
    }),
    left: decimalOut().meta({
      description:
        "Amount that can still be collected under the cap, in USDC; zero unless the cap is `ACTIVE`",
      example: "87.500000",
    }),
    state: z.enum(["ACTIVE", "REVOKED", "EXPIRED", "OUTDATED"]).meta({
      description:
        "`ACTIVE`: invoices are collected under it. `REVOKED`: the subscriber revoked it. `EXPIRED`: `validUntil` has passed. `OUTDATED`: the seller is paid at another address now, so nothing is collected under it",
      example: "ACTIVE",
    }),
    revokedOnChain: z.boolean().meta({
      description: "Whether the contract has recorded the revocation",
      example: false,
    }),
    chainId: chainIdOut(),
    revocation: capRevocation().meta({
      description:
        "The transaction with which the wallet that signed revokes the cap on the chain, for good",
    }),
  })
  .meta({ id: "PortalSpendingCap", description: "A spending cap, as the portal shows it." });

const InvoiceAtPortal = InvoiceRecord.pick({
  id: true,
  subscriptionId: true,
  status: true,
  amount: true,
  currency: true,
  dueAt: true,
  paidAt: true,
  createdAt: true,
})
  .extend({
    ...credit,
    service: offeredService,
    paymentPlan: OfferedPlan.pick({ name: true }).meta({ description: "The plan" }),
    url: z.string().meta({
      description: "Address of the invoice's page, where it is paid; later it is the receipt",
      example: "https://usance.example.com/checkout/invoices/9f3c1b7ae2d84c60b5a1f0e7d6c5b4a3",
    }),
  })
  .meta({ id: "PortalInvoice", description: "An invoice, as the portal shows it." });

const BalanceAtPortal = Balance.pick({
  id: true,
  status: true,
  available: true,
  held: true,
  overdraft: true,
  currency: true,
  createdAt: true,
})
  .extend({
    service: ShownService.meta({ description: "The service whose usage the balance pays for" }),
    credits: z
      .array(
        z.object({
          remaining: decimalOut().meta({ description: "The part that is not spent, in USDC" }),
          expiresAt: timeOut().nullable().meta({
            description: "When the rest of the credit expires; null: never",
            example: null,
          }),
        }),
      )
      .meta({
        description:
          "Credit that is not spent yet, in the order in which it is spent: at most the first 20. It includes amounts that holds have set aside",
      }),
    autoTopUp: AutoTopUp.pick({ status: true, below: true, amount: true, pausedUntil: true })
      .nullable()
      .meta({ description: "The settings of automatic top-ups; null: there are none" }),
  })
  .meta({ id: "PortalBalance", description: "A prepaid balance, as the portal shows it." });

const EntryAtPortal = BalanceEntry.pick({
  position: true,
  type: true,
  available: true,
  held: true,
  availableAfter: true,
  heldAfter: true,
  createdAt: true,
}).meta({
  id: "PortalBalanceEntry",
  description: "A change of a balance, as the portal shows it.",
});

export const OnePortal = z.object({ portal: Portal });

export const OneSubscriber = z.object({ subscriber: Subscriber });

export const OnePortalSubscription = z.object({ subscription: SubscriptionAtPortal });

export const PortalSubscriptionPage = z.object({
  subscriptions: z.array(SubscriptionAtPortal).meta({ description: "Newest first" }),
  nextCursor: nextCursor("portal/subscriptions"),
});

export const PortalInvoicePage = z.object({
  invoices: z.array(InvoiceAtPortal).meta({ description: "Newest first, without drafts" }),
  nextCursor: nextCursor("portal/invoices"),
});

export const OnePortalInvoice = z.object({ invoice: InvoiceAtPortal });

export const PortalBalancePage = z.object({
  balances: z.array(BalanceAtPortal).meta({ description: "Newest first" }),
  nextCursor: nextCursor("portal/balances"),
});

export const PortalEntryPage = BalanceEntryPage.extend({
  balanceEntries: z.array(EntryAtPortal).meta({ description: "Newest first" }),
});

export const OnePortalUpcomingInvoice = z.object({
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

export const OnePortalUsage = z.object({ usage: UsageAtPortal });

export const OnePortalSpendingCap = z.object({
  spendingCap: SpendingCapAtPortal.nullable().meta({
    description: "The subscription's spending cap; null if none was signed",
  }),
  chainId: chainIdOut().nullable().meta({
    description: "The chain on which a new cap can be signed; null if none can be",
  }),
  rateCards: offeredCards(),
  terms: TermsOut,
});

/** A cap as it is stored: a call that changes it does not wait for the chain. */
export const OneStoredCap = z.object({
  spendingCap: z
    .object(capTerms)
    .meta({ id: "PortalCapTerms", description: "The terms of a spending cap." }),
});

export const OnePreparedCap = z.object({
  preparedCap: z
    .object({
      payerAddress: addressOut().meta({ description: "Address of the wallet that signs" }),
      ...PreparedCap.shape,
    })
    .meta({ id: "PreparedCap", description: "A spending cap, to be signed." }),
});
