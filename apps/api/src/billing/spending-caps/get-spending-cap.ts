import { chainDoesNotAnswer } from "../../contract/settlements.ts";
import { OneSpendingCap, spendingCapNotFound } from "../../contract/spending-caps.ts";
import { SubscriptionId, subscriptionNotFound } from "../../contract/subscriptions.ts";
import { fromTokenUnits } from "../../lib/money.ts";
import { Refusal } from "../../lib/refusal.ts";
import { read } from "../../operation/define.ts";
import { askChain } from "../../ports/ask-chain.ts";
import { loadSubscription } from "../../subscriptions/load-subscription.ts";
import { findSpendingCap } from "./store.ts";
import { capTerms, collectorOf } from "./usable-cap.ts";

/** The terms come from the database; the spent amount and the revocation come from the chain. */
export const getSpendingCap = read("GET /subscriptions/{subscriptionId}/spending-cap", {
  name: "spendingCaps.get",
  summary: "Get a subscription's spending cap",
  description:
    "Returns the cap that the subscriber signed at checkout, with the amount spent under it and whether it was revoked, both read from the chain.",
  refusals: { subscriptionNotFound, spendingCapNotFound, chainDoesNotAnswer },
  input: SubscriptionId,
  output: OneSpendingCap,
  run: async (work, { subscriptionId }) => {
    const { id, serviceId } = await loadSubscription(work, subscriptionId);
    const cap = await findSpendingCap(work.db, id);
    const collector = cap === null ? null : collectorOf(work, cap);
    if (cap === null || collector === null) throw new Refusal(spendingCapNotFound);
    const { spent, revoked } = await askChain(collector.spendingOf(capTerms(cap, id)));
    const spendingCap = {
      ...cap,
      serviceId,
      subscriptionId: id,
      spent: fromTokenUnits(spent),
      revoked,
      validUntil: new Date(Number(cap.validUntil) * 1_000),
    };
    return { spendingCap };
  },
});
