import type { z } from "zod";
import type { WebhookEvent } from "../db/generated/client.ts";
import type { Parts } from "../parts.ts";
import type { Page } from "../shared/lists.ts";
import type { EventQuery } from "./schema.ts";
import { findEvents } from "./store.ts";

/** A page of what has happened. It never changes. */
export function listEvents(
  { db, tenant }: Parts,
  query: z.output<typeof EventQuery>,
): Promise<Page<WebhookEvent>> {
  return findEvents(db, tenant, query);
}
