import { z } from "zod";
import { chainDoesNotAnswer } from "../../contract/settlements.ts";
import { SpendingCap, spendingCapNotFound } from "../../contract/spending-caps.ts";
import { SubscriptionId, subscriptionNotFound } from "../../contract/subscriptions.ts";
import { rest, router, withKey } from "../../operation/base.ts";
import { getSpendingCap } from "./get-spending-cap.ts";

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
