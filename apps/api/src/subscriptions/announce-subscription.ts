import type { InTransaction } from "../db/client.ts";
import { Refusal } from "../kit/refusal.ts";
import { everyone } from "../kit/tenant.ts";
import { recordEvent } from "../outbox/record-events.ts";
import type { EventType } from "../schemas/events.ts";
import { Subscription, subscriptionNotFound } from "../schemas/subscriptions.ts";
import { findSubscription } from "./store.ts";

/** Records an event with the subscription, as its GET shows it, in the transaction that changed it. */
export async function announceSubscription(
  { tx, now }: InTransaction,
  type: EventType & `subscription.${string}`,
  id: string,
): Promise<void> {
  const subscription = await findSubscription(tx, id, everyone);
  if (subscription === null) throw new Refusal(subscriptionNotFound);
  await recordEvent({ tx, now }, type, { subscription: Subscription.parse(subscription) });
}
