import type { Parts } from "../../operation/ports/parts.ts";
import type { CheckoutSessionView } from "../checkout-sessions/view.ts";
import type { OfferedPlan } from "../payments/agreed-terms.ts";
import { amountDue } from "./payable-of.ts";

/** What a subscriber agrees to at a checkout now. The first period begins when the session is paid. */
export async function offeredAt(
  { db, times }: Pick<Parts, "db" | "times">,
  { service, paymentPlan }: CheckoutSessionView,
): Promise<OfferedPlan> {
  const plan = { paymentPlanId: paymentPlan.id, at: await times.of(db, service.id) };
  return { service, plan, amountDue: amountDue(paymentPlan) };
}
