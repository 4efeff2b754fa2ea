import type { WebhookEvent } from "../../../db/generated/client.ts";

/** An event as callers and endpoints get it. An event without a service is a test event. */
export function shownEvent<Data>({
  id,
  type,
  createdAt,
  serviceId,
  data,
}: Pick<WebhookEvent, "id" | "type" | "createdAt" | "serviceId"> & { data: Data }) {
  return { id, type, createdAt, ...(serviceId === null && { test: true }), data };
}
