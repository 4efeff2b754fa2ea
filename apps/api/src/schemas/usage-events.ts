import { z } from "zod";
import { id, timeOut } from "../kit/answers.ts";
import {
  dateTime,
  decimal,
  filterId,
  listOf,
  nested,
  omittable,
  oneOf,
  optionalId,
  request,
  requiredId,
  requiredKey,
  requiredName,
} from "../kit/fields.ts";
import { nextCursor, page } from "../kit/lists.ts";
import { type RefusalTerms, recordNotFound, uniqueFieldsTaken } from "../kit/refusal.ts";
import { InvoiceRecord, UsageEventRecord } from "./records.ts";
import { ServiceRecord } from "./services.ts";
import type { InvoiceState } from "./states.ts";
import { Subscription, subscriptionNotActive } from "./subscriptions.ts";
import { User } from "./users.ts";

export const usageEventNotFound = recordNotFound({
  code: "usage_event_not_found",
  param: "usageEventId",
  message: "Usage event was not found.",
});

export const invoiceOfAnother: RefusalTerms = {
  kind: "invalid",
  code: "usage_invoice_mismatch",
  param: "invoiceId",
  message: "Invoice does not match the usage event service and user.",
  meaning: "No invoice of the usage event's service and user has this `invoiceId`.",
  remedy: "Send the id of an invoice of the same service and user, or omit `invoiceId`.",
};

export const subscriptionTakesNoUsage: RefusalTerms = {
  ...subscriptionNotActive,
  message: "Usage can only be recorded against an ACTIVE subscription.",
};

/** A subscription records each event key once. */
export const eventAlreadyRecorded: RefusalTerms = {
  kind: "conflict",
  code: "usage_event_already_recorded",
  param: "eventKey",
  message: uniqueFieldsTaken,
  meaning: "The subscription already has a usage event with this `eventKey`.",
  remedy:
    "If this is a retry, the event is recorded and nothing is left to do. Otherwise send another `eventKey`.",
};

export const tooMuchAtOnce: RefusalTerms = {
  kind: "unavailable",
  code: "usage_queue_full",
  message: "Too many usage events wait to be recorded. Nothing of this one was.",
  meaning: "More usage events arrive than can be recorded. This one was not recorded.",
  remedy: "Retry after `Retry-After` seconds, and send events in batches.",
  retryAfterSeconds: 1,
};

/** Refuses one event of a batch; a whole request that is no object has a message of its own. */
export const eventNotAnObject: RefusalTerms = {
  kind: "invalid",
  code: "usage_event_not_json_object",
  message: "Usage event must be a JSON object.",
  meaning: "An item of a batch, or a line, is not a JSON object.",
  remedy: "Send each event as a JSON object with the fields of `POST /usage-events`.",
};

export const usageEventVoided: RefusalTerms = {
  kind: "conflict",
  code: "usage_event_voided",
  message: "Usage event is already voided.",
  meaning: "The usage event was voided before. An event can be voided once.",
  remedy: "Read the event: its `void` says when, why and what replaced it.",
};

export const usageEventBilled = (status: InvoiceState): RefusalTerms => ({
  kind: "conflict",
  code: "usage_event_billed",
  message: `Usage event is on an invoice that is ${status}. Create a credit note for the invoice instead.`,
  pattern:
    "Usage event is on an invoice that is <status>. Create a credit note for the invoice instead.",
  meaning:
    "The usage event was recorded with the id of an invoice that is `OPEN` or `PAID`. What was billed never changes.",
  remedy: "Correct the invoice with `POST /invoices/{invoiceId}/credit-notes`.",
});

export const correctionsNotDistributed: RefusalTerms = {
  kind: "conflict",
  code: "corrections_not_distributed",
  message: "Usage events cannot be voided while the database distributes them over several nodes.",
  meaning:
    "A distributed database computes sums and usage hashes on the nodes that store the events, and these nodes store no voids. Nothing was changed.",
  remedy: "Correct the invoice with a credit note, `POST /invoices/{invoiceId}/credit-notes`.",
};

