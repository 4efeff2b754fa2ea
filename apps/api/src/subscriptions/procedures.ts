import { z } from "zod";
import {
  Subscription,
  SubscriptionId,
  SubscriptionPage,
  SubscriptionQuery,
  subscriptionNotActive,
  subscriptionNotFound,
} from "../contract/subscriptions.ts";
import { rest, router, withKey, writing } from "../operation/base.ts";
import { cancelSubscription } from "./cancel-subscription.ts";
import { getSubscription } from "./get-subscription.ts";
import { listSubscriptions } from "./list-subscriptions.ts";

const OneSubscription = z.object({ subscription: Subscription });

export const subscriptions = router({
  get: withKey
    .meta(
      rest("GET /subscriptions/{subscriptionId}", "Get a subscription", {
        description:
          "With the period that it is in: where the last one has ended, the next has begun by this read at the latest.",
        refusals: { subscriptionNotFound },
      }),
    )
    .input(SubscriptionId)
    .output(OneSubscription)
    .query(async ({ ctx, input }) => ({
      subscription: await getSubscription(ctx.parts, input.subscriptionId),
    })),

  list: withKey
    .meta(
      rest("GET /subscriptions", "List subscriptions, newest first", {
        description: "Each as when it is read by itself, with the period that it is in.",
      }),
    )
    .input(SubscriptionQuery)
    .output(SubscriptionPage)
    .query(async ({ ctx, input }) => {
      const { rows, next } = await listSubscriptions(ctx.parts, input);
      return { subscriptions: rows, nextCursor: next };
    }),

  cancel: writing
    .meta(
      rest("POST /subscriptions/{subscriptionId}/cancel", "Cancel a subscription", {
        description:
          "Ends it now and for good: no more usage, no more renewals. What is owed stays owed. `subscription.cancelled` tells of it.",
        refusals: { subscriptionNotFound, subscriptionNotActive },
      }),
    )
    .input(SubscriptionId)
    .output(OneSubscription)
    .mutation(async ({ ctx, input }) => ({
      subscription: await cancelSubscription(ctx.parts, input.subscriptionId),
    })),
});
