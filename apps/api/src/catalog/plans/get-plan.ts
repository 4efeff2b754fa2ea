import { planNotOfService } from "../../contract/plans.ts";
import type { PaymentPlan } from "../../db/generated/client.ts";
import { Refusal } from "../../lib/refusal.ts";
import type { Parts } from "../../ports/parts.ts";
import { findPlanOfService } from "./store.ts";

/** The plan that a caller named together with its service; refused with 404 when they do not match. */
export async function getPlanOfService(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  planId: string,
  serviceId: string,
): Promise<PaymentPlan> {
  const plan = await findPlanOfService(db, planId, serviceId, tenant);
  if (plan === null) throw new Refusal(planNotOfService);
  return plan;
}
