import type { WebhookEvent } from "../../db/generated/client.ts";

/** An event as it is shown and sent. Without a service it was made to try an endpoint out. */
export function shownEvent<Data>({
  id,
  type,
  createdAt,
  serviceId,
  data,
}: Pick<WebhookEvent, "id" | "type" | "createdAt" | "serviceId"> & { data: Data }) {
  return { id, type, createdAt, ...(serviceId === null && { test: true }), data };
}
