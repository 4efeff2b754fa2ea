import { z } from "zod";
import {
  intervalOfOneTimePlan,
  NewPlan,
  Plan,
  PlanId,
  PlanPage,
  PlanQuery,
  planNotOfService,
} from "../../contract/plans.ts";
import { referencedRecordNotFound } from "../../lib/refusal.ts";
import { read, write } from "../../operation/define.ts";
import { createPlan } from "./create-plan.ts";
import { getPlanOfService } from "./get-plan.ts";
import { listPlans } from "./list-plans.ts";

const OnePlan = z.object({ plan: Plan });

export const plans = {
  create: write("POST /services/{serviceId}/plans", {
    name: "plans.create",
    summary: "Create a payment plan",
    description:
      "A price of the service. Plans are not changed afterwards, so that nobody's price moves: for another price make another plan.",
    status: 201,
    refusals: { intervalOfOneTimePlan, referencedRecordNotFound },
    input: NewPlan,
    output: OnePlan,
    run: async (work, input) => ({ plan: await createPlan(work, input) }),
  }),

  get: read("GET /services/{serviceId}/plans/{paymentPlanId}", {
    name: "plans.get",
    summary: "Get a payment plan",
    description: "One plan of the service that the path names.",
    refusals: { planNotOfService },
    input: PlanId,
    output: OnePlan,
    run: async (work, input) => ({
      plan: await getPlanOfService(work, input.paymentPlanId, input.serviceId),
    }),
  }),

  list: read("GET /services/{serviceId}/plans", {
    name: "plans.list",
    summary: "List the plans of a service, newest first",
    description: "All of them; with `limit` or `cursor` a page of them, and `nextCursor`.",
    refusals: { referencedRecordNotFound },
    input: PlanQuery,
    output: PlanPage,
    run: async (work, input) => {
      const { rows, ...page } = await listPlans(work, input);
      return { plans: rows, ...("next" in page && { nextCursor: page.next }) };
    },
  }),
};
