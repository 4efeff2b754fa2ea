import { z } from "zod";
import { InvoiceRecord } from "../invoices/record.ts";
import { ServiceRecord } from "../services/schema.ts";
import {
  dateTime,
  decimal,
  filterId,
  omittable,
  optionalId,
  request,
  requiredId,
  requiredText,
} from "../shared/fields.ts";
import { nextCursor, page } from "../shared/lists.ts";
import { Subscription } from "../subscriptions/schema.ts";
import { User } from "../users/schema.ts";
import { UsageEventRecord } from "./record.ts";

export const NewUsageEvent = request({
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
