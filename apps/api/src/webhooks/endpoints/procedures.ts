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
import { rest, router, withKey, writing } from "../../operation/base.ts";
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

export const webhookEndpoints = router({
  create: writing
    .meta(
      rest("POST /webhook-endpoints", "Create a webhook endpoint", {
        description: `It is told of what happens from now on, signed by [Standard Webhooks](https://www.standardwebhooks.com). The types: ${eventTypes.map((type) => `\`${type}\``).join(", ")}.`,
        status: 201,
        refusals: { ...badUrls, referencedRecordNotFound, tooManyWebhookEndpoints },
      }),
    )
    .input(NewWebhookEndpoint)
    .output(OneNewEndpoint)
    .mutation(async ({ ctx, input }) => ({
      webhookEndpoint: await createWebhookEndpoint(ctx.parts, input),
    })),

  list: withKey
    .meta(
      rest("GET /webhook-endpoints", "List webhook endpoints, newest first", {
        description: "Without their secrets, which were shown once.",
      }),
    )
    .input(WebhookEndpointQuery)
    .output(WebhookEndpointPage)
    .query(async ({ ctx, input }) => {
      const { rows, next: nextCursor } = await listWebhookEndpoints(ctx.parts, input);
      return { webhookEndpoints: rows, nextCursor };
    }),

  get: withKey
    .meta(
      rest("GET /webhook-endpoints/{webhookEndpointId}", "Get a webhook endpoint", {
        description:
          "With why it was disabled, or since when it has been failing, but without its secret.",
        refusals: { webhookEndpointNotFound },
      }),
    )
    .input(WebhookEndpointId)
    .output(OneEndpoint)
    .query(async ({ ctx, input }) => ({
      webhookEndpoint: await getWebhookEndpoint(ctx.parts, input.webhookEndpointId),
    })),

  update: writing
    .meta(
      rest("PATCH /webhook-endpoints/{webhookEndpointId}", "Change a webhook endpoint", {
        description: "What waits for it goes to the new address.",
        refusals: { ...badUrls, webhookEndpointNotFound },
      }),
    )
    .input(WebhookEndpointChange)
    .output(OneEndpoint)
    .mutation(async ({ ctx, input }) => ({
      webhookEndpoint: await updateWebhookEndpoint(ctx.parts, input),
    })),

  delete: writing
    .meta(
      rest("DELETE /webhook-endpoints/{webhookEndpointId}", "Delete a webhook endpoint", {
        description: "Nothing more is sent to it. The log of its deliveries stays.",
        refusals: { webhookEndpointNotFound },
      }),
    )
    .input(WebhookEndpointId)
    .output(OneEndpoint)
    .mutation(async ({ ctx, input }) => ({
      webhookEndpoint: await deleteWebhookEndpoint(ctx.parts, input.webhookEndpointId),
    })),

  rotateSecret: writing
    .meta(
      rest(
        "POST /webhook-endpoints/{webhookEndpointId}/rotate-secret",
        "Give a webhook endpoint a new secret",
        {
          description: "For 24 hours deliveries carry the signatures of both, the new one first.",
          refusals: { webhookEndpointNotFound },
        },
      ),
    )
    .input(WebhookEndpointId)
    .output(OneNewEndpoint)
    .mutation(async ({ ctx, input }) => ({
      webhookEndpoint: await rotateWebhookSecret(ctx.parts, input.webhookEndpointId),
    })),

  test: writing
    .meta(
      rest("POST /webhook-endpoints/{webhookEndpointId}/test", "Send a sample event", {
        description:
          "Made of the examples of this document and marked `test: true`. It goes to this endpoint alone, whatever types it is for.",
        status: 201,
        location: "/webhook-deliveries",
        refusals: { webhookEndpointNotFound, webhookEndpointDisabled },
      }),
    )
    .input(WebhookTest)
    .output(z.object({ webhookDelivery: WebhookDelivery }))
    .mutation(async ({ ctx, input }) => ({
      webhookDelivery: await testWebhookEndpoint(ctx.parts, input),
    })),

  redeliver: writing
    .meta(
      rest("POST /webhook-endpoints/{webhookEndpointId}/redeliver", "Redeliver a period's events", {
        description:
          "Every event of the period that the endpoint is for and that has not arrived: what failed, and what happened while the endpoint was disabled or before there was one. At most 10,000 at a time, the oldest first.",
        refusals: { webhookEndpointNotFound, webhookEndpointDisabled },
      }),
    )
    .input(Redelivery)
    .output(RedeliveryAnswer)
    .mutation(async ({ ctx, input }) => redeliverEvents(ctx.parts, input)),
});
