import type { z } from "zod";
import type { ServiceQuery } from "../../contract/services.ts";
import { type Page, usualLimit, type Whole } from "../../lib/lists.ts";
import type { Parts } from "../../ports/parts.ts";
import { findServicePage, findServices, type ServiceWithPlans } from "./store.ts";

/** All services (specification, section 4, GET /services), or a page of them where one is asked for. */
export async function listServices(
  { db, tenant }: Parts,
  { limit, cursor }: z.output<typeof ServiceQuery>,
): Promise<Page<ServiceWithPlans> | Whole<ServiceWithPlans>> {
  if (limit === undefined && cursor === undefined) return { rows: await findServices(db, tenant) };
  return findServicePage(db, tenant, { limit: limit ?? usualLimit, cursor });
}
