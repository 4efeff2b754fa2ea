import { mostOfUrl } from "../shared/fields.ts";
import type { RefusalTerms } from "../shared/refusal.ts";

export const webhookEndpointNotFound: RefusalTerms = {
  kind: "not_found",
  message: "Webhook endpoint was not found.",
};

/** Of a seller. Each event is noted for each of its endpoints, in the transaction of what has happened. */
export const mostEndpoints = 50;

export const tooManyWebhookEndpoints: RefusalTerms = {
  kind: "conflict",
  message: `A seller can have at most ${mostEndpoints} webhook endpoints.`,
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
  message: `url must be at most ${mostOfUrl} characters.`,
};

export const urlWithUser: RefusalTerms = {
  kind: "invalid",
  message: "url must not contain a user name or a password.",
};

export const urlNotPublic: RefusalTerms = {
  kind: "invalid",
  message: "url must be a public address.",
};
