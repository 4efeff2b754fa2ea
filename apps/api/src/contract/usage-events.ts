import { z } from "zod";
import {
  decimal,
  exactDateTime,
  filterId,
  listOf,
  omittable,
  optionalId,
  request,
  requiredId,
  requiredKey,
} from "../lib/fields.ts";
import { nextCursor, page } from "../lib/lists.ts";
import { type RefusalTerms, uniqueFieldsTaken } from "../lib/refusal.ts";
import { InvoiceRecord, UsageEventRecord } from "./records.ts";
import { ServiceRecord } from "./services.ts";
import { Subscription } from "./subscriptions.ts";
import { User } from "./users.ts";

export const usageEventNotFound: RefusalTerms = {
  kind: "not_found",
  message: "Usage event was not found.",
};

export const invoiceOfAnother: RefusalTerms = {
  kind: "invalid",
  message: "Invoice does not match the usage event service and user.",
};

export const subscriptionTakesNoUsage: RefusalTerms = {
  kind: "conflict",
  message: "Usage can only be recorded against an ACTIVE subscription.",
};

export const tooMuchAtOnce: RefusalTerms = {
  kind: "unavailable",
  message: "Too many usage events wait to be recorded. Nothing of this one was.",
  retryAfterSeconds: 1,
};

/** Of one among many: a whole request is refused in other words. */
export const eventNotAnObject: RefusalTerms = {
  kind: "invalid",
  message: "Usage event must be a JSON object.",
};

const newUsageEvent = request({
  serviceId: requiredId().meta({ description: "Id of the service that was used" }),
  subscriptionId: requiredId().meta({
    description: "Id of the subscription, which must be `ACTIVE` and of this service and user",
  }),
  userId: requiredId().meta({ description: "Id of the subscriber" }),
  eventKey: requiredKey(255).meta({
    description:
      "Says what was used, and tells this usage from all other of the subscription: it is recorded once. Such as a kind and an hour, with `:` between them; the summary adds up by what stands before the first `:`",
    example: "requests:2026-01-31T12",
  }),
  quantity: decimal().meta({
    description: "Units used, with at most six decimal places",
    example: "250",
  }),
  invoiceId: optionalId().meta({
    description:
      "Id of an invoice of the same service and user, to bill it there. It adds nothing to the invoice's amount",
  }),
  occurredAt: omittable(exactDateTime()).meta({
    description:
      "When they were used, also long ago, in whole milliseconds. Default: the time of the call",
  }),
});

/** Compiled, as all that is done with every event. */
export const NewUsageEvent = z.compile(newUsageEvent);

/** How many events one batch may hold. */
const maxInABatch = 1_000;

/**
 * Each event is checked by itself, so that a bad one is told what is wrong and no other is; the document
 * says of it what it says of a single one.
 */
export const NewUsageEvents = request({
  usageEvents: listOf(
    z.custom<z.input<typeof NewUsageEvent>>().meta({
      override: ({ jsonSchema }: { jsonSchema: object }) => {
        const { $schema: _, ...schema } = z.toJSONSchema(newUsageEvent, {
          io: "input",
          unrepresentable: "any",
        });
        Object.assign(jsonSchema, schema);
      },
    }),
    maxInABatch,
  ).meta({ description: "1 to 1,000 events, each as in `POST /usage-events`" }),
});

/** What has become of each event of a batch, in the order in which they came. */
export const BatchResult = z
  .union([
    z.object({
      status: z.literal(201).meta({ description: "It was recorded", example: 201 }),
      usageEvent: UsageEventRecord,
    }),
    z.object({
      status: z.number().meta({
        description:
          "What `POST /usage-events` answers to it alone. 400, 404, 409, 422: change it, or leave it, since 409 also says that it was recorded before. 503: it was not recorded; send it again. 500: whether it was recorded is not known; send it again.",
        type: "integer",
        minimum: 400,
        maximum: 599,
        example: 409,
      }),
      error: z.string().meta({
        description: "What was wrong, and what is allowed",
        example: uniqueFieldsTaken.message,
      }),
    }),
  ])
  .meta({ id: "UsageEventResult", description: "What has become of one event of a batch." });

export const UsageEventId = request({ usageEventId: requiredId() });

export const UsageEventQuery = request({
  serviceId: filterId(),
  subscriptionId: filterId(),
  userId: filterId(),
  invoiceId: filterId(),
  ...page("usage-events"),
}).prefault({});

export const UsageEvent = z
  .object({
    ...UsageEventRecord.shape,
    invoice: InvoiceRecord.nullable().meta({
      description: "The invoice that it was recorded with; null where it is none",
    }),
    service: ServiceRecord,
    subscription: Subscription,
    user: User,
  })
  .meta({ id: "UsageEvent", description: "What a subscriber used, once for each key." });

export const UsageEventPage = z.object({
  usageEvents: z.array(UsageEvent).meta({ description: "Newest first" }),
  nextCursor: nextCursor("usage-events"),
});
