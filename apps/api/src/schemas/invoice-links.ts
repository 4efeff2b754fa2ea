import { z } from "zod";
import { addressOut, decimalOut, timeOut } from "../kit/answers.ts";
import { evmAddress, exampleHash } from "../kit/evm-fields.ts";
import { cursor, limit, nextCursor, type Place, readPlace } from "../kit/lists.ts";
import { type RefusalTerms, recordNotFound } from "../kit/refusal.ts";
import { linkOf } from "./idempotency.ts";
import { billed, credit, maxNestedCreditNotes } from "./invoices.ts";
import {
  CurrentPayment,
  PayeeOut,
  PreparedPayment,
  SignedPayment,
  shownTerms,
  signedPayment,
  TermsOut,
} from "./payments.ts";
import { OfferedPlan } from "./plans.ts";
import { CreditNoteRecord, InvoiceRecord } from "./records.ts";
import { ShownService } from "./services.ts";
import { HashedInvoice, HashedUsageEvent } from "./settlement-proofs.ts";
import { sums } from "./usage-summary.ts";
import { User } from "./users.ts";

/*
 * The page of an invoice calls these operations without an API key. Anyone with the link can call them, so their answers
 * tell only what this invoice bills, and to whom.
 */

export const invoiceLinkNotFound: RefusalTerms = {
  ...recordNotFound({
    code: "invoice_link_not_found",
    param: "linkToken",
    message: "Invoice link was not found.",
  }),
  meaning: "No invoice has this link, or its seller has replaced the link.",
  remedy: "Ask the seller for the invoice's current `url`.",
};

export const InvoiceLink = linkOf("invoice");

export const PrepareInvoicePayment = InvoiceLink.extend({
  payerAddress: evmAddress().meta({ description: "Address of the wallet that pays and signs" }),
  terms: shownTerms(),
});

export const PayInvoice = InvoiceLink.extend({
  payerAddress: evmAddress().meta({ description: "Address of the wallet that signed" }),
  payment: SignedPayment.meta({
    description: "The prepared and signed payment",
    example: signedPayment,
  }),
  terms: shownTerms(),
});

const LinkedInvoice = z
  .object({
    ...InvoiceRecord.pick({
      status: true,
      amount: true,
      currency: true,
      dueAt: true,
      paidAt: true,
      createdAt: true,
    }).shape,
    seller: z
      .object({
        name: User.shape.name.meta({ description: "The seller's name; null if none was given" }),
      })
      .meta({ description: "The seller" }),
    service: ShownService.meta({ description: "The service that is billed" }),
    paymentPlan: OfferedPlan,
    billedTo: User.pick({ name: true, email: true }).meta({ description: "The subscriber" }),
    ...credit,
    creditNotes: z
      .array(CreditNoteRecord.pick({ amount: true, reason: true, status: true, createdAt: true }))
      .meta({
        description: `The invoice's credit notes, newest first: at most the ${maxNestedCreditNotes} newest`,
      }),
    periodStart: billed.periodStart,
    periodEnd: billed.periodEnd,
    lines: billed.lines.meta({
      description:
        "What the invoice bills: at most 100 lines, whose amounts add up to `amount`. Empty if the seller sent none",
    }),
    creditsBalance: z.boolean().meta({
      description:
        "Whether the invoice is a top-up, whose payment credits the subscriber's prepaid balance with the service",
      example: false,
    }),
    usageEventCount: billed.usageEventCount.meta({
      description:
        "How many usage events the invoice bills, counted up to 10000: 10000 means 10000 or more",
    }),
    chain: PayeeOut.nullable().meta({
      description: "Where to pay; null if this seller cannot take payments here",
    }),
    terms: TermsOut,
    payment: CurrentPayment,
    receipt: z
      .object({
        transactionHash: z.string().meta({
          description: "Hash of the transaction that the payment was recorded by",
          example: exampleHash,
        }),
        payerAddress: addressOut().meta({ description: "Address of the wallet that paid" }),
        merchantAddress: addressOut().meta({ description: "Address that was paid" }),
        amount: decimalOut().meta({ description: "Amount that was paid, in USDC" }),
        confirmedAt: timeOut().meta({ description: "When the payment was confirmed" }),
        transactionUrl: z
          .string()
          .nullable()
          .meta({
            description: "The transaction in a block explorer; null if none is configured",
            example: `https://basescan.org/tx/${exampleHash}`,
          }),
      })
      .nullable()
      .meta({ description: "The confirmed payment; null until the invoice is `PAID`" }),
  })
  .meta({ id: "LinkedInvoice", description: "An invoice as its page shows it." });

