import type { z } from "zod";
import type { EventQuery } from "../../contract/events.ts";
import type { WebhookEvent } from "../../db/generated/client.ts";
import type { Page } from "../../lib/lists.ts";
import type { Parts } from "../../ports/parts.ts";
import { findEvents } from "./store.ts";

/** A page of what has happened. It never changes. */
export function listEvents(
  { db, tenant }: Parts,
  query: z.output<typeof EventQuery>,
): Promise<Page<WebhookEvent>> {
  return findEvents(db, tenant, query);
}
