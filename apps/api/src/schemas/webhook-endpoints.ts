import { z } from "zod";
import { createdAt, id, timeOut, updatedAt } from "../kit/answers.ts";
import { exampleTime } from "../kit/evm-fields.ts";
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
} from "../kit/fields.ts";
import { nextCursor, page } from "../kit/lists.ts";
import { notAllowed, type RefusalTerms, recordNotFound } from "../kit/refusal.ts";
import { eventTypes } from "./events.ts";

export const webhookEndpointNotFound = recordNotFound({
  code: "webhook_endpoint_not_found",
  param: "webhookEndpointId",
  message: "Webhook endpoint was not found.",
});

/** How many endpoints a seller can have. Each event writes a delivery for each of them, in the transaction of the change. */
export const maxEndpoints = 50;

export const tooManyWebhookEndpoints: RefusalTerms = {
  kind: "conflict",
  code: "too_many_webhook_endpoints",
  message: `A seller can have at most ${maxEndpoints} webhook endpoints.`,
  meaning: "The seller has as many webhook endpoints as are allowed.",
  remedy: "Delete an endpoint, or give an existing one more event types.",
};

export const webhookEndpointDisabled: RefusalTerms = {
  kind: "conflict",
  code: "webhook_endpoint_disabled",
  message: "Webhook endpoint is disabled.",
  meaning: "The endpoint is `DISABLED`, so nothing is sent to it.",
  remedy: "Update its `status` to `ENABLED` first.",
};

export const urlNotHttps: RefusalTerms = {
  kind: "invalid",
  code: "url_not_https",
  param: "url",
  message: "url must be an https address.",
  meaning: "The URL is malformed or is not https.",
  remedy: "Send an https URL.",
};

export const urlTooLong: RefusalTerms = {
  kind: "invalid",
  code: "url_too_long",
  param: "url",
  message: `url must be at most ${maxOfUrl} characters.`,
  meaning: "The URL is too long, as sent or in its normalized form.",
  remedy: "Send a shorter URL.",
};

export const urlWithUser: RefusalTerms = {
  kind: "invalid",
  code: "url_with_credentials",
  param: "url",
  message: "url must not contain a user name or a password.",
  meaning: "The URL contains a user name or a password.",
  remedy: "Remove them, and check the signature of deliveries instead.",
};

export const urlNotPublic: RefusalTerms = {
  kind: "invalid",
  code: "url_not_public",
  param: "url",
  message: "url must be a public address.",
  meaning: "The URL names this machine or a private network.",
  remedy: "Send a URL with a public host.",
};

/** The ways in which a URL can be refused. */
export const badUrls = { urlNotHttps, urlTooLong, urlWithUser, urlNotPublic };

const endpointStatuses = ["ENABLED", "DISABLED"] as const;

const endpointUrl = () =>
  requiredText(maxOfUrl).meta({
    description: "Public https URL to which events are sent. Redirects are not followed",
    example: "https://example.com/hooks/usance",
  });

const types = ["*", ...eventTypes] as const;
const subscribedEvents = () =>
  listOf(oneOf(types), types.length).meta({
    description: "Event types that the endpoint gets; `*` is all types, including future ones",
    example: ["checkout_session.paid", "invoice.paid"],
  });

export const endpointNeedsEvents: RefusalTerms = {
  ...notAllowed,
  code: "webhook_needs_events",
  meaning:
    "The calling key lacks the scope `events:read`. An endpoint receives what this scope reads.",
  remedy: "Use a key with both scopes.",
};

export const NewWebhookEndpoint = request({
  url: endpointUrl(),
  events: omittable(subscribedEvents()).meta({
    description:
      'Event types that the endpoint gets. Default `["*"]`: all types, including future ones',
    example: ["checkout_session.paid", "invoice.paid"],
  }),
  serviceId: optionalId().meta({
    description:
      "Id of a service: the endpoint gets only events of this service. Default: events of all services",
  }),
  ownerId: optionalId().meta({
    description:
      "Id of the seller whose events the endpoint gets. Default: the seller of the calling key; with a platform key, events of every seller",
  }),
});

