import { z } from "zod";
import { createdAt, id, timeOut, updatedAt } from "../lib/answers.ts";
import { exampleTime } from "../lib/examples.ts";
import { filterId, omittable, oneOf, request, requiredId } from "../lib/fields.ts";
import { nextCursor, page } from "../lib/lists.ts";
import type { RefusalTerms } from "../lib/refusal.ts";

export const webhookDeliveryNotFound: RefusalTerms = {
  kind: "not_found",
  message: "Webhook delivery was not found.",
};

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
      description: "When it was sent",
      format: "date-time",
      example: exampleTime,
    }),
    statusCode: z.int().nullable().meta({
      description: "Status of the answer; only 200 to 299 is success. null: none came",
      example: 503,
    }),
    latencyMs: z.int().meta({ description: "How long it took, in milliseconds", example: 84 }),
    response: z.string().nullable().meta({
      description: "The first 1,024 bytes of the answer; null: none came",
      example: "upstream is down",
    }),
    error: z.string().nullable().meta({
      description: "Why no answer came; null: one did",
      example: null,
    }),
  })
  .meta({
    id: "WebhookAttempt",
    description: "One attempt to deliver an event: what was answered, or why nothing was.",
  });

export type WebhookAttempt = z.output<typeof WebhookAttempt>;

export const WebhookDelivery = z
  .object({
    id: id(),
    endpointId: id().meta({ description: "Id of the webhook endpoint that it goes to" }),
    ownerId: id().nullable().meta({
      description: "Id of the seller whose endpoint it is; null: the platform's",
    }),
    eventId: id().meta({
      description: "Id of the event, and the header `webhook-id` of every attempt",
    }),
    eventType: z.string().meta({ description: "The event's type", example: "invoice.paid" }),
    status: z.enum(deliveryStatuses).meta({
      description:
        "`PENDING`: on its way, or to be tried again. `DELIVERED`: the endpoint answered with 2xx. `FAILED`: nothing more is tried",
      example: "PENDING",
    }),
    attempts: z
      .custom<unknown>()
      .transform((stored) => stored as WebhookAttempt[])
      .pipe(z.array(WebhookAttempt))
      .meta({ description: "What came of each attempt, the newest last; at most the last 30" }),
    nextAttemptAt: timeOut().nullable().meta({
      description: "When it is tried next; null: not again",
      example: "2026-01-31T12:05:00.000Z",
    }),
    reason: z.string().nullable().meta({
      description: "Why nothing more is tried, though it has not arrived; null otherwise",
      example: null,
    }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  })
  .meta({
    id: "WebhookDelivery",
    description: "An event on its way to an endpoint, and what came of each attempt.",
  });

export const WebhookDeliveryPage = z.object({
  webhookDeliveries: z.array(WebhookDelivery).meta({ description: "Newest first" }),
  nextCursor: nextCursor("webhook-deliveries"),
});
