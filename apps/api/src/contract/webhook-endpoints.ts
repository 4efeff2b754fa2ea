import { z } from "zod";
import { createdAt, id, timeOut, updatedAt } from "../lib/answers.ts";
import { exampleTime } from "../lib/examples.ts";
import {
  dateTime,
  listOf,
  maxOfUrl,
  omittable,
  oneOf,
  optionalId,
  request,
  requiredId,
  requiredText,
} from "../lib/fields.ts";
import { nextCursor, page } from "../lib/lists.ts";
import type { RefusalTerms } from "../lib/refusal.ts";
import { eventTypes } from "./events.ts";

export const webhookEndpointNotFound: RefusalTerms = {
  kind: "not_found",
  message: "Webhook endpoint was not found.",
};

/** Of a seller. Each event is noted for each of its endpoints, in the transaction of what has happened. */
export const maxEndpoints = 50;

export const tooManyWebhookEndpoints: RefusalTerms = {
  kind: "conflict",
  message: `A seller can have at most ${maxEndpoints} webhook endpoints.`,
};

export const webhookEndpointDisabled: RefusalTerms = {
  kind: "conflict",
  message: "Webhook endpoint is disabled.",
};

export const urlNotHttps: RefusalTerms = {
  kind: "invalid",
  message: "url must be an https address.",
};

export const urlTooLong: RefusalTerms = {
  kind: "invalid",
  message: `url must be at most ${maxOfUrl} characters.`,
};

export const urlWithUser: RefusalTerms = {
  kind: "invalid",
  message: "url must not contain a user name or a password.",
};

export const urlNotPublic: RefusalTerms = {
  kind: "invalid",
  message: "url must be a public address.",
};

const endpointStatuses = ["ENABLED", "DISABLED"] as const;

const url = () =>
  requiredText(maxOfUrl).meta({
    description: "Where events are sent: a public https address. No redirects are followed",
    example: "https://example.com/hooks/usance",
  });

const types = ["*", ...eventTypes] as const;
const events = () =>
  listOf(oneOf(types), types.length).meta({
    description: "The types of events that it gets; `*` is all, those to come included",
    example: ["checkout_session.paid", "invoice.paid"],
  });

export const NewWebhookEndpoint = request({
  url: url(),
  events: omittable(events()).meta({
    description: 'The types of events that it gets. Default `["*"]`: all, those to come included',
    example: ["checkout_session.paid", "invoice.paid"],
  }),
  serviceId: optionalId().meta({
    description: "Id of a service: it gets only events of that one. Default: of all",
  }),
  ownerId: optionalId().meta({
    description:
      "Id of the seller whose events it gets. Default: as the key that you call with; a platform key without a user gets every seller's",
  }),
});

export const WebhookEndpointId = request({ webhookEndpointId: requiredId() });

export const WebhookEndpointQuery = request(page("webhook-endpoints")).prefault({});

export const WebhookEndpointChange = request({
  webhookEndpointId: requiredId(),
  url: omittable(url()).meta({ example: "https://example.com/hooks/usance" }),
  events: omittable(events()).meta({ example: ["*"] }),
  status: omittable(oneOf(endpointStatuses)).meta({
    description:
      "`DISABLED`: nothing is sent, nothing waits, and what was waiting has failed. `ENABLED`: it gets what happens from now on; what it missed can be redelivered",
    example: "ENABLED",
  }),
});

export const WebhookTest = request({
  webhookEndpointId: requiredId(),
  type: omittable(oneOf(eventTypes)).meta({
    description: "The type of event that is sent. Default `checkout_session.paid`",
    example: "checkout_session.paid",
  }),
});

export const Redelivery = request({
  webhookEndpointId: requiredId(),
  from: dateTime().meta({ description: "Events that were created then or later" }),
  to: omittable(dateTime()).meta({ description: "Events that were created before. Default: now" }),
  delivered: omittable(z.boolean({ error: "delivered must be a boolean." })).meta({
    description: "Also those that have arrived: for a receiver that lost what it had",
    example: false,
  }),
});

/** An endpoint as it may be shown again: never its secret. */
export const WebhookEndpoint = z
  .object({
    id: id(),
    ownerId: id().nullable().meta({
      description: "Id of the seller whose events it gets; null: every seller's",
    }),
    serviceId: id().nullable().meta({
      description: "Id of the service whose events it gets; null: all of them",
      example: null,
    }),
    url: z.string().meta({
      description: "Where events are sent",
      example: "https://example.com/hooks/usance",
    }),
    events: z.array(z.string()).meta({
      description: "The types of events that it gets; `*` is all",
      example: ["checkout_session.paid", "invoice.paid"],
    }),
    status: z.enum(endpointStatuses).meta({
      description: "`ENABLED`: events are sent to it. `DISABLED`: nothing is",
      example: "ENABLED",
    }),
    disabledReason: z.string().nullable().meta({
      description: "Why it was disabled; null where it is enabled, or you have disabled it",
      example: null,
    }),
    failingSince: timeOut().nullable().meta({
      description:
        "Since when nothing but failure came of deliveries, for which it is disabled after five days; null: since never",
      example: null,
    }),
    previousSecretUntil: timeOut().nullable().meta({
      description: "Until when the secret before this one signs as well; null: it does not",
      example: null,
    }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  })
  .meta({ id: "WebhookEndpoint", description: "Where a seller is told of what has happened." });

export const WebhookEndpointWithSecret = z
  .object({
    ...WebhookEndpoint.shape,
    secret: z.string().nullable().meta({
      description:
        "What deliveries are signed with, by Standard Webhooks. Shown this once: keep it. null in an answer that an `Idempotency-Key` replays, which `Idempotent-Replayed` tells: rotate the secret, then",
      example: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD2zQ0fUOhDZ0=",
    }),
  })
  .meta({ id: "WebhookEndpointWithSecret", description: "An endpoint with a new secret." });

export const WebhookEndpointPage = z.object({
  webhookEndpoints: z.array(WebhookEndpoint).meta({ description: "Newest first" }),
  nextCursor: nextCursor("webhook-endpoints"),
});

export const RedeliveryAnswer = z.object({
  webhookEndpoint: WebhookEndpoint,
  redelivered: z.int().meta({ description: "How many deliveries were begun anew", example: 12 }),
  nextFrom: timeOut().nullable().meta({
    description: "Where to go on, as `from` of another call, when there were more; null at the end",
    example: exampleTime,
  }),
});
