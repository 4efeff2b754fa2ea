import type { PaymentPlan } from "../db/generated/client.ts";
import type { Parts } from "../parts.ts";
import { getServiceNamed } from "../services/get-service.ts";
import { findPlansOfService } from "./store.ts";

export async function listPlans(parts: Parts, serviceId: string): Promise<PaymentPlan[]> {
  const service = await getServiceNamed(parts, serviceId);
  return findPlansOfService(parts.db, service.id);
}
