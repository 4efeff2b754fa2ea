import type { Parts } from "../parts.ts";
import { Refusal } from "../shared/refusal.ts";
import { serviceNotFound } from "./errors.ts";
import { findService, type ServiceWithPlans } from "./store.ts";

export async function getService({ db }: Parts, serviceId: string): Promise<ServiceWithPlans> {
  const service = await findService(db, serviceId);
  if (service === null) throw new Refusal(serviceNotFound);
  return service;
}
