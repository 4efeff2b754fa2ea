import type { InTransaction } from "../../db/client.ts";
import type { Balance, Subscription } from "../../db/generated/client.ts";
import { type Amount, toTokenUnits } from "../../kit/money.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { lockActive, lockNewestActiveOf } from "../../subscriptions/store.ts";
import { findUsableCapsOf, roomUnder } from "../spending-caps/usable-cap.ts";

export type BilledSubscription = Pick<Subscription, "id" | "paymentPlanId">;

/**
 * Finds the subscription that a top-up bills when its caller names none: the newest one whose spending cap has room for
 * it, since the seller can collect it then; failing that, the newest one. It is locked, so that the invoice does not bill
 * a subscription that is cancelled meanwhile.
 *
 * @returns null when the user has no active subscription to the service
 */
export async function lockBilledSubscription(
  { tx, now, collector }: InTransaction & Pick<Parts, "collector">,
  of: Pick<Balance, "serviceId" | "userId">,
  amount: Amount,
): Promise<BilledSubscription | null> {
  const caps = await findUsableCapsOf({ db: tx, collector }, of, now);
  const able = caps.find((cap) => roomUnder(cap) >= toTokenUnits(amount));
  if (able !== undefined && (await lockActive(tx, able.subscription.id))) return able.subscription;
  return lockNewestActiveOf(tx, of);
}
