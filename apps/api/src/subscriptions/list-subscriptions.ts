import type { z } from "zod";
import type { SubscriptionQuery } from "../contract/subscriptions.ts";
import type { Subscription } from "../db/generated/client.ts";
import type { Page } from "../lib/lists.ts";
import type { Parts } from "../ports/parts.ts";
import { upToDate } from "../ports/up-to-date.ts";
import { findSubscriptions } from "./store.ts";

/** A page of subscriptions as of now: periods that are over have been renewed. */
export function listSubscriptions(
  parts: Pick<Parts, "db" | "tenant" | "due">,
  query: z.output<typeof SubscriptionQuery>,
): Promise<Page<Subscription>> {
  return upToDate(
    parts,
    () => findSubscriptions(parts.db, parts.tenant, query),
    ({ rows }) => ({ subscriptions: rows }),
  );
}
