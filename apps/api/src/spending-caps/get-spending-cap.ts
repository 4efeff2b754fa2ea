import type { Parts } from "../parts.ts";
import { askChain } from "../settlements/ask-chain.ts";
import { fromTokenUnits } from "../shared/money.ts";
import { Refusal } from "../shared/refusal.ts";
import { getSubscription } from "../subscriptions/get-subscription.ts";
import { spendingCapNotFound } from "./errors.ts";
import { findSpendingCap } from "./store.ts";
import { capTerms, collectorOf } from "./usable-cap.ts";

/** A subscription's spending cap, with what the chain says of it. */
export async function getSpendingCap(parts: Parts, subscriptionId: string) {
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
