import { type Expected, Fields, newIdIn, Refused, referencedNotFound, type Turn } from "../turn.ts";
import { showPlan } from "../views.ts";
import { type Id, newestFirst, type Plan, put } from "../world.ts";
import { findService, isOf } from "./services.ts";

const pricingTypes = ["FIXED_RECURRING", "USAGE_BASED", "ONE_TIME"];
const billingIntervals = ["MONTH", "WEEK", "DAY", "NONE"];

export function createPlan(turn: Turn): Expected {
  const { world, input } = turn;
  const fields = new Fields(input);
  const serviceId = fields.text("serviceId");
  const name = fields.text("name");
  const amount = fields.decimal("amount");
  const pricingType = fields.word("pricingType", pricingTypes);
  const billingInterval = fields.optionalWord("billingInterval", billingIntervals) ?? "NONE";
  if (pricingType === "ONE_TIME" && billingInterval !== "NONE") {
    throw new Refused(400, "billingInterval must be NONE for ONE_TIME plans.");
  }
  if (findService(turn, serviceId) === null) throw referencedNotFound();
  const plan: Plan = {
    id: newIdIn(turn, "plan"),
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
export function planOf({ world, tenant }: Turn, id: Id, serviceId: Id): Plan {
  const plan = world.plans.get(id);
  if (plan === undefined || plan.serviceId !== serviceId || !isOf(world, tenant, serviceId)) {
    throw new Refused(404, "Payment plan was not found for the service.");
  }
  return plan;
}

export function listPlans(turn: Turn): unknown[] {
  const serviceId = new Fields(turn.input).text("serviceId");
  if (findService(turn, serviceId) === null) throw referencedNotFound();
  const plans = [...turn.world.plans.values()].filter((plan) => plan.serviceId === serviceId);
  return newestFirst(plans).map(showPlan);
}
