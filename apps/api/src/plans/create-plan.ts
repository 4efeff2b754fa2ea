import type { z } from "zod";
import type { PaymentPlan } from "../db/generated/client.ts";
import { refuseUnknownReference } from "../db/refusals.ts";
import type { Parts } from "../parts.ts";
import { newId } from "../shared/ids.ts";
import { referencedRecordNotFound } from "../shared/refusal.ts";
import type { NewPlan } from "./schema.ts";
import { insertPlan } from "./store.ts";

/** An unknown service is refused by the foreign key, in the specification's own words (404). */
export function createPlan(
  { db, clock }: Parts,
  input: z.output<typeof NewPlan>,
): Promise<PaymentPlan> {
  const now = clock.now();
  const inserted = insertPlan(db, {
    id: newId(),
    serviceId: input.serviceId,
    name: input.name,
    description: input.description ?? null,
    pricingType: input.pricingType,
    billingInterval: input.billingInterval ?? "NONE",
    amount: input.amount,
    currency: input.currency ?? "USDC",
    createdAt: now,
    updatedAt: now,
  });
  return refuseUnknownReference(inserted, referencedRecordNotFound);
}
