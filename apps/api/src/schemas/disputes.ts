import { z } from "zod";
import {
  amountOut,
  component,
  createdAt,
  currencyOut,
  id,
  timeOut,
  updatedAt,
} from "../kit/answers.ts";
import { exampleTime } from "../kit/evm-fields.ts";
import {
  decimal,
  listOf,
  nested,
  omittable,
  request,
  requiredId,
  requiredName,
} from "../kit/fields.ts";
import { type RefusalTerms, recordNotFound } from "../kit/refusal.ts";
import type { InvoiceState } from "./states.ts";
import { usageEventFields } from "./usage-events.ts";

export const disputeNotFound = recordNotFound("dispute_not_found", "disputeId");

export const invoiceNotDisputable = (status: InvoiceState): RefusalTerms => ({
  kind: "conflict",
  code: "invoice_not_disputable",
  message: `Only OPEN or PAID invoices can be disputed. This one is ${status}.`,
  pattern: "Only OPEN or PAID invoices can be disputed. This one is <status>.",
  meaning: "The invoice is `DRAFT`, `VOID` or `EXPIRED`, so nobody owes or has paid its amount.",
  remedy: "Nothing needs to be done.",
});

export const disputeOpen: RefusalTerms = {
  kind: "conflict",
  code: "dispute_open",
  message: "The invoice has another open dispute.",
  meaning: "The seller has not answered an earlier dispute of the invoice.",
  remedy: "Wait for the answer, then dispute the other events.",
};

/** How often an invoice can be disputed. */
export const maxDisputes = 20;

export const tooManyDisputes: RefusalTerms = {
  kind: "conflict",
  code: "too_many_disputes",
  message: `The invoice was disputed ${maxDisputes} times already.`,
  meaning: "An invoice can be disputed so many times.",
  remedy: "Ask the seller.",
};

export const eventNotDisputable = (place: number): RefusalTerms => ({
  kind: "conflict",
  code: "event_not_disputable",
  param: "usageEvents",
  message: `usageEvents.${place} is not billed with a larger quantity.`,
  pattern: "usageEvents.<place> is not billed with a larger quantity.",
  meaning:
    "The invoice's bill does not count this event, or counts it with no more than you claim; or an accepted dispute has corrected the event; or it is in the list twice.",
  remedy: "Send each event that the bill counts with too large a quantity, once.",
});

/** How many events a dispute can name: the body of a call without a key is small. */
const maxDisputedEvents = 100;

/** What a payer sends, on either way. */
export const disputeFields = {
  usageEvents: listOf(
    nested({
      eventKey: usageEventFields.shape.eventKey.meta({
        description: "Key of a usage event that the invoice's bill counts",
        example: "requests:9f3c",
      }),
      claimedQuantity: omittable(decimal()).meta({
        description:
          "The quantity by the payer's own count, less than what is billed. Default: none, it never occurred",
        example: "90",
      }),
    }),
    maxDisputedEvents,
  ).meta({ description: `The disputed usage events: 1 to ${maxDisputedEvents}` }),
  reason: requiredName(500).meta({
    description: "Why the bill is wrong, in one line",
    example: "Our log has 90 requests in this hour",
  }),
};

export const disputeStatuses = ["OPEN", "ACCEPTED", "DECLINED"] as const;

/** A disputed event, as it is stored. */
export const DisputedEvent = component("DisputedEvent", "A disputed usage event.", {
  eventKey: z.string().meta({ description: "Key of the event", example: "requests:9f3c" }),
  occurredAt: z.string().meta({
    description: "When the usage occurred, as billed",
    format: "date-time",
    example: exampleTime,
  }),
  billedQuantity: z
    .string()
    .meta({ description: "The quantity that the bill counts", example: "250.000000" }),
  claimedQuantity: z.string().nullable().meta({
    description: "The quantity by the payer's own count; null: the event never occurred",
    example: "90.000000",
  }),
});

export type DisputedEvent = z.output<typeof DisputedEvent>;

export const Dispute = component(
  "Dispute",
  "A payer's objection to usage events that an invoice bills, and the seller's answer.",
  {
    id: id(),
    invoiceId: id(),
    serviceId: id(),
    userId: id().meta({ description: "Id of the billed user" }),
    status: z.enum(disputeStatuses).meta({
      description:
        "`OPEN`: not answered. `ACCEPTED`: the events were corrected, and the amount credited. `DECLINED`: the bill stays as it is.",
      example: "OPEN",
    }),
    usageEvents: z.array(DisputedEvent).meta({ description: "The disputed events" }),
    reason: z.string().meta({
      description: "Why the bill is wrong, in the payer's words",
      example: "Our log has 90 requests in this hour",
    }),
    amount: amountOut().nullable().meta({
      description:
        "What the invoice bills too much if the payer is right, in USDC, by the rate cards of its bill and after earlier accepted disputes; null: no stored rate card prices these events",
    }),
    currency: currencyOut(),
    answer: z.string().nullable().meta({
      description: "The seller's answer, in one line; null: none was given",
      example: null,
    }),
    creditNoteId: id().nullable().meta({
      description:
        "Id of the credit note that was created when the dispute was accepted; null: none was",
      example: null,
    }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    closedAt: timeOut().nullable().meta({
      description: "When it was accepted or declined; null while it is `OPEN`",
      example: null,
    }),
  },
);

export const OneDispute = z.object({ dispute: Dispute });

export const DisputeId = request({ disputeId: requiredId() });
