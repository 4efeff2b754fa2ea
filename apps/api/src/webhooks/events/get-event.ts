import { eventNotFound } from "../../contract/events.ts";
import type { WebhookEvent } from "../../db/generated/client.ts";
import { Refusal } from "../../lib/refusal.ts";
import type { Parts } from "../../ports/parts.ts";
import { findEvent } from "./store.ts";

export async function getEvent(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  id: string,
): Promise<WebhookEvent> {
  const event = await findEvent(db, id, tenant);
  if (event === null) throw new Refusal(eventNotFound);
  return event;
}
