import { Refusal } from "../../kit/refusal.ts";
import { read } from "../../operation/define.ts";
import { chainDoesNotAnswer } from "../../schemas/settlements.ts";
import { OneSpendingCap, spendingCapNotFound } from "../../schemas/spending-caps.ts";
import { SubscriptionId, subscriptionNotFound } from "../../schemas/subscriptions.ts";
import { loadSubscription } from "../../subscriptions/load-subscription.ts";
import { readSpendingCap } from "./read-spending-cap.ts";
import { validUntilOf } from "./usable-cap.ts";

/** The terms come from the database; the spent amount and the revocation come from the chain. */
export const getSpendingCap = read("GET /subscriptions/{subscriptionId}/spending-cap", {
  name: "spendingCaps.get",
  summary: "Get a subscription's spending cap",
  description:
    "Returns the cap that the subscriber signed, with the amount spent under it and whether it was revoked, both read from the chain.",
  refusals: { subscriptionNotFound, spendingCapNotFound, chainDoesNotAnswer },
  input: SubscriptionId,
  output: OneSpendingCap,
  run: async (work, { subscriptionId }) => {
    const { id, serviceId } = await loadSubscription(work, subscriptionId);
    const read = await readSpendingCap(work, id);
    if (read === null) throw new Refusal(spendingCapNotFound);
    const { cap, spent } = read;
    const spendingCap = {
      ...cap,
      serviceId,
      subscriptionId: id,
      spent,
      revoked: cap.revokedAt !== null,
      validUntil: validUntilOf(cap),
    };
    return { spendingCap };
  },
});
