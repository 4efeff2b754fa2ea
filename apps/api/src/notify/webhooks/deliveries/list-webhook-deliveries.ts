import { read } from "../../../operation/define.ts";
import { WebhookDeliveryPage, WebhookDeliveryQuery } from "../../../schemas/webhook-deliveries.ts";
import { findDeliveries } from "./store.ts";

export const listWebhookDeliveries = read("GET /webhook-deliveries", {
  name: "webhookDeliveries.list",
  summary: "List webhook deliveries, newest first",
  description:
    "Shows why a webhook did not arrive: the attempts of each delivery, the endpoint's responses, their latency, and when the next attempt is or why there is none.",
  input: WebhookDeliveryQuery,
  output: WebhookDeliveryPage,
  run: async ({ db, tenant }, query) => {
    const { rows, next } = await findDeliveries(db, tenant, query);
    return { webhookDeliveries: rows, nextCursor: next };
  },
});
