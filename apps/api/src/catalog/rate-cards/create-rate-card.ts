import type { PaymentPlan } from "../../db/generated/client.ts";
import { newId } from "../../kit/ids.ts";
import { Refusal } from "../../kit/refusal.ts";
import { write } from "../../operation/define.ts";
import { warn } from "../../operation/warnings.ts";
import { planNotFound } from "../../schemas/plans.ts";
import { NewRateCard, OneRateCard, rateCardTooEarly } from "../../schemas/rate-cards.ts";
import { getLockedPlan } from "../plans/get-plan.ts";
import { findNewestCard, insertRateCard, type RateCard } from "./store.ts";

const periodWithoutEnd =
  "The plan has no billingInterval, so the usage of a subscription is billed only after the subscription is cancelled.";

export const createRateCard = write("POST /plans/{paymentPlanId}/rate-cards", {
  name: "rateCards.create",
  warns: true,
  summary: "Add a rate card to a plan",
  description:
    "Says what the usage of the plan costs, for quotes and for `usance biller`. A card cannot be changed: to change a price, add the next version, which prices the periods that begin at its `effectiveFrom` or later. The plan's own `amount` stays as it is.",
  status: 201,
  location: "/rate-cards",
  refusals: { planNotFound, rateCardTooEarly },
  input: NewRateCard,
  output: OneRateCard,
  run: async (work, { paymentPlanId, components, effectiveFrom }) => {
    const { tx, now } = work;
    const plan = await getLockedPlan(work, paymentPlanId);
    const newest = await findNewestCard(tx, plan.id);
    const rateCard = await insertRateCard(tx, {
      id: newId(),
      paymentPlanId: plan.id,
      serviceId: plan.serviceId,
      ownerId: plan.ownerId,
      version: (newest?.version ?? 0) + 1,
      components,
      effectiveFrom: startOf({ plan, newest, now }, effectiveFrom),
      createdAt: now,
    });
    if (plan.billingInterval === "NONE") warn(work.reply, periodWithoutEnd);
    return { rateCard };
  },
});

/** @throws Refusal 409 for a card that would change the price of periods that have begun */
function startOf(
  {
    plan,
    newest,
    now,
  }: { readonly plan: PaymentPlan; readonly newest: RateCard | null; readonly now: Date },
  given: Date | undefined,
): Date {
  // No period of the plan begins before the plan.
  if (newest === null) return given ?? plan.createdAt;
  if (given !== undefined && given < now) throw new Refusal(rateCardTooEarly);
  return given ?? now;
}
