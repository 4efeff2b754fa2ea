import { z } from "zod";
import type { WebhookEndpoint as WebhookEndpointRow } from "../../../db/generated/client.ts";
import { omittable, oneOf, request, requiredId } from "../../../kit/fields.ts";
import { page, pageOf } from "../../../kit/lists.ts";
import { Refusal } from "../../../kit/refusal.ts";
import type { Caller } from "../../../operation/access/auth/authenticate.ts";
import { read, write } from "../../../operation/define.ts";
import type { Parts } from "../../../operation/ports/parts.ts";
import { giveUpDeliveries } from "../../../outbox/store.ts";
import { holds } from "../../../schemas/nouns.ts";
import {
  badUrls,
  endpointNeedsEvents,
  endpointStatuses,
  endpointUrl,
  subscribedEvents,
  WebhookEndpoint,
  WebhookEndpointId,
  webhookEndpointDisabled,
  webhookEndpointNotFound,
} from "../../../schemas/webhook-endpoints.ts";
import { readWebhookUrl } from "./read-webhook-url.ts";
import { changeEndpoint, findEndpoint, findEndpoints } from "./store.ts";

const OneWebhookEndpoint = z.object({ webhookEndpoint: WebhookEndpoint });

export const getWebhookEndpoint = read("GET /webhook-endpoints/{webhookEndpointId}", {
  name: "webhookEndpoints.get",
  summary: "Get a webhook endpoint",
  description:
    "Returns the endpoint without its secret. Shows why it was disabled, or since when it has been failing.",
  refusals: { webhookEndpointNotFound },
  input: WebhookEndpointId,
  output: OneWebhookEndpoint,
  run: async (work, { webhookEndpointId }) => ({
    webhookEndpoint: await requireEndpoint(work, webhookEndpointId),
  }),
});

/** @throws Refusal 404 when the tenant has no such endpoint */
export async function requireEndpoint(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  id: string,
): Promise<WebhookEndpointRow> {
  const endpoint = await findEndpoint(db, id, tenant);
  if (endpoint === null) throw new Refusal(webhookEndpointNotFound);
  return endpoint;
}

/** An endpoint that events can be sent to. @throws Refusal when it is disabled, or the tenant has none */
export async function requireEnabledEndpoint(
  ports: Pick<Parts, "db" | "tenant">,
  id: string,
): Promise<WebhookEndpointRow> {
  const endpoint = await requireEndpoint(ports, id);
  if (endpoint.status !== "ENABLED") throw new Refusal(webhookEndpointDisabled);
  return endpoint;
}

export const listWebhookEndpoints = read("GET /webhook-endpoints", {
  name: "webhookEndpoints.list",
  summary: "List webhook endpoints, newest first",
  description: "Returns endpoints without their secrets, which are shown only once.",
  input: request(page("webhook-endpoints")).prefault({}),
  output: pageOf("webhookEndpoints", WebhookEndpoint, "webhook-endpoints"),
  run: async ({ db, tenant }, query) => {
    const { rows, next } = await findEndpoints(db, tenant, query);
    return { webhookEndpoints: rows, nextCursor: next };
  },
});

/** An endpoint receives events, so only a caller that may read them can set it up. @throws Refusal endpointNeedsEvents */
export function checkReadsEvents({ scopes }: Pick<Caller, "scopes">): void {
  if (!holds(scopes, "events:read")) throw new Refusal(endpointNeedsEvents);
}

const WebhookEndpointChange = request({
  webhookEndpointId: requiredId(),
  url: omittable(endpointUrl()).meta({ example: "https://example.com/hooks/usance" }),
  events: omittable(subscribedEvents()).meta({ example: ["*"] }),
  status: omittable(oneOf(endpointStatuses)).meta({
    description:
      "`DISABLED`: no events are sent, and pending deliveries fail. `ENABLED`: the endpoint gets new events; missed ones can be redelivered",
    example: "ENABLED",
  }),
});

/** Enabling an endpoint clears its failures; disabling it fails its pending deliveries. */
export const updateWebhookEndpoint = write("PATCH /webhook-endpoints/{webhookEndpointId}", {
  name: "webhookEndpoints.update",
  summary: "Change a webhook endpoint",
  description:
    "Changes only the fields that you send. Pending deliveries go to the new URL. To change `url` or `events`, the key also needs the scope `events:read`.",
  refusals: { ...badUrls, endpointNeedsEvents, webhookEndpointNotFound },
  input: WebhookEndpointChange,
  output: OneWebhookEndpoint,
  run: async (work, { webhookEndpointId: id, url: given, events, status }) => {
    const { tx, now, webhooks, by } = work;
    if (given !== undefined || events !== undefined) checkReadsEvents(by);
    const url = given === undefined ? undefined : readWebhookUrl(given, webhooks.allowPrivate);
    const { status: before } = await requireEndpoint(work, id);
    const isEnabled = status === "ENABLED" && before === "DISABLED";
    await changeEndpoint(tx, id, {
      ...(url !== undefined && { url }),
      ...(events !== undefined && { events: [...new Set(events)] }),
      ...(status !== undefined && { status }),
      ...(isEnabled && { disabledReason: null, failingSince: null }),
      updatedAt: now,
    });
    if (status === "DISABLED") await giveUpDeliveries(work, id, "The endpoint was disabled.");
    return { webhookEndpoint: await requireEndpoint(work, id) };
  },
});

export const deleteWebhookEndpoint = write("DELETE /webhook-endpoints/{webhookEndpointId}", {
  name: "webhookEndpoints.delete",
  summary: "Delete a webhook endpoint",
  description:
    "No more events are sent to the endpoint. Its deliveries stay in the log. Returns the endpoint as it was.",
  refusals: { webhookEndpointNotFound },
  input: WebhookEndpointId,
  output: OneWebhookEndpoint,
  run: async (work, { webhookEndpointId: id }) => {
    const { tx, now } = work;
    const endpoint = await requireEndpoint(work, id);
    await changeEndpoint(tx, id, { status: "DISABLED", deletedAt: now });
    await giveUpDeliveries(work, id, "The endpoint was deleted.");
    return { webhookEndpoint: endpoint };
  },
});
