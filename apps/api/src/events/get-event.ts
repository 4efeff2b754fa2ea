import type { WebhookEvent } from "../db/generated/client.ts";
import type { Parts } from "../parts.ts";
import { Refusal } from "../shared/refusal.ts";
import { eventNotFound } from "./errors.ts";
import { findEvent } from "./store.ts";

export async function getEvent(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  id: string,
): Promise<WebhookEvent> {
  const event = await findEvent(db, id, tenant);
  if (event === null) throw new Refusal(eventNotFound);
  return event;
}
