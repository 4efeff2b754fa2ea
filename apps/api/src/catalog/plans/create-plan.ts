import { newId } from "../../kit/ids.ts";
import { write } from "../../operation/define.ts";
import { intervalOfOneTimePlan, NewPlan, OnePlan } from "../../schemas/plans.ts";
import { referencedServiceNotFound } from "../../schemas/services.ts";
import { getReferencedService } from "../services/get-service.ts";
import { insertPlan } from "./store.ts";

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
