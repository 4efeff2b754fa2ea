import { z } from "zod";
import { addressOut, chainIdOut, component, decimalOut, id, timeOut } from "../kit/answers.ts";
import { exampleTime } from "../kit/evm-fields.ts";
import { AlertState } from "./alerts.ts";
import { offeredCards } from "./checkout.ts";
import { usagePrefixes } from "./invoice-links.ts";
import { credit } from "./invoices.ts";
import { LimitUsage, UsageLimit } from "./limits.ts";
import { TermsOut } from "./payments.ts";
import { OfferedPlan } from "./plans.ts";
import { InvoiceRecord } from "./records.ts";
import { ServiceRecord } from "./services.ts";
import {
  capLimitsOut,
  capRateCards,
  capRevocation,
  capSpendingOut,
  PreparedCap,
} from "./spending-caps.ts";
import { sums } from "./usage-summary.ts";

const offeredService = ServiceRecord.pick({ name: true, description: true }).meta({
  description: "The service that is subscribed to",
});

const UsageAtPortal = component("PortalUsage", "A subscription's usage in one period.", {
  from: timeOut().meta({ description: "Start of the period", example: exampleTime }),
  to: timeOut().meta({
    description: "End of the period, which is not part of it",
    example: "2026-02-28T12:00:00.000Z",
  }),
  hasEarlier: z.boolean().meta({
    description: "Whether the subscription had started before this period",
    example: true,
  }),
  fixedAt: timeOut().nullable().meta({
    description:
      "When the newest root of the subscription's usage was made, which fixes it as it was then; null: there is none",
    example: exampleTime,
  }),
  count: sums.count,
  interval: z.literal("DAY").meta({ description: "The length of the intervals", example: "DAY" }),
  ...usagePrefixes,
});

const LimitAtPortal = component(
  "PortalLimit",
  "A limit on the usage of a subscription, as the portal shows it.",
  {
    ...UsageLimit.pick({
      id: true,
      keyPrefix: true,
      measure: true,
      max: true,
      window: true,
      timeZone: true,
      seconds: true,
    }).shape,
    ...LimitUsage.pick({ used: true, remaining: true, windowStart: true, resetsAt: true }).shape,
  },
);

/** The limits of a subscription. Their names are words of the seller's own, and are left out. */
export const PortalLimits = z.object({
  limits: z.array(LimitAtPortal).meta({ description: "In the order of their names" }),
});

const AlertAtPortal = component("PortalAlert", "What an alert watches, as it is now.", {
  ...AlertState.shape.alert.pick({ id: true, on: true, levels: true, keyPrefix: true }).shape,
  ...AlertState.pick({ balanceId: true, value: true, crossed: true }).shape,
});

export const PortalAlerts = z.object({
  alerts: z.array(AlertAtPortal).meta({ description: "The oldest alert first" }),
});

const capTerms = {
  id: id(),
  payerAddress: addressOut().meta({ description: "Address of the wallet that signed and pays" }),
  ...capLimitsOut(),
  validUntil: timeOut().meta({
    description: "When the cap expires. Nothing can be collected after that",
  }),
  rateCardHashes: capRateCards(),
  revokedAt: timeOut().nullable().meta({
    description: "When the subscriber revoked the cap; null: not revoked",
    example: null,
  }),
  createdAt: timeOut().meta({ description: "When the cap was signed" }),
};

const SpendingCapAtPortal = component(
  "PortalSpendingCap",
  "A spending cap, as the portal shows it.",
  {
    ...capTerms,
    ...capSpendingOut(),
    left: decimalOut().meta({
      description:
        "What can still be collected in the current period, in USDC; zero unless the cap is `ACTIVE`",
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
    isRelaying: z.boolean().meta({
      description:
        "Whether the service is sending lower limits or a revocation that the wallet signed to the contract",
      example: false,
    }),
    revocation: capRevocation().nullable().meta({
      description:
        "What the wallet that signed the cap signs to revoke it on the chain too, by `portal.revokeCap`; null if nothing was collected under it yet, or it is revoked there",
    }),
  },
);

export const InvoiceAtPortal = InvoiceRecord.pick({
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
  spendingCap: component("PortalCapTerms", "The terms of a spending cap.", capTerms),
});

export const OnePreparedCap = z.object({
  preparedCap: component("PreparedCap", "A spending cap, to be signed.", {
    payerAddress: addressOut().meta({ description: "Address of the wallet that signs" }),
    ...PreparedCap.shape,
  }),
});
