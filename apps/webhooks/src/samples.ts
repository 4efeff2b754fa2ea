import { createId } from "@paralleldrive/cuid2";
import type { UsanceEvent } from "@usance/sdk";
import document from "@usance/sdk/openapi.json" with { type: "json" };
import { RelayError } from "./relay-error.ts";

export type EventType = UsanceEvent["type"];

const { webhooks } = document;
const eventTypes = Object.keys(webhooks) as EventType[];

/** @throws RelayError that lists the known types */
export function eventType(text: string): EventType {
  const type = eventTypes.find((known) => known === text);
  if (type !== undefined) return type;
  const known = eventTypes.map((name) => `  ${name}`).join("\n");
  throw new RelayError(`There is no event of type "${text}". The types are:\n${known}`);
}

/** Makes a test event from the document's example, with a new id. */
export function sampleOf(type: EventType, now: Date) {
  const { data } = webhooks[type].post.requestBody.content["application/json"].example;
  return { id: createId(), type, createdAt: now.toISOString(), test: true, data };
}
