import { z } from "zod";
import type { InTransaction } from "../../../db/client.ts";
import type { Prisma, WebhookEvent } from "../../../db/generated/client.ts";
import { omittable, oneOf, request, requiredId } from "../../../kit/fields.ts";
import { newEventId } from "../../../kit/ids.ts";
import { exampleOf, type JsonSchema } from "../../../kit/json-schema-examples.ts";
import { write } from "../../../operation/define.ts";
import { sendEvent } from "../../../outbox/store.ts";
import { type EventType, eventTypes, moreOf, nounOf } from "../../../schemas/events.ts";
import { OneWebhookDelivery } from "../../../schemas/webhook-deliveries.ts";
import {
  webhookEndpointDisabled,
  webhookEndpointNotFound,
} from "../../../schemas/webhook-endpoints.ts";
import { requireEnabledEndpoint } from "../endpoints/webhook-endpoints.ts";
import { insertTestEvent } from "./store.ts";

/** Sample data of an event, made of the examples of the documentation. */
function sampleOf(type: EventType): Readonly<Record<string, unknown>> {
  const { schema, data } = nounOf(type);
  const [name = ""] = Object.keys(data.shape);
  return { [name]: sampleFor(schema), ...Object(sampleFor(z.object(moreOf(type)))) };
}

function sampleFor(schema: z.ZodType): unknown {
  // As in the OpenAPI document: a schema that only ends as JSON is shown by its output.
  const json = z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }) as JsonSchema & {
    readonly $defs?: Readonly<Record<string, JsonSchema>>;
  };
  return exampleOf(json, json.$defs ?? {});
}

/** Stores a test event, made of the examples of the documentation. */
function recordTestEvent(
  { tx, now }: InTransaction,
  type: EventType,
  ownerId: string | null,
): Promise<WebhookEvent> {
  const data = sampleOf(type) as Prisma.InputJsonObject;
  return insertTestEvent(tx, { id: newEventId(now), type, ownerId, data, createdAt: now });
}

const WebhookTest = request({
  webhookEndpointId: requiredId(),
  type: omittable(oneOf(eventTypes)).meta({
    description: "Type of the test event. Default `checkout_session.paid`",
    example: "checkout_session.paid",
  }),
});

export const testWebhookEndpoint = write("POST /webhook-endpoints/{webhookEndpointId}/test", {
  name: "webhookEndpoints.test",
  summary: "Send a test event",
  description:
    "Sends an event made of the examples in this document, marked `test: true`. It goes only to this endpoint, whatever types the endpoint subscribes to.",
  status: 201,
  location: "/webhook-deliveries",
  refusals: { webhookEndpointNotFound, webhookEndpointDisabled },
  input: WebhookTest,
  output: OneWebhookDelivery,
  run: async (work, { webhookEndpointId, type = "checkout_session.paid" }) => {
    const endpoint = await requireEnabledEndpoint(work, webhookEndpointId);
    const event = await recordTestEvent(work, type, endpoint.ownerId);
    return { webhookDelivery: await sendEvent(work, event, endpoint) };
  },
});