const usageEventFields = request({
  serviceId: requiredId().meta({ description: "Id of the service that was used" }),
  subscriptionId: requiredId().meta({
    description: "Id of the subscription. It must be `ACTIVE` and belong to the service and user",
  }),
  userId: requiredId().meta({ description: "Id of the subscriber" }),
  eventKey: requiredKey(255).meta({
    description:
      "What was used. Each key is recorded once per subscription, so make it unique: for example a usage type and an hour, separated by `:`. The summary can group by the part before the first `:`",
    example: "requests:2026-01-31T12",
  }),
  quantity: decimal().meta({
    description: "Number of units, with at most six decimal places",
    example: "250",
  }),
  invoiceId: optionalId().meta({
    description:
      "Id of an invoice of the same service and user that bills this usage. It does not change the invoice's amount",
  }),
  occurredAt: omittable(dateTime()).meta({
    description:
      "When the usage occurred; any time in the past is accepted. Digits below the millisecond are dropped. Default: the time of the call",
  }),
  balanceId: optionalId().meta({
    description:
      "Id of the prepaid balance of the same service and user that pays for it. It is charged in the commit that records the event, or nothing is recorded. Needs `charge`",
  }),
  charge: omittable(decimal()).meta({
    description:
      "What the event costs, in USDC with at most six decimal places. You calculate it: the service does not multiply. Needs `balanceId`",
    example: "0.010000",
  }),
});

/** Both are compiled, because they parse every event. The batch is ours, so its events have no unknown fields. */
export const NewUsageEvent = z.compile(usageEventFields.strip());
export const BatchedUsageEvent = z.compile(usageEventFields);

/** The maximum number of events in one batch. */
const maxBatch = 1_000;

/**
 * Each event is parsed by itself later, so that an invalid one is refused alone. The document describes it like a
 * single event.
 */
export const NewUsageEvents = request({
  usageEvents: listOf(
    z.custom<z.input<typeof NewUsageEvent>>().meta({
      override: ({ jsonSchema }: { jsonSchema: object }) => {
        const { $schema: _, ...schema } = z.toJSONSchema(usageEventFields, {
          io: "input",
          unrepresentable: "any",
        });
        Object.assign(jsonSchema, schema);
      },
    }),
    maxBatch,
  ).meta({ description: "1 to 1,000 events, each like the body of `POST /usage-events`" }),
});

/** The result of one event of a batch. */
const BatchResult = z
  .union([
    z.object({
      status: z.literal(201).meta({ description: "The event was recorded", example: 201 }),
      usageEvent: UsageEventRecord,
      warning: z.string().optional().meta({
        description:
          "What may be wrong with the `occurredAt` of the event: it is in no period of the subscription until now, so that no bill contains the event, or it is in the future, on a subscription whose period has no end. Absent if nothing is wrong",
        example:
          "occurredAt is before the start of the subscription, so no bill contains this usage.",
      }),
    }),
    z.object({
      status: z.number().meta({
        description:
          "The status that `POST /usage-events` returns for this event alone. 400, 404, 409, 422: do not send it again unchanged; 409 can mean that it was recorded before. 402: the balance is too low for it; nothing was recorded. 500 and 503: it is unknown whether it was recorded; send it again.",
        type: "integer",
        minimum: 400,
        maximum: 599,
        example: 409,
      }),
      error: z.string().meta({
        description: "What was wrong, and what is allowed",
        example: eventAlreadyRecorded.message,
      }),
      code: z.string().meta({
        description: "Code of the error, as in the header `Usance-Error` of a single event",
        example: eventAlreadyRecorded.code,
      }),
      param: z.string().optional().meta({
        description: "Path of the field that is at fault; absent unless it is one",
        example: eventAlreadyRecorded.param,
      }),
    }),
  ])
  .meta({ id: "UsageEventResult", description: "Result of one event of a batch." });

export const UsageEventId = request({ usageEventId: requiredId() });

export const NewUsageEventVoid = UsageEventId.extend({
  reason: requiredName(200).meta({
    description: "Why the event is wrong, in one line",
    example: "Counted twice after a restart",
  }),
  replacement: omittable(
    nested({
      ...usageEventFields.pick({ eventKey: true, quantity: true }).shape,
      invoiceId: usageEventFields.shape.invoiceId.meta({
        description:
          "Id of an invoice of the same service and user. Default: the invoice of the voided event if it is a `DRAFT`, otherwise none",
      }),
      occurredAt: usageEventFields.shape.occurredAt.meta({
        description:
          "When the usage occurred, to the millisecond. Default: the `occurredAt` of the voided event",
      }),
      ...usageEventFields.pick({ balanceId: true, charge: true }).shape,
    }),
  ).meta({
    description:
      "The event to record instead, in the same transaction. It has the service, subscription and user of the voided event. Its `eventKey` must be new. Default: none",
    example: { eventKey: "requests:9f3c-2", quantity: "90" },
  }),
});

