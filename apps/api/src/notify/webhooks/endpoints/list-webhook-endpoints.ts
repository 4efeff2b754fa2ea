import { read } from "../../../operation/define.ts";
import { WebhookEndpointPage, WebhookEndpointQuery } from "../../../schemas/webhook-endpoints.ts";
import { findEndpoints } from "./store.ts";

export const listWebhookEndpoints = read("GET /webhook-endpoints", {
  name: "webhookEndpoints.list",
  summary: "List webhook endpoints, newest first",
  description: "Returns endpoints without their secrets, which are shown only once.",
  input: WebhookEndpointQuery,
  output: WebhookEndpointPage,
  run: async ({ db, tenant }, query) => {
    const { rows, next } = await findEndpoints(db, tenant, query);
    return { webhookEndpoints: rows, nextCursor: next };
  },
});
