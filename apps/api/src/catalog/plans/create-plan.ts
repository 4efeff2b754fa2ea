import type { z } from "zod";
import type { NewPlan } from "../../contract/plans.ts";
import type { PaymentPlan } from "../../db/generated/client.ts";
import { newId } from "../../lib/ids.ts";
import type { Parts } from "../../ports/parts.ts";
import { getServiceNamed } from "../services/get-service.ts";
import { insertPlan } from "./store.ts";

/** Specification, section 4, POST /services/:serviceId/plans. */
export async function createPlan(
  parts: Parts,
  input: z.output<typeof NewPlan>,
): Promise<PaymentPlan> {
  const service = await getServiceNamed(parts, input.serviceId);
  const now = parts.clock.now();
  return insertPlan(parts.db, {
    id: newId(),
    serviceId: service.id,
    ownerId: service.ownerId,
    name: input.name,
    description: input.description ?? null,
    pricingType: input.pricingType,
    billingInterval: input.billingInterval ?? "NONE",
    amount: input.amount,
    currency: input.currency ?? "USDC",
    createdAt: now,
    updatedAt: now,
  });
}