export const WebhookEndpointId = request({ webhookEndpointId: requiredId() });

export const WebhookEndpointQuery = request(page("webhook-endpoints")).prefault({});

export const WebhookEndpointChange = request({
  webhookEndpointId: requiredId(),
  url: omittable(endpointUrl()).meta({ example: "https://example.com/hooks/usance" }),
  events: omittable(subscribedEvents()).meta({ example: ["*"] }),
  status: omittable(oneOf(endpointStatuses)).meta({
    description:
      "`DISABLED`: no events are sent, and pending deliveries fail. `ENABLED`: the endpoint gets new events; missed ones can be redelivered",
    example: "ENABLED",
  }),
});

export const WebhookTest = request({
  webhookEndpointId: requiredId(),
  type: omittable(oneOf(eventTypes)).meta({
    description: "Type of the test event. Default `checkout_session.paid`",
    example: "checkout_session.paid",
  }),
});

export const Redelivery = request({
  webhookEndpointId: requiredId(),
  from: dateTime().meta({
    description: "Start of the period: events created at this time or later",
  }),
  to: omittable(dateTime()).meta({
    description: "End of the period: events created before this time. Default: now",
  }),
  delivered: omittable(z.boolean({ error: "delivered must be a boolean." })).meta({
    description:
      "`true`: also sends events that have arrived, for a receiver that lost them. Default: `false`",
    example: false,
  }),
});

/** An endpoint without its secret. */
const WebhookEndpoint = z
  .object({
    id: id(),
    ownerId: id().nullable().meta({
      description: "Id of the seller whose events the endpoint gets; null: events of every seller",
    }),
    serviceId: id().nullable().meta({
      description: "Id of the service whose events the endpoint gets; null: events of all services",
      example: null,
    }),
    url: z.string().meta({
      description: "URL to which events are sent",
      example: "https://example.com/hooks/usance",
    }),
    events: z.array(z.string()).meta({
      description: "Event types that the endpoint gets; `*` is all types",
      example: ["checkout_session.paid", "invoice.paid"],
    }),
    status: z.enum(endpointStatuses).meta({
      description: "`ENABLED`: events are sent. `DISABLED`: no events are sent",
      example: "ENABLED",
    }),
    disabledReason: z.string().nullable().meta({
      description:
        "Why the service disabled the endpoint; null if it is enabled or you disabled it",
      example: null,
    }),
    failingSince: timeOut().nullable().meta({
      description:
        "Since when every delivery has failed; after five days the endpoint is disabled. null: it is not failing",
      example: null,
    }),
    previousSecretUntil: timeOut().nullable().meta({
      description: "Until when the previous secret also signs; null: it does not",
      example: null,
    }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  })
  .meta({ id: "WebhookEndpoint", description: "A URL to which events are sent." });

const WebhookEndpointWithSecret = z
  .object({
    ...WebhookEndpoint.shape,
    secret: z.string().nullable().meta({
      description:
        "Secret that signs deliveries by Standard Webhooks. It is shown only once, so save it. null in an answer replayed for an `Idempotency-Key` (header `Idempotent-Replayed`): rotate the secret then",
      example: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD2zQ0fUOhDZ0=",
    }),
  })
  .meta({
    id: "WebhookEndpointWithSecret",
    description: "A webhook endpoint with its new secret.",
  });

export const OneWebhookEndpoint = z.object({ webhookEndpoint: WebhookEndpoint });

export const OneNewWebhookEndpoint = z.object({ webhookEndpoint: WebhookEndpointWithSecret });

export const WebhookEndpointPage = z.object({
  webhookEndpoints: z.array(WebhookEndpoint).meta({ description: "Newest first" }),
  nextCursor: nextCursor("webhook-endpoints"),
});

export const RedeliveryAnswer = z.object({
  webhookEndpoint: WebhookEndpoint,
  redelivered: z.int().meta({ description: "Number of deliveries that were started", example: 12 }),
  nextFrom: timeOut().nullable().meta({
    description: "The `from` of the next call when there are more events; null at the end",
    example: exampleTime,
  }),
});
