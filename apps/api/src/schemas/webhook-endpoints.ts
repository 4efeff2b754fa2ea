import { z } from "zod";
import { component, createdAt, id, timeOut, updatedAt } from "../kit/answers.ts";
import { listOf, maxOfUrl, oneOf, request, requiredId, requiredText } from "../kit/fields.ts";
import { notAllowed, type RefusalTerms, recordNotFound } from "../kit/refusal.ts";
import { eventTypes } from "./events.ts";

export const webhookEndpointNotFound = recordNotFound(
  "webhook_endpoint_not_found",
  "webhookEndpointId",
);

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

export const endpointStatuses = ["ENABLED", "DISABLED"] as const;

export const endpointUrl = () =>
  requiredText(maxOfUrl).meta({
    description: "Public https URL to which events are sent. Redirects are not followed",
    example: "https://example.com/hooks/usance",
  });

const types = ["*", ...eventTypes] as const;
export const subscribedEvents = () =>
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

export const WebhookEndpointId = request({ webhookEndpointId: requiredId() });

/** An endpoint without its secret. */
export const WebhookEndpoint = component("WebhookEndpoint", "A URL to which events are sent.", {
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
    description: "Why the service disabled the endpoint; null if it is enabled or you disabled it",
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
});

const WebhookEndpointWithSecret = component(
  "WebhookEndpointWithSecret",
  "A webhook endpoint with its new secret.",
  {
    ...WebhookEndpoint.shape,
    secret: z.string().nullable().meta({
      description:
        "Secret that signs deliveries by Standard Webhooks. It is shown only once, so save it. null in an answer replayed for an `Idempotency-Key` (header `Idempotent-Replayed`): rotate the secret then",
      example: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD2zQ0fUOhDZ0=",
    }),
  },
);

export const OneNewWebhookEndpoint = z.object({ webhookEndpoint: WebhookEndpointWithSecret });
