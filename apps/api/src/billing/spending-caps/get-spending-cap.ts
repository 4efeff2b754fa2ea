import { spendingCapNotFound } from "../../contract/spending-caps.ts";
import { fromTokenUnits } from "../../lib/money.ts";
import { Refusal } from "../../lib/refusal.ts";
import { askChain } from "../../ports/ask-chain.ts";
import type { Parts } from "../../ports/parts.ts";
import { getSubscription } from "../../subscriptions/get-subscription.ts";
import { findSpendingCap } from "./store.ts";
import { capTerms, collectorOf } from "./usable-cap.ts";

/** A subscription's spending cap, with what the chain says of it. */
export async function getSpendingCap(
  parts: Parameters<typeof getSubscription>[0] &
    Pick<Parts, "db" | "collector" | "previousCollectors">,
  subscriptionId: string,
) {
  const subscription = await getSubscription(parts, subscriptionId);
  const cap = await findSpendingCap(parts.db, subscription.id);
  const collector = cap === null ? null : collectorOf(parts, cap);
  if (cap === null || collector === null) throw new Refusal(spendingCapNotFound);
  const { spent, revoked } = await askChain(collector.spendingOf(capTerms(cap, subscription.id)));
  return {
    ...cap,
    serviceId: subscription.serviceId,
    subscriptionId: subscription.id,
    spent: fromTokenUnits(spent),
    revoked,
    validUntil: new Date(Number(cap.validUntil) * 1_000),
  };
}
