import { OnePlan, PlanId, planNotOfService } from "../../contract/plans.ts";
import type { PaymentPlan } from "../../db/generated/client.ts";
import { Refusal } from "../../lib/refusal.ts";
import { read } from "../../operation/define.ts";
import type { Parts } from "../../ports/parts.ts";
import { findPlanOfService } from "./store.ts";

export { findNewestPlanOf } from "./store.ts";

export const getPlan = read("GET /services/{serviceId}/plans/{paymentPlanId}", {
  name: "plans.get",
  summary: "Get a payment plan",
  description: "Returns one plan of the service in the path.",
  refusals: { planNotOfService },
  input: PlanId,
  output: OnePlan,
  run: async (work, { paymentPlanId, serviceId }) => ({
    plan: await getPlanOfService(work, paymentPlanId, serviceId),
  }),
});

/** @throws Refusal 404 when the tenant has no such plan, or it belongs to another service */
export async function getPlanOfService(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  planId: string,
  serviceId: string,
): Promise<PaymentPlan> {
  const plan = await findPlanOfService(db, planId, serviceId, tenant);
  if (plan === null) throw new Refusal(planNotOfService);
  return plan;
}