export const OneLinkedInvoice = z.object({ invoice: LinkedInvoice });

export const OnePreparedInvoicePayment = z.object({
  preparedPayment: z
    .object({
      payerAddress: addressOut().meta({ description: "Address of the wallet that signs" }),
      balance: decimalOut().meta({ description: "The wallet's balance, in USDC" }),
      ...PreparedPayment.shape,
    })
    .meta({
      id: "PreparedInvoicePayment",
      description: "The payment of an invoice, to be signed.",
    }),
});

export const OneInvoicePaymentStatus = z.object({
  invoiceStatus: z
    .object({ status: InvoiceRecord.shape.status, terms: TermsOut, payment: CurrentPayment })
    .meta({ id: "InvoicePaymentStatus", description: "The state of an invoice's payment." }),
});

/* The usage that an invoice bills, for its page. Every answer is bounded, however much usage there is. */

/** Of the most events, the sums tell. */
export const maxSummedEvents = 100_000;
export const maxPrefixes = 6;
/** A span of fewer days is shown by day, a longer one by month, and one of many years by year. */
export const maxDays = 62;
export const maxMonths = 60;

export const invoiceNotPaid: RefusalTerms = {
  kind: "conflict",
  code: "invoice_link_not_paid",
  message: "Invoice is not PAID.",
  meaning:
    "The page shows single usage events and the proof of the payment only once the invoice is `PAID`.",
  remedy: "Poll the status of the payment until the invoice is `PAID`.",
};

export const UsageByPrefix = z.object({
  prefix: z.string().meta({
    description: "The part of the events' keys before the first `:`",
    example: "requests",
  }),
  ...sums,
  intervals: z
    .array(
      z.object({
        start: z.string().meta({
          description: "First day of the interval, in UTC",
          example: "2026-01-31",
        }),
        ...sums,
      }),
    )
    .meta({ description: "The intervals that have usage, oldest first" }),
});

export const OneInvoiceUsage = z.object({
  invoiceUsage: z
    .object({
      count: z.int().meta({
        description: `Number of events, at most ${maxSummedEvents}: ${maxSummedEvents} means that the sums are of the newest ${maxSummedEvents} events`,
        example: 2,
      }),
      interval: z.enum(["DAY", "MONTH", "YEAR"]).meta({
        description: `The length of the intervals: \`DAY\` if the usage spans fewer than ${maxDays} days, \`MONTH\` if it spans fewer than ${maxMonths} months`,
        example: "DAY",
      }),
      prefixes: z.array(UsageByPrefix).meta({
        description: `The usage by prefix, most events first; at most ${maxPrefixes} prefixes`,
      }),
      hasMorePrefixes: z.boolean().meta({
        description: "Whether there are more prefixes",
        example: false,
      }),
    })
    .meta({ id: "InvoiceUsage", description: "The usage that an invoice bills, added up." }),
});

const list = "invoice-links/usage-events";
const maxPage = 1_000;

export const BilledUsageQuery = InvoiceLink.extend({
  limit: limit(maxPage, maxPage).transform((given) => given ?? maxPage),
  cursor: cursor<Place>((text) => readPlace(list, text)),
});

export const BilledUsagePage = z.object({
  invoice: HashedInvoice,
  usageEvents: z.array(HashedUsageEvent).meta({ description: "Newest first" }),
  nextCursor: nextCursor(list),
});
