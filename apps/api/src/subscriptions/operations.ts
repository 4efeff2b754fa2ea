import { z } from "zod";
import {
  Subscription,
  SubscriptionId,
  SubscriptionPage,
  SubscriptionQuery,
  subscriptionNotActive,
  subscriptionNotFound,
} from "../contract/subscriptions.ts";
import { read, write } from "../operation/define.ts";
import { cancelSubscription } from "./cancel-subscription.ts";
import { getSubscription } from "./get-subscription.ts";
import { listSubscriptions } from "./list-subscriptions.ts";

const OneSubscription = z.object({ subscription: Subscription });

export const subscriptions = {
  get: read("GET /subscriptions/{subscriptionId}", {
    name: "subscriptions.get",
    summary: "Get a subscription",
    description:
      "With the period that it is in: where the last one has ended, the next has begun by this read at the latest.",
    refusals: { subscriptionNotFound },
    input: SubscriptionId,
    output: OneSubscription,
    run: async (work, input) => ({
      subscription: await getSubscription(work, input.subscriptionId),
    }),
  }),

  list: read("GET /subscriptions", {
    name: "subscriptions.list",
    summary: "List subscriptions, newest first",
    description: "Each as when it is read by itself, with the period that it is in.",
    input: SubscriptionQuery,
    output: SubscriptionPage,
    run: async (work, input) => {
      const { rows, next } = await listSubscriptions(work, input);
      return { subscriptions: rows, nextCursor: next };
    },
  }),

  cancel: write("POST /subscriptions/{subscriptionId}/cancel", {
    name: "subscriptions.cancel",
    summary: "Cancel a subscription",
    description:
      "Ends it now and for good: no more usage, no more renewals. What is owed stays owed. `subscription.cancelled` tells of it.",
    refusals: { subscriptionNotFound, subscriptionNotActive },
    input: SubscriptionId,
    output: OneSubscription,
    run: async (work, input) => ({
      subscription: await cancelSubscription(work, input.subscriptionId),
    }),
  }),
};
