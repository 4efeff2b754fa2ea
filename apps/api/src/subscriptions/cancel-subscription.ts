import {
  OneSubscription,
  SubscriptionId,
  subscriptionNotActive,
  subscriptionNotFound,
} from "../contract/subscriptions.ts";
import { Refusal } from "../lib/refusal.ts";
import { write } from "../operation/define.ts";
import { announceSubscription } from "./announce-subscription.ts";
import { loadSubscription } from "./load-subscription.ts";
import { cancelActive } from "./store.ts";

/** Open invoices stay open. */
export const cancelSubscription = write("POST /subscriptions/{subscriptionId}/cancel", {
  name: "subscriptions.cancel",
  summary: "Cancel a subscription",
  description:
    "Ends the subscription immediately and permanently: it accepts no more usage and does not renew. Its open invoices remain payable. The event `subscription.cancelled` reports it.",
  refusals: { subscriptionNotFound, subscriptionNotActive },
  input: SubscriptionId,
  output: OneSubscription,
  run: async (work, { subscriptionId }) => {
    const { id } = await loadSubscription(work, subscriptionId);
    const { tx, clock } = work;
    // After the load, which may renew the subscription: the cancellation is later.
    const now = clock.now();
    if (!(await cancelActive(tx, id, now))) throw new Refusal(subscriptionNotActive);
    await announceSubscription({ tx, now }, "subscription.cancelled", id);
    return { subscription: await loadSubscription(work, id) };
  },
});
