import type { Queryable } from "../db/client.ts";
import type { EventType } from "../events/event-types.ts";
import { recordEvent } from "../events/record-events.ts";
import { Refusal } from "../shared/refusal.ts";
import { everyone } from "../shared/tenant.ts";
import { subscriptionNotFound } from "./errors.ts";
import { Subscription } from "./schema.ts";
import { findSubscription } from "./store.ts";

/** Puts a subscription, as its GET shows it, into the outbox of the transaction that changed it. */
export async function announceSubscription(
  tx: Queryable,
  type: EventType & `subscription.${string}`,
  id: string,
  now: Date,
): Promise<void> {
  const subscription = await findSubscription(tx, id, everyone);
  if (subscription === null) throw new Refusal(subscriptionNotFound);
  await recordEvent(tx, type, { subscription: Subscription.parse(subscription) }, now);
}