export const keyOfNoSubscription: RefusalTerms = {
  kind: "invalid",
  code: "event_key_without_subscription",
  param: "subscriptionId",
  message: "subscriptionId is required with eventKey.",
  meaning: "An event key is unique in its subscription only.",
  remedy: "Send the `subscriptionId` of the event too.",
};

export const UsageEventQuery = request({
  serviceId: filterId(),
  subscriptionId: filterId(),
  eventKey: omittable(usageEventFields.shape.eventKey).meta({
    description: "Only the event with this key. Requires `subscriptionId`",
    example: "requests:9f3c",
  }),
  userId: filterId(),
  invoiceId: filterId(),
  occurredFrom: omittable(dateTime()).meta({
    description:
      "Only usage that occurred at this time or later. The list is ordered by `occurredAt` then, newest first",
    example: "2026-01-01T00:00:00.000Z",
  }),
  occurredTo: omittable(dateTime()).meta({
    description: "Only usage that occurred before this time, in the same order",
    example: "2026-02-01T00:00:00.000Z",
  }),
  billing: omittable(oneOf(["outside"])).meta({
    description:
      "`outside`: only usage that no bill contains, because it occurred in no period of its subscription until now. Voided events and those of an invoice are omitted. Ordered by `occurredAt`, newest first",
    example: "outside",
  }),
  ...page("usage-events"),
}).prefault({});

export const timesOfTwoKinds: RefusalTerms = {
  kind: "invalid",
  code: "usage_times_of_two_kinds",
  param: "from",
  message: "from and to must be omitted with occurredFrom, occurredTo or billing.",
  meaning:
    "`from` and `to` filter by the time of recording. A list by `occurredAt` has another order.",
  remedy: "Send `occurredFrom` and `occurredTo` instead.",
};

export const occurrenceOfInvoice: RefusalTerms = {
  kind: "invalid",
  code: "usage_occurrence_of_invoice",
  param: "invoiceId",
  message: "invoiceId and eventKey must be omitted with occurredFrom, occurredTo or billing.",
  meaning: "The usage events of an invoice are listed in the order in which they were recorded.",
  remedy: "Filter by `subscriptionId`, `serviceId` or `userId`.",
};

export const strayUsageNotDistributed: RefusalTerms = {
  kind: "conflict",
  code: "usage_outside_not_distributed",
  param: "billing",
  message: "Usage outside of periods cannot be listed while the database distributes usage events.",
  meaning: "The nodes that store the events do not store the periods of subscriptions.",
  remedy: "List by `occurredFrom` and `occurredTo`.",
};

const UsageEventVoid = z
  .object({
    reason: z.string().meta({
      description: "Reason for the void, as you sent it",
      example: "Counted twice after a restart",
    }),
    replacementId: id().nullable().meta({
      description: "Id of the usage event that was recorded instead; null if there is none",
    }),
    balanceCreditId: id().nullable().meta({
      description:
        "Id of the credit in the balance's ledger that returned the event's charge; null if the event was not charged",
    }),
    createdAt: timeOut().meta({ description: "When the event was voided" }),
  })
  .meta({
    id: "UsageEventVoid",
    description: "The void of a usage event: sums, quotes and usage hashes omit the event.",
  });

const UsageEvent = z
  .object({
    ...UsageEventRecord.shape,
    invoice: InvoiceRecord.nullable().meta({
      description: "The invoice that it was recorded with; null if there is none",
    }),
    service: ServiceRecord,
    subscription: Subscription,
    user: User,
    void: UsageEventVoid.nullable().meta({
      description:
        "The void of the event, which then no longer counts; null: the event is not voided",
      example: null,
    }),
  })
  .meta({ id: "UsageEvent", description: "A subscriber's usage, recorded once per key." });

/** Compiled, because the answer to every recorded event goes through it. */
export const OneUsageEvent = z.compile(z.object({ usageEvent: UsageEvent }));

export const VoidedUsageEvent = z.object({
  usageEvent: UsageEvent,
  replacement: UsageEvent.nullable().meta({
    description: "The event that was recorded instead; null if there is none",
  }),
});

export const UsageEventResults = z.compile(
  z.object({
    results: z
      .array(BatchResult)
      .meta({ description: "The result of each event, in the order of the request" }),
  }),
);

export const UsageEventPage = z.object({
  usageEvents: z.array(UsageEvent).meta({
    description: "Newest first: by the time of recording, or of occurrence if that is filtered by",
  }),
  nextCursor: nextCursor("usage-events"),
});
