import { z } from "zod";
import { eventTypes } from "../../contract/events.ts";
import { WebhookDelivery } from "../../contract/webhook-deliveries.ts";
import {
  NewWebhookEndpoint,
  Redelivery,
  RedeliveryAnswer,
  tooManyWebhookEndpoints,
  urlNotHttps,
  urlNotPublic,
  urlTooLong,
  urlWithUser,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointId,
  WebhookEndpointPage,
  WebhookEndpointQuery,
  WebhookEndpointWithSecret,
  WebhookTest,
  webhookEndpointDisabled,
  webhookEndpointNotFound,
} from "../../contract/webhook-endpoints.ts";
import { referencedRecordNotFound } from "../../lib/refusal.ts";
import { read, write } from "../../operation/define.ts";
import { createWebhookEndpoint } from "./create-webhook-endpoint.ts";
import { deleteWebhookEndpoint } from "./delete-webhook-endpoint.ts";
import { getWebhookEndpoint } from "./get-webhook-endpoint.ts";
import { listWebhookEndpoints } from "./list-webhook-endpoints.ts";
import { redeliverEvents } from "./redeliver-events.ts";
import { rotateWebhookSecret } from "./rotate-webhook-secret.ts";
import { testWebhookEndpoint } from "./test-webhook-endpoint.ts";
import { updateWebhookEndpoint } from "./update-webhook-endpoint.ts";

const OneEndpoint = z.object({ webhookEndpoint: WebhookEndpoint });
const OneNewEndpoint = z.object({ webhookEndpoint: WebhookEndpointWithSecret });
const badUrls = { urlNotHttps, urlTooLong, urlWithUser, urlNotPublic };

const createDescription = `Receives events from now on, signed by [Standard Webhooks](https://www.standardwebhooks.com). The types: ${eventTypes.map((type) => `\`${type}\``).join(", ")}.`;

export const webhookEndpoints = {
  create: write("POST /webhook-endpoints", {
    name: "webhookEndpoints.create",
    summary: "Create a webhook endpoint",
    description: createDescription,
    status: 201,
    refusals: { ...badUrls, referencedRecordNotFound, tooManyWebhookEndpoints },
    input: NewWebhookEndpoint,
    output: OneNewEndpoint,
    run: async (work, input) => ({
      webhookEndpoint: await createWebhookEndpoint(work, input),
    }),
  }),

  list: read("GET /webhook-endpoints", {
    name: "webhookEndpoints.list",
    summary: "List webhook endpoints, newest first",
    description: "Without their secrets, which were shown once.",
    input: WebhookEndpointQuery,
    output: WebhookEndpointPage,
    run: async (work, input) => {
      const { rows, next: nextCursor } = await listWebhookEndpoints(work, input);
      return { webhookEndpoints: rows, nextCursor };
    },
  }),

  get: read("GET /webhook-endpoints/{webhookEndpointId}", {
    name: "webhookEndpoints.get",
    summary: "Get a webhook endpoint",
    description:
      "With why it was disabled, or since when it has been failing, but without its secret.",
    refusals: { webhookEndpointNotFound },
    input: WebhookEndpointId,
    output: OneEndpoint,
    run: async (work, input) => ({
      webhookEndpoint: await getWebhookEndpoint(work, input.webhookEndpointId),
    }),
  }),

  update: write("PATCH /webhook-endpoints/{webhookEndpointId}", {
    name: "webhookEndpoints.update",
    summary: "Change a webhook endpoint",
    description: "What waits for it goes to the new address.",
    refusals: { ...badUrls, webhookEndpointNotFound },
    input: WebhookEndpointChange,
    output: OneEndpoint,
    run: async (work, input) => ({
      webhookEndpoint: await updateWebhookEndpoint(work, input),
    }),
  }),

  delete: write("DELETE /webhook-endpoints/{webhookEndpointId}", {
    name: "webhookEndpoints.delete",
    summary: "Delete a webhook endpoint",
    description: "Nothing more is sent to it. The log of its deliveries stays.",
    refusals: { webhookEndpointNotFound },
    input: WebhookEndpointId,
    output: OneEndpoint,
    run: async (work, input) => ({
      webhookEndpoint: await deleteWebhookEndpoint(work, input.webhookEndpointId),
    }),
  }),

  rotateSecret: write("POST /webhook-endpoints/{webhookEndpointId}/rotate-secret", {
    name: "webhookEndpoints.rotateSecret",
    summary: "Give a webhook endpoint a new secret",
    description: "For 24 hours deliveries carry the signatures of both, the new one first.",
    refusals: { webhookEndpointNotFound },
    input: WebhookEndpointId,
    output: OneNewEndpoint,
    run: async (work, input) => ({
      webhookEndpoint: await rotateWebhookSecret(work, input.webhookEndpointId),
    }),
  }),

  test: write("POST /webhook-endpoints/{webhookEndpointId}/test", {
    name: "webhookEndpoints.test",
    summary: "Send a sample event",
    description:
      "Made of the examples of this document and marked `test: true`. It goes to this endpoint alone, whatever types it is for.",
    status: 201,
    location: "/webhook-deliveries",
    refusals: { webhookEndpointNotFound, webhookEndpointDisabled },
    input: WebhookTest,
    output: z.object({ webhookDelivery: WebhookDelivery }),
    run: async (work, input) => ({
      webhookDelivery: await testWebhookEndpoint(work, input),
    }),
  }),

  redeliver: write("POST /webhook-endpoints/{webhookEndpointId}/redeliver", {
    name: "webhookEndpoints.redeliver",
    summary: "Redeliver a period's events",
    description:
      "Every event of the period that the endpoint is for and that has not arrived: what failed, and what happened while the endpoint was disabled or before there was one. At most 10,000 at a time, the oldest first.",
    refusals: { webhookEndpointNotFound, webhookEndpointDisabled },
    input: Redelivery,
    output: RedeliveryAnswer,
    run: async (work, input) => redeliverEvents(work, input),
  }),
};
