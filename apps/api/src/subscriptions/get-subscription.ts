import { read } from "../operation/define.ts";
import { OneSubscription, SubscriptionId, subscriptionNotFound } from "../schemas/subscriptions.ts";
import { loadSubscription } from "./load-subscription.ts";

/** Due renewals are applied first. */
export const getSubscription = read("GET /subscriptions/{subscriptionId}", {
  name: "subscriptions.get",
  summary: "Get a subscription",
  description:
    "Includes the current billing period. If the last period has ended, the subscription is renewed first.",
  refusals: { subscriptionNotFound },
  input: SubscriptionId,
  output: OneSubscription,
  run: async (work, { subscriptionId }) => ({
    subscription: await loadSubscription(work, subscriptionId),
  }),
});
