import type { EventType } from "../../contract/events.ts";
import type { Queryable } from "../../db/client.ts";
import type { Prisma, WebhookEvent } from "../../db/generated/client.ts";
import { newEventId } from "../../lib/ids.ts";
import { sampleOf } from "./sample.ts";
import { insertTestEvent } from "./store.ts";

/** Notes an event of which nothing is true, made of the documentation's examples. */
export function recordTestEvent(
  tx: Queryable,
  type: EventType,
  ownerId: string | null,
  now: Date,
): Promise<WebhookEvent> {
  const data = sampleOf(type) as Prisma.InputJsonObject;
  return insertTestEvent(tx, { id: newEventId(now), type, ownerId, data, createdAt: now });
}
