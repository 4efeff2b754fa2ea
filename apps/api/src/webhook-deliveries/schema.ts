import { z } from "zod";
import { id, timeOut } from "../shared/answers.ts";
import { exampleTime } from "../shared/examples.ts";
import { filterId, omittable, oneOf, request, requiredId } from "../shared/fields.ts";
import { nextCursor, page } from "../shared/lists.ts";

const deliveryStatuses = ["PENDING", "DELIVERED", "FAILED"] as const;

export const WebhookDeliveryId = request({ webhookDeliveryId: requiredId() });

export const WebhookDeliveryQuery = request({
  endpointId: filterId().meta({ description: "Only those to this endpoint" }),
  eventId: filterId().meta({ description: "Only those of this event" }),
  status: omittable(oneOf(deliveryStatuses)).meta({
    description: "Only those in this state",
    example: "FAILED",
  }),
  ...page("webhook-deliveries"),
}).prefault({});

/** One attempt: an answer, or why none came. It is stored in this form. */
const WebhookAttempt = z
  .object({
    attemptedAt: z.string().meta({
      description: "ISO 8601 in UTC",
      format: "date-time",
      example: exampleTime,
    }),
    statusCode: z.int().nullable().meta({
      description: "Of the answer; only 200 to 299 is success",
      example: 503,
    }),
    latencyMs: z.int().meta({ description: "How long it took, in milliseconds", example: 84 }),
    response: z.string().nullable().meta({
      description: "The first 1,024 bytes of the answer",
      example: "upstream is down",
    }),
    error: z.string().nullable().meta({
      description: "Why no answer came",
      example: null,
    }),
  })
  .meta({ id: "WebhookAttempt" });

export type WebhookAttempt = z.output<typeof WebhookAttempt>;

export const WebhookDelivery = z
  .object({
    id: id(),
    endpointId: id(),
    ownerId: id().nullable().meta({
      description: "The seller whose endpoint it is; null: the platform's",
    }),
    eventId: id().meta({ description: "Also the header `webhook-id` of every attempt" }),
    eventType: z.string().meta({ example: "invoice.paid" }),
    status: z.enum(deliveryStatuses).meta({
      description:
        "`PENDING`: on its way, or to be tried again. `DELIVERED`: the endpoint answered with 2xx. `FAILED`: nothing more is tried",
      example: "PENDING",
    }),
    attempts: z
      .custom<unknown>()
      .transform((stored) => stored as WebhookAttempt[])
      .pipe(z.array(WebhookAttempt))
      .meta({ description: "What came of each, the newest last; at most the last 30" }),
    nextAttemptAt: timeOut().nullable().meta({
      description: "When it is tried next; null: not again",
      example: "2026-01-31T12:05:00.000Z",
    }),
    reason: z.string().nullable().meta({
      description: "Why nothing more is tried, when it has not arrived",
      example: null,
    }),
    createdAt: timeOut(),
    updatedAt: timeOut(),
  })
  .meta({
    id: "WebhookDelivery",
    description: "An event on its way to an endpoint, and what came of each attempt.",
  });

export const WebhookDeliveryPage = z.object({
  webhookDeliveries: z.array(WebhookDelivery),
  nextCursor: nextCursor("webhook-deliveries"),
});
