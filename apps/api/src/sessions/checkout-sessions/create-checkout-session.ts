import type { z } from "zod";
import { getUser } from "../../access/users/identify-user.ts";
import { getPlanOfService } from "../../catalog/plans/get-plan.ts";
import { getLockedService } from "../../catalog/services/get-service.ts";
import type { NewCheckoutSession } from "../../contract/checkout-sessions.ts";
import { serviceNotActive } from "../../contract/checkout-sessions.ts";
import { newId } from "../../lib/ids.ts";
import { Refusal } from "../../lib/refusal.ts";
import type { Parts } from "../../ports/parts.ts";
import { insertCheckoutSession } from "./store.ts";
import { type CheckoutSessionView, withUrl } from "./view.ts";

/** Specification, section 4, POST /checkout-sessions. */
export async function createCheckoutSession(
  parts: Parts,
  input: z.output<typeof NewCheckoutSession>,
): Promise<CheckoutSessionView> {
  const { db, tenant, clock } = parts;
  const plan = await getPlanOfService(parts, input.paymentPlanId, input.serviceId);
  if (input.userId !== undefined) await getUser({ db, tenant }, input.userId);
  const service = await getLockedService({ tx: db, tenant }, plan.serviceId);
  if (service.status !== "ACTIVE") throw new Refusal(serviceNotActive);

  const now = clock.now();
  const session = await insertCheckoutSession(db, {
    id: newId(),
    serviceId: service.id,
    ownerId: service.ownerId,
    paymentPlanId: plan.id,
    userId: input.userId ?? null,
    status: "PENDING",
    expiresAt: input.expiresAt ?? null,
    successUrl: input.successUrl ?? null,
    cancelUrl: input.cancelUrl ?? null,
    invoiceId: newId(),
    subscriptionId: newId(),
    createdAt: now,
    updatedAt: now,
  });
  return withUrl(parts, session);
}
