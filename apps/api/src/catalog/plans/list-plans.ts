import type { z } from "zod";
import type { PlanQuery } from "../../contract/plans.ts";
import type { PaymentPlan } from "../../db/generated/client.ts";
import { type Page, usualLimit, type Whole } from "../../lib/lists.ts";
import type { Parts } from "../../ports/parts.ts";
import { getServiceNamed } from "../services/get-service.ts";
import { findPlanPage, findPlansOfService } from "./store.ts";

/**
 * All plans of a service (specification, section 4, GET /services/:serviceId/plans), or a page of them
 * where one is asked for.
 */
export async function listPlans(
  parts: Parts,
  { serviceId, limit, cursor }: z.output<typeof PlanQuery>,
): Promise<Page<PaymentPlan> | Whole<PaymentPlan>> {
  const { db, tenant } = parts;
  const service = await getServiceNamed(parts, serviceId);
  if (limit === undefined && cursor === undefined) {
    return { rows: await findPlansOfService(db, service.id) };
  }
  return findPlanPage(db, tenant, { serviceId, limit: limit ?? usualLimit, cursor });
}
