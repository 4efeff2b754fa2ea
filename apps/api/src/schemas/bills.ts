import { z } from "zod";
import { component, currencyOut, decimalOut, id, timeOut } from "../kit/answers.ts";
import { exampleHash } from "../kit/evm-fields.ts";
import { Components } from "./rate-cards.ts";
import { eventKeyOut } from "./records.ts";
import { SettlementProof } from "./settlement-proofs.ts";

/* What invoices bill, exactly as it is hashed: decimals have six places, and times are in UTC with milliseconds. */

const amount = (description: string, example = "12.500000") =>
  z.string().meta({ description, example });
const hash = (description: string) => z.string().meta({ description, example: exampleHash });
const time = (description: string) =>
  z.string().meta({ description, example: "2026-01-01T00:00:00.000Z", format: "date-time" });

const PrefixTotals = z.object({
  prefix: z.string().meta({
    description:
      "The part of the event keys before the first `:`; empty: all usage whose prefix the rate card does not name",
    example: "requests",
  }),
  count: z.int().meta({ description: "How many events", example: 2 }),
  quantity: amount("Sum of the quantities", "250.000000"),
  max: amount("The largest quantity", "200.000000"),
  last: amount("The quantity of the event that occurred last", "50.000000"),
  root: hash("Root of the Merkle tree over these events"),
});

const BilledPeriod = z.object({
  from: time("When it begins"),
  to: time("When it ends; null: all later usage is of it").nullable(),
  rateCardId: id().nullable().meta({
    description: "Id of the rate card that prices it; null: no stored card does",
  }),
  rateCardHash: hash("Hash of the rate card's components; null: no card prices it").nullable(),
  prepaid: amount(
    "What a prepaid balance has paid for its usage; null without a card. 0 in a bill without a number, which sets nothing off",
    "0.000000",
  ).nullable(),
  charge: amount(
    "What it costs by the card, less `prepaid`; null without a card. Less than 0 if usage that was not prepaid made all of it cheaper",
  ).nullable(),
  chargeBefore: amount("The `charge` that an earlier bill gave; null: none did").nullable(),
  totals: z.array(PrefixTotals).meta({
    description: "Its usage by prefix, in the order of the last events",
  }),
});

const BilledUsage = z.object({
  billNumber: z.int().nullable().meta({
    description: "Number of the bill among those of its subscription; null: it has none",
    example: 1,
  }),
  billBefore: hash("Hash of the numbered bill before; null: there is none").nullable(),
  periods: z.array(BilledPeriod).meta({
    description:
      "The period that is billed, and earlier ones whose usage is not as an earlier bill said; oldest first",
  }),
  charged: amount("The `charge` of all periods so far; null without a card").nullable(),
  billed: amount("What the bills before asked for, less credits of usage", "0.000000"),
});

const Bill = component(
  "Bill",
  "What an invoice bills. Its hash is keccak256 of its canonical JSON.",
  {
    version: z.literal(1).meta({ description: "Version of the format", example: 1 }),
    invoiceId: id(),
    serviceId: id(),
    subscriptionId: id().nullable().meta({
      description: "Id of the billed subscription; null: none, or the one that the payment started",
    }),
    amount: amount("USDC"),
    currency: currencyOut(),
    periodStart: time("When the period began; null if the invoice has none").nullable(),
    periodEnd: time("When the period ended; null if the invoice has none").nullable(),
    lines: z
      .array(
        z.object({
          description: z.string().meta({ description: "What is billed", example: "Requests" }),
          quantity: amount("How much of it", "5000.000000"),
          unitAmount: amount("Price of one unit, with six to twelve decimal places", "0.002500"),
          amount: amount("Amount of the line"),
        }),
      )
      .meta({ description: "The lines of the invoice" }),
    usage: BilledUsage.nullable().meta({
      description: "The usage that it bills; null: none that the service has measured",
    }),
    usageRoot: z
      .object({
        number: z.int().meta({ description: "Its number", example: 12 }),
        root: hash("The root"),
      })
      .nullable()
      .meta({
        description:
          "The newest root of the subscription's usage before that was measured; null: there was none",
      }),
  },
);

export const InvoiceProof = component(
  "InvoiceProof",
  "What an invoice bills, and how it was paid. docs/proofs.md says how anyone can check it.",
  {
    billHash: hash("Hash of the bill"),
    bill: Bill,
    credited: amount("What credit notes before the payment took off its amount", "0.000000"),
    paidFromBalance: amount("What was paid from a prepaid balance", "0.000000"),
    rateCards: z
      .array(z.object({ id: id(), components: Components }))
      .meta({ description: "The rate cards that the bill, and those before it, name" }),
    billsBefore: z.array(Bill).meta({
      description:
        "The numbered bills of the subscription before it, newest first: at most 1,000, and at most 1,000,000 characters",
    }),
    settlement: SettlementProof.nullable().meta({
      description: "The proof of the payment; null until the invoice is `PAID` by a settlement",
    }),
  },
);

export const BilledEvent = component("BilledEvent", "A usage event, as a bill commits to it.", {
  eventKey: eventKeyOut(),
  quantity: decimalOut().meta({ description: "Number of units", example: "250.000000" }),
  occurredAt: timeOut().meta({ description: "When the usage occurred" }),
});

export const UsageProof = component("UsageProof", "A proof that an invoice bills a usage event.", {
  usageEvent: z
    .object({
      eventKey: eventKeyOut(),
      quantity: amount("Number of units", "250.000000"),
      occurredAt: time("When the usage occurred"),
    })
    .meta({ description: "The event" }),
  prefix: PrefixTotals.shape.prefix.meta({
    description: "The `prefix` of the totals that have it",
  }),
  index: z.int().meta({
    description: "Its place among these events, from 0: by time, quantity and the bytes of its key",
    example: 0,
  }),
  path: z.array(z.tuple([z.string(), z.string()])).meta({
    description:
      "The other parts of the tree on the way from the event to the root, the lowest first: SHA-256 in Base64, and sum of the quantities",
    example: [],
  }),
});
