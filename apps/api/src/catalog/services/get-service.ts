import type { Service } from "../../db/generated/client.ts";
import { ReadyJson } from "../../kit/json-answer.ts";
import { Refusal } from "../../kit/refusal.ts";
import { read } from "../../operation/define.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import type { Writing } from "../../operation/work.ts";
import {
  OneService,
  referencedServiceNotFound,
  ServiceId,
  serviceNotFound,
} from "../../schemas/services.ts";
import { findServiceTexts } from "./service-texts.ts";
import { findServiceRecord, lockService } from "./store.ts";

/** docs/specification.md, section 4, GET /services/:serviceId. Concurrent calls are read in one batch (kit/batch.ts). */
export const getService = read("GET /services/{serviceId}", {
  name: "services.get",
  summary: "Get a service",
  description: "Returns the service with its owner and all its plans.",
  refusals: { serviceNotFound },
  input: ServiceId,
  output: OneService,
  run: async ({ batch, tenant }, { serviceId }) => {
    const service = await batch.read(findServiceTexts, { id: serviceId, tenant });
    if (service === null) throw new Refusal(serviceNotFound);
    return new ReadyJson(`{"service":${service.text}}`);
  },
});

/**
 * The service that another record refers to, without its owner and plans.
 *
 * @throws Refusal 404 when the tenant has no such service
 */
export async function getReferencedService(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  serviceId: string,
): Promise<Service> {
  const service = await findServiceRecord(db, serviceId, tenant);
  if (service === null) throw new Refusal(referencedServiceNotFound);
  return service;
}

/** The same, locked against changes until the transaction ends. */
export async function getLockedService(
  { tx, tenant }: Pick<Writing, "tx" | "tenant">,
  serviceId: string,
): Promise<Service> {
  await lockService(tx, serviceId);
  return getReferencedService({ db: tx, tenant }, serviceId);
}
