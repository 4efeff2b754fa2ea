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
import { rest, router, withKey, writing } from "../../operation/base.ts";
import { createPlan } from "./create-plan.ts";
import { getPlanOfService } from "./get-plan.ts";
import { listPlans } from "./list-plans.ts";

const OnePlan = z.object({ plan: Plan });

export const plans = router({
  create: writing
    .meta(
      rest("POST /services/{serviceId}/plans", "Create a payment plan", {
        description:
          "A price of the service. Plans are not changed afterwards, so that nobody's price moves: for another price make another plan.",
        status: 201,
        refusals: { intervalOfOneTimePlan, referencedRecordNotFound },
      }),
    )
    .input(NewPlan)
    .output(OnePlan)
    .mutation(async ({ ctx, input }) => ({ plan: await createPlan(ctx.parts, input) })),

  get: withKey
    .meta(
      rest("GET /services/{serviceId}/plans/{paymentPlanId}", "Get a payment plan", {
        description: "One plan of the service that the path names.",
        refusals: { planNotOfService },
      }),
    )
    .input(PlanId)
    .output(OnePlan)
    .query(async ({ ctx, input }) => ({
      plan: await getPlanOfService(ctx.parts, input.paymentPlanId, input.serviceId),
    })),

  list: withKey
    .meta(
      rest("GET /services/{serviceId}/plans", "List the plans of a service, newest first", {
        description: "All of them; with `limit` or `cursor` a page of them, and `nextCursor`.",
        refusals: { referencedRecordNotFound },
      }),
    )
    .input(PlanQuery)
    .output(PlanPage)
    .query(async ({ ctx, input }) => {
      const { rows, ...page } = await listPlans(ctx.parts, input);
      return { plans: rows, ...("next" in page && { nextCursor: page.next }) };
    }),
});
