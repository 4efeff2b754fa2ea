import type { z } from "zod";
import type { Subscription } from "../db/generated/client.ts";
import type { Parts } from "../parts.ts";
import { asOfNow } from "../shared/as-of-now.ts";
import type { Page } from "../shared/lists.ts";
import { renewSubscription } from "./renew-subscription.ts";
import type { SubscriptionQuery } from "./schema.ts";
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
