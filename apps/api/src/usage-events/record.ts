import { z } from "zod";
import { decimalOut, id, timeOut } from "../shared/answers.ts";

export const eventKeyOut = () =>
  z.string().meta({
    description: "What was used, and when or for what: recorded once for a subscription",
    example: "requests:2026-01-31T12",
  });

/** A usage event by itself, as an invoice nests it (schema.ts adds what an event nests). */
export const UsageEventRecord = z
  .object({
    id: id(),
    serviceId: id(),
    subscriptionId: id(),
    userId: id().meta({ description: "Id of the subscriber" }),
    invoiceId: id().nullable().meta({
      description: "Id of the invoice that it was recorded with; null where it is none",
    }),
    eventKey: eventKeyOut(),
    quantity: decimalOut().meta({
      description: "Units used, with six decimal places",
      example: "250.000000",
    }),
    occurredAt: timeOut().meta({ description: "When they were used" }),
    createdAt: timeOut().meta({ description: "When they were recorded" }),
  })
  .meta({
    id: "UsageEventRecord",
    description: "What a subscriber used, by itself: as other records show it.",
  });
