import type { PaymentPlan } from "../db/generated/client.ts";
import type { Parts } from "../parts.ts";
import { Refusal, referencedRecordNotFound } from "../shared/refusal.ts";
import { findPlansOfService } from "./store.ts";

export async function listPlans({ db }: Parts, serviceId: string): Promise<PaymentPlan[]> {
  const plans = await findPlansOfService(db, serviceId);
  if (plans === null) throw new Refusal(referencedRecordNotFound);
  return plans;
}
