import { z } from "zod";
import { ServiceId } from "../services/schema.ts";
import { referencedRecordNotFound } from "../shared/refusal.ts";
import { rest, router, withKey, writing } from "../trpc/base.ts";
import { createPlan } from "./create-plan.ts";
import { listPlans } from "./list-plans.ts";
import { NewPlan, Plan } from "./schema.ts";

export const plans = router({
  create: writing
    .meta(
      rest("POST /services/{serviceId}/plans", "Create a payment plan", {
        status: 201,
        refusals: [referencedRecordNotFound],
      }),
    )
    .input(NewPlan)
    .output(z.object({ plan: Plan }))
    .mutation(async ({ ctx, input }) => ({ plan: await createPlan(ctx, input) })),

  list: withKey
    .meta(
      rest("GET /services/{serviceId}/plans", "List the plans of a service, newest first", {
        refusals: [referencedRecordNotFound],
      }),
    )
    .input(ServiceId)
    .output(z.object({ plans: z.array(Plan) }))
    .query(async ({ ctx, input }) => ({ plans: await listPlans(ctx, input.serviceId) })),
});
