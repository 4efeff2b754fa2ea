import { usualLimit } from "../../kit/lists.ts";
import { read } from "../../operation/define.ts";
import { PlanPage, PlanQuery } from "../../schemas/plans.ts";
import { referencedServiceNotFound } from "../../schemas/services.ts";
import { getReferencedService } from "../services/get-service.ts";
import { findPlanPage, findPlansOfService } from "./store.ts";

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
