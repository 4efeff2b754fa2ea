import { z } from "zod";
import type { PaymentPlan } from "../../db/generated/client.ts";
import {
  currency,
  decimal,
  omittable,
  oneOf,
  optionalDescription,
  optionalName,
  request,
  requiredId,
  requiredName,
} from "../../kit/fields.ts";
import { newId } from "../../kit/ids.ts";
import { nextCursorOfPage, optionalPage, usualLimit } from "../../kit/lists.ts";
import { orRefuse, type RefusalTerms } from "../../kit/refusal.ts";
import { read, write } from "../../operation/define.ts";
import type { CoreParts } from "../../operation/ports/parts.ts";
import {
  billingIntervals,
  intervalWords,
  Plan,
  planNotFound,
  planNotOfService,
  pricingTypes,
  pricingWords,
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

const intervalOfOneTimePlan: RefusalTerms = {
  kind: "invalid",
  code: "one_time_plan_with_interval",
  param: "billingInterval",
  message: "billingInterval must be NONE for ONE_TIME plans.",
  meaning: "A `ONE_TIME` plan does not renew, so it cannot have a billing interval.",
  remedy: "Send `NONE`, or omit `billingInterval`.",
};

const NewPlan = request({
  serviceId: requiredId(),
  name: requiredName(200).meta({
    description: "Name of the plan, shown on invoices and at checkout",
    example: "Pay as you go",
  }),
  amount: decimal().meta({
    description:
      "Price in USDC with at most six decimal places: per interval (`FIXED_RECURRING`), per unit (`USAGE_BASED`) or once (`ONE_TIME`)",
    example: "0.002500",
  }),
  pricingType: oneOf(pricingTypes).meta({ description: pricingWords, example: "USAGE_BASED" }),
  billingInterval: omittable(oneOf(billingIntervals)).meta({
    description: `${intervalWords} Default \`NONE\`. A \`ONE_TIME\` plan must have \`NONE\``,
    example: "MONTH",
  }),
  description: optionalDescription(2000).meta({
    description: "Description of the plan, shown at checkout",
    example: "One unit is one request",
  }),
  currency: currency(),
  unit: optionalName(50).meta({
    description:
      "What one unit of usage is, in the singular: pages show the price as `0.0025 USDC per request`",
    example: "request",
  }),
})
  .strip()
  .refine(
    (plan) => plan.pricingType !== "ONE_TIME" || (plan.billingInterval ?? "NONE") === "NONE",
    { error: intervalOfOneTimePlan.message },
  );

const OnePlan = z.object({ plan: Plan });

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
  input: request({ serviceId: requiredId(), paymentPlanId: requiredId() }),
  output: OnePlan,
  run: async (work, { paymentPlanId, serviceId }) => ({
    plan: await getPlanOfService(work, paymentPlanId, serviceId),
  }),
});

/** @throws Refusal 404 when the tenant has no such plan, or it belongs to another service */
export async function getPlanOfService(
  { db, tenant }: CoreParts,
  planId: string,
  serviceId: string,
): Promise<PaymentPlan> {
  return orRefuse(await findPlanOfService(db, planId, serviceId, tenant), planNotOfService);
}

/** The plan that another record belongs to. @throws Refusal 404 when the tenant has no such plan */
export async function getReferencedPlan(
  { db, tenant }: CoreParts,
  planId: string,
): Promise<PaymentPlan> {
  return orRefuse(await findPlan(db, planId, tenant), planNotFound);
}

const PlanPage = z.object({
  plans: z.array(Plan).meta({ description: "Newest first" }),
  nextCursor: nextCursorOfPage("plans"),
});

/** docs/specification.md, section 4, GET /services/:serviceId/plans. Paging is optional: by default the list is whole. */
export const listPlans = read("GET /services/{serviceId}/plans", {
  name: "plans.list",
  cost: "large",
  summary: "List the plans of a service, newest first",
  description: "Returns all plans. With `limit` or `cursor` it returns one page and `nextCursor`.",
  refusals: { referencedServiceNotFound },
  input: request({ serviceId: requiredId(), ...optionalPage("plans") }).strip(),
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
