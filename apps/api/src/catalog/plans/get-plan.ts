import type { PaymentPlan } from "../../db/generated/client.ts";
import { Refusal } from "../../kit/refusal.ts";
import { read } from "../../operation/define.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import type { Writing } from "../../operation/work.ts";
import { OnePlan, PlanId, planNotFound, planNotOfService } from "../../schemas/plans.ts";
import { findPlan, findPlanOfService, lockPlan } from "./store.ts";

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

/** The plan that another record belongs to. @throws Refusal 404 when the tenant has no such plan */
export async function getReferencedPlan(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  planId: string,
): Promise<PaymentPlan> {
  const plan = await findPlan(db, planId, tenant);
  if (plan === null) throw new Refusal(planNotFound);
  return plan;
}

/** The same, locked until the transaction ends, so that one caller at a time adds to it. */
export async function getLockedPlan(
  { tx, tenant }: Pick<Writing, "tx" | "tenant">,
  planId: string,
): Promise<PaymentPlan> {
  await lockPlan(tx, planId);
  return getReferencedPlan({ db: tx, tenant }, planId);
}
