import { z } from "zod";
import { InvoiceRecord } from "../invoices/record.ts";
import { ServiceRecord } from "../services/schema.ts";
import {
  dateTime,
  decimal,
  filterId,
  listOf,
  omittable,
  optionalId,
  request,
  requiredId,
  requiredText,
} from "../shared/fields.ts";
import { nextCursor, page } from "../shared/lists.ts";
import { uniqueFieldsTaken } from "../shared/refusal.ts";
import { Subscription } from "../subscriptions/schema.ts";
import { User } from "../users/schema.ts";
import { UsageEventRecord } from "./record.ts";

const newUsageEvent = request({
  serviceId: requiredId(),
  subscriptionId: requiredId().meta({ description: "An `ACTIVE` one of this service and user" }),
  userId: requiredId(),
  eventKey: requiredText(255).meta({
    description: "The kind of usage; recorded once for a subscription",
    example: "requests:2026-01-31T12",
  }),
  quantity: decimal().meta({
    description: "Units used, at most six decimals",
    example: "250",
  }),
  invoiceId: optionalId().meta({ description: "An invoice of the same service and user" }),
  occurredAt: omittable(dateTime()).meta({ description: "Default: the time of the call" }),
});

/** Compiled, as all that is done with every event. */
export const NewUsageEvent = z.compile(newUsageEvent);

/** How many events one batch may hold. */
const mostInABatch = 1_000;

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
    mostInABatch,
  ).meta({ description: "Each as in `POST /usage-events`" }),
});

/** What has become of each event of a batch, in the order in which they came. */
export const BatchResult = z
  .union([
    z.object({ status: z.literal(201), usageEvent: UsageEventRecord }),
    z.object({
      status: z.number().meta({ description: "What a single one is answered", example: 409 }),
      error: z.string().meta({ example: uniqueFieldsTaken.message }),
    }),
  ])
  .meta({ id: "UsageEventResult" });

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
    invoice: InvoiceRecord.nullable(),
    service: ServiceRecord,
    subscription: Subscription,
    user: User,
  })
  .meta({ id: "UsageEvent", description: "What a subscriber used, once for each key." });

export const UsageEventPage = z.object({
  usageEvents: z.array(UsageEvent),
  nextCursor: nextCursor("usage-events"),
});
