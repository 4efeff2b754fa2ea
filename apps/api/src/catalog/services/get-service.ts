import { serviceNotFound } from "../../contract/services.ts";
import type { Service } from "../../db/generated/client.ts";
import { Refusal, referencedRecordNotFound } from "../../lib/refusal.ts";
import type { Parts } from "../../ports/parts.ts";
import {
  findServiceRecord,
  findServicesById,
  keepService,
  type ServiceWithPlans,
} from "./store.ts";

/** Batched with other reads of services at about the same time (lib/batch.ts). */
export async function getService(
  { batch, tenant }: Parts,
  serviceId: string,
): Promise<ServiceWithPlans> {
  const service = await batch.read(findServicesById, { id: serviceId, tenant });
  if (service === null) throw new Refusal(serviceNotFound);
  return service;
}

/** The service that something else hangs on, without what it nests; unknown ones are refused with 404. */
export async function getServiceNamed({ db, tenant }: Parts, serviceId: string): Promise<Service> {
  const service = await findServiceRecord(db, serviceId, tenant);
  if (service === null) throw new Refusal(referencedRecordNotFound);
  return service;
}

/** The same, as it stays until this transaction ends. */
export async function getServiceKept(parts: Parts, serviceId: string): Promise<Service> {
  await keepService(parts.db, serviceId);
  return getServiceNamed(parts, serviceId);
}
