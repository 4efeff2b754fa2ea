import { z } from "zod";
import {
  WebhookDelivery,
  WebhookDeliveryId,
  WebhookDeliveryPage,
  WebhookDeliveryQuery,
  webhookDeliveryNotFound,
} from "../../contract/webhook-deliveries.ts";
import {
  webhookEndpointDisabled,
  webhookEndpointNotFound,
} from "../../contract/webhook-endpoints.ts";
import { rest, router, withKey, writing } from "../../operation/base.ts";
import { getWebhookDelivery } from "./get-webhook-delivery.ts";
import { listWebhookDeliveries } from "./list-webhook-deliveries.ts";
import { redeliverWebhook } from "./redeliver-webhook.ts";

const OneDelivery = z.object({ webhookDelivery: WebhookDelivery });

export const webhookDeliveries = router({
  list: withKey
    .meta(
      rest("GET /webhook-deliveries", "List webhook deliveries, newest first", {
        description:
          "The log: what was sent where, what came back, how long it took, and when it is tried again or why it is not.",
      }),
    )
    .input(WebhookDeliveryQuery)
    .output(WebhookDeliveryPage)
    .query(async ({ ctx, input }) => {
      const { rows, next: nextCursor } = await listWebhookDeliveries(ctx.parts, input);
      return { webhookDeliveries: rows, nextCursor };
    }),

  get: withKey
    .meta(
      rest("GET /webhook-deliveries/{webhookDeliveryId}", "Get a webhook delivery", {
        description: "With what came of each attempt, and when the next one is.",
        refusals: { webhookDeliveryNotFound },
      }),
    )
    .input(WebhookDeliveryId)
    .output(OneDelivery)
    .query(async ({ ctx, input }) => ({
      webhookDelivery: await getWebhookDelivery(ctx.parts, input.webhookDeliveryId),
    })),

  redeliver: writing
    .meta(
      rest("POST /webhook-deliveries/{webhookDeliveryId}/redeliver", "Redeliver a webhook", {
        description:
          "Sent again under the same `webhook-id`, whatever came of it, by a schedule of retries begun anew.",
        refusals: { webhookDeliveryNotFound, webhookEndpointNotFound, webhookEndpointDisabled },
      }),
    )
    .input(WebhookDeliveryId)
    .output(OneDelivery)
    .mutation(async ({ ctx, input }) => ({
      webhookDelivery: await redeliverWebhook(ctx.parts, input.webhookDeliveryId),
    })),
});
