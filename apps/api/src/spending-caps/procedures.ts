import { z } from "zod";
import { chainDoesNotAnswer } from "../settlements/errors.ts";
import { subscriptionNotFound } from "../subscriptions/errors.ts";
import { SubscriptionId } from "../subscriptions/schema.ts";
import { rest, router, withKey } from "../trpc/base.ts";
import { spendingCapNotFound } from "./errors.ts";
import { getSpendingCap } from "./get-spending-cap.ts";
import { SpendingCap } from "./schema.ts";

export const spendingCaps = router({
  get: withKey
    .meta(
      rest(
        "GET /subscriptions/{subscriptionId}/spending-cap",
        "Get a subscription's spending cap",
        {
          description:
            "What the subscriber has signed at checkout, and what the chain says was taken under it.",
          refusals: { subscriptionNotFound, spendingCapNotFound, chainDoesNotAnswer },
        },
      ),
    )
    .input(SubscriptionId)
    .output(z.object({ spendingCap: SpendingCap }))
    .query(async ({ ctx, input }) => ({
      spendingCap: await getSpendingCap(ctx.parts, input.subscriptionId),
    })),
});
