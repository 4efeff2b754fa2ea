import type { PaymentPlan } from "../../db/generated/client.ts";
import { newId } from "../../kit/ids.ts";
import { usualLimit } from "../../kit/lists.ts";
import { orRefuse } from "../../kit/refusal.ts";
import { read, write } from "../../operation/define.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import {
  intervalOfOneTimePlan,
  NewPlan,
  OnePlan,
  PlanId,
  PlanPage,
  PlanQuery,
  planNotFound,
  planNotOfService,
} from "../../schemas/plans.ts";
import { referencedServiceNotFound } from "../../schemas/services.ts";
import { getReferencedService } from "../services/services.ts";
import {
  findPlan,
  findPlanOfService,
  findPlanPage,
  findPlansOfService,
  insertPlan,
} from "./store.ts";

/** docs/specification.md, section 4, POST /services/:serviceId/plans. */
export const createPlan = write("POST /services/{serviceId}/plans", {
  name: "plans.create",
  summary: "Create a payment plan",
  description:
    "Adds a price to a service. A plan cannot be changed, so subscribers keep the price they signed up for. To change a price, create another plan.",
  status: 201,
  refusals: { intervalOfOneTimePlan, referencedServiceNotFound },
  input: NewPlan,
  output: OnePlan,
  run: async (work, input) => {
    const { tx, now } = work;
    const service = await getReferencedService(work, input.serviceId);
    const plan = await insertPlan(tx, {
      id: newId(),
      serviceId: service.id,
      ownerId: service.ownerId,
      name: input.name,
      description: input.description ?? null,
      pricingType: input.pricingType,
      billingInterval: input.billingInterval ?? "NONE",
      amount: input.amount,
      currency: input.currency ?? "USDC",
      unit: input.unit?.trim() || null,
      createdAt: now,
      updatedAt: now,
    });
    return { plan };
  },
});

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
  return orRefuse(await findPlanOfService(db, planId, serviceId, tenant), planNotOfService);
}

/** The plan that another record belongs to. @throws Refusal 404 when the tenant has no such plan */
export async function getReferencedPlan(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  planId: string,
): Promise<PaymentPlan> {
  return orRefuse(await findPlan(db, planId, tenant), planNotFound);
}

/** docs/specification.md, section 4, GET /services/:serviceId/plans. Paging is optional: by default the list is whole. */
export const listPlans = read("GET /services/{serviceId}/plans", {
  name: "plans.list",
  cost: "large",
  summary: "List the plans of a service, newest first",
  description: "Returns all plans. With `limit` or `cursor` it returns one page and `nextCursor`.",
  refusals: { referencedServiceNotFound },
  input: PlanQuery,
  output: PlanPage,
  run: async (work, { serviceId, limit, cursor }) => {
    const { db, tenant } = work;
    const service = await getReferencedService(work, serviceId);
    if (limit === undefined && cursor === undefined) {
      return { plans: await findPlansOfService(db, service.id) };
    }
    const page = { serviceId, limit: limit ?? usualLimit, cursor };
    const { rows, next } = await findPlanPage(db, tenant, page);
    return { plans: rows, nextCursor: next };
  },
});
