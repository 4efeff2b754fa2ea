import { write } from "../../../operation/define.ts";
import {
  Redelivery,
  RedeliveryAnswer,
  webhookEndpointDisabled,
  webhookEndpointNotFound,
} from "../../../schemas/webhook-endpoints.ts";
import { requireEnabledEndpoint } from "../endpoints/get-webhook-endpoint.ts";
import { redeliverPeriod } from "./redeliver-period.ts";

export const redeliverEvents = write("POST /webhook-endpoints/{webhookEndpointId}/redeliver", {
  name: "webhookEndpoints.redeliver",
  cost: "large",
  summary: "Redeliver a period's events",
  description:
    "Sends every event of the period that the endpoint subscribes to and that has not arrived: failed deliveries, and events from while the endpoint was disabled or did not exist yet. One call sends at most 10,000 events, oldest first.",
  refusals: { webhookEndpointNotFound, webhookEndpointDisabled },
  input: Redelivery,
  output: RedeliveryAnswer,
  run: async (work, { webhookEndpointId, from, to = work.now, delivered = false }) => {
    const webhookEndpoint = await requireEnabledEndpoint(work, webhookEndpointId);
    const period = { from, to, delivered };
    return { webhookEndpoint, ...(await redeliverPeriod(work, webhookEndpoint, period)) };
  },
});
