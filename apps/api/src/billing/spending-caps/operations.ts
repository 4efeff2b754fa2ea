import { z } from "zod";
import { chainDoesNotAnswer } from "../../contract/settlements.ts";
import { SpendingCap, spendingCapNotFound } from "../../contract/spending-caps.ts";
import { SubscriptionId, subscriptionNotFound } from "../../contract/subscriptions.ts";
import { read } from "../../operation/define.ts";
import { getSpendingCap } from "./get-spending-cap.ts";

export const spendingCaps = {
  get: read("GET /subscriptions/{subscriptionId}/spending-cap", {
    name: "spendingCaps.get",
    summary: "Get a subscription's spending cap",
    description:
      "What the subscriber has signed at checkout, and what the chain says was taken under it.",
    refusals: { subscriptionNotFound, spendingCapNotFound, chainDoesNotAnswer },
    input: SubscriptionId,
    output: z.object({ spendingCap: SpendingCap }),
    run: async (work, input) => ({
      spendingCap: await getSpendingCap(work, input.subscriptionId),
    }),
  }),
};
