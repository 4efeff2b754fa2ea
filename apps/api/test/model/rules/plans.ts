import {
  type Expected,
  Fields,
  type ModelCall,
  newIdIn,
  Refused,
  referencedNotFound,
} from "../model-call.ts";
import { showPlan } from "../views.ts";
import { type Id, newestFirst, type Plan, put } from "../world.ts";
import { findService, isOf } from "./services.ts";

const pricingTypes = ["FIXED_RECURRING", "USAGE_BASED", "ONE_TIME"];
const billingIntervals = ["MONTH", "WEEK", "DAY", "NONE"];

export function createPlan(call: ModelCall): Expected {
  const { world, input } = call;
  const fields = new Fields(input);
  const serviceId = fields.text("serviceId");
  const name = fields.text("name");
  const amount = fields.decimal("amount");
  const pricingType = fields.word("pricingType", pricingTypes);
  const billingInterval = fields.optionalWord("billingInterval", billingIntervals) ?? "NONE";
  if (pricingType === "ONE_TIME" && billingInterval !== "NONE") {
    throw new Refused(400, "billingInterval must be NONE for ONE_TIME plans.");
  }
  if (findService(call, serviceId) === null) throw referencedNotFound();
  const plan: Plan = {
    id: newIdIn(call, "plan"),
    serviceId,
    name,
    description: fields.optionalText("description") ?? null,
    pricingType,
    billingInterval,
    amount,
    unit: fields.optionalText("unit") || null,
    createdAt: world.now,
  };
  put(world.plans, plan);
  return { status: 201, body: { plan: showPlan(plan) } };
}

/** The plan that a caller names together with its service. */
export function planOf({ world, tenant }: ModelCall, id: Id, serviceId: Id): Plan {
  const plan = world.plans.get(id);
  if (plan === undefined || plan.serviceId !== serviceId || !isOf(world, tenant, serviceId)) {
    throw new Refused(404, "Payment plan was not found for the service.");
  }
  return plan;
}

export function listPlans(call: ModelCall): unknown[] {
  const serviceId = new Fields(call.input).text("serviceId");
  if (findService(call, serviceId) === null) throw referencedNotFound();
  const plans = [...call.world.plans.values()].filter((plan) => plan.serviceId === serviceId);
  return newestFirst(plans).map(showPlan);
}
