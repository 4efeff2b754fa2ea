import { z } from "zod";
import { addressOut, chainIdOut, createdAt, decimalOut, id, timeOut } from "../kit/answers.ts";
import { exampleTime } from "../kit/evm-fields.ts";
import { nextCursor } from "../kit/lists.ts";
import { AutoTopUp, Balance, BalanceEntry, BalanceEntryPage } from "./balances.ts";
import { offeredCards } from "./checkout.ts";
import { maxPrefixes, UsageByPrefix } from "./invoice-links.ts";
import { credit } from "./invoices.ts";
import { TermsOut } from "./payments.ts";
import { OfferedPlan } from "./plans.ts";
import { InvoiceRecord } from "./records.ts";
import { ServiceRecord, ShownService } from "./services.ts";
import { capRevocation, PreparedCap } from "./spending-caps.ts";
import { Subscription } from "./subscriptions.ts";
import { UpcomingInvoice } from "./upcoming-invoices.ts";
import { sums } from "./usage-summary.ts";
import { User } from "./users.ts";

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
