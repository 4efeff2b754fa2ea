import type { InTransaction } from "../../../db/client.ts";
import type { Prisma, WebhookEvent } from "../../../db/generated/client.ts";
import { newEventId } from "../../../kit/ids.ts";
import type { EventType } from "../../../schemas/events.ts";
import { sampleOf } from "./sample.ts";
import { insertTestEvent } from "./store.ts";

/** Stores a test event, made of the examples of the documentation. */
export function recordTestEvent(
  { tx, now }: InTransaction,
  type: EventType,
  ownerId: string | null,
): Promise<WebhookEvent> {
  const data = sampleOf(type) as Prisma.InputJsonObject;
  return insertTestEvent(tx, { id: newEventId(now), type, ownerId, data, createdAt: now });
}
