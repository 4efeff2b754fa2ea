import { z } from "zod";
import { component, createdAt, id, timeOut, updatedAt } from "../kit/answers.ts";
import { exampleTime } from "../kit/evm-fields.ts";

export const deliveryStatuses = ["PENDING", "DELIVERED", "FAILED"] as const;

/** One attempt: a response, or why there was none. It is stored in this form. */
const WebhookAttempt = component(
  "WebhookAttempt",
  "One attempt to deliver an event: the response, or why there was none.",
  {
    attemptedAt: z.string().meta({
      description: "When the attempt was made",
      format: "date-time",
      example: exampleTime,
    }),
    statusCode: z.int().nullable().meta({
      description: "HTTP status of the response; only 200 to 299 is success. null: no response",
      example: 503,
    }),
    latencyMs: z.int().meta({ description: "Duration in milliseconds", example: 84 }),
    response: z.string().nullable().meta({
      description: "First 1,024 bytes of the response; null: no response",
      example: "upstream is down",
    }),
    error: z.string().nullable().meta({
      description: "Why there was no response; null: there was one",
      example: null,
    }),
  },
);

export type WebhookAttempt = z.output<typeof WebhookAttempt>;

export const WebhookDelivery = component(
  "WebhookDelivery",
  "The delivery of an event to an endpoint, with its attempts.",
  {
    id: id(),
    endpointId: id().meta({ description: "Id of the webhook endpoint" }),
    ownerId: id().nullable().meta({
      description: "Id of the seller who owns the endpoint; null: the platform",
    }),
    eventId: id().meta({
      description: "Id of the event, sent as the header `webhook-id` in every attempt",
    }),
    eventType: z.string().meta({ description: "Type of the event", example: "invoice.paid" }),
    status: z.enum(deliveryStatuses).meta({
      description:
        "`PENDING`: an attempt is running or scheduled. `DELIVERED`: the endpoint responded with 2xx. `FAILED`: there are no further attempts",
      example: "PENDING",
    }),
    attempts: z
      .custom<unknown>()
      .transform((stored) => stored as WebhookAttempt[])
      .pipe(z.array(WebhookAttempt))
      .meta({ description: "The last 30 attempts, newest last" }),
    nextAttemptAt: timeOut().nullable().meta({
      description: "Time of the next attempt; null: there is none",
      example: "2026-01-31T12:05:00.000Z",
    }),
    reason: z.string().nullable().meta({
      description:
        "Why there are no further attempts although the event has not arrived; otherwise null",
      example: null,
    }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
);

export const OneWebhookDelivery = z.object({ webhookDelivery: WebhookDelivery });
