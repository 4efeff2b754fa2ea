import type { z } from "zod";
import type { SubscriptionQuery } from "../contract/subscriptions.ts";
import type { Subscription } from "../db/generated/client.ts";
import { asOfNow } from "../lib/as-of-now.ts";
import type { Page } from "../lib/lists.ts";
import type { Parts } from "../ports/parts.ts";
import { renewSubscription } from "../time/renew-subscription.ts";
import { findSubscriptions } from "./store.ts";

/** A page of subscriptions as of now: periods that are over have been rolled forward. */
export function listSubscriptions(
  parts: Parts,
  query: z.output<typeof SubscriptionQuery>,
): Promise<Page<Subscription>> {
  return asOfNow(
    () => findSubscriptions(parts.db, parts.tenant, query),
    (subscription) => renewSubscription(parts, subscription),
  );
}
