import type { Parts } from "../parts.ts";
import { findServices, type ServiceWithPlans } from "./store.ts";

export function listServices({ db, tenant }: Parts): Promise<ServiceWithPlans[]> {
  return findServices(db, tenant);
}
