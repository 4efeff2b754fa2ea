import { getPlanOfService } from "../../catalog/plans/get-plan.ts";
import { getLockedService } from "../../catalog/services/get-service.ts";
import { newId } from "../../kit/ids.ts";
import { Refusal } from "../../kit/refusal.ts";
import { getUser } from "../../operation/access/users/identify-user.ts";
import { write } from "../../operation/define.ts";
import {
  CreatedCheckoutSession,
  NewCheckoutSession,
  serviceNotActive,
  sessionNotCreatedPending,
} from "../../schemas/checkout-sessions.ts";
import { planNotOfService } from "../../schemas/plans.ts";
import { userNotFound } from "../../schemas/users.ts";
import { insertCheckoutSession } from "./store.ts";
import { withUrl } from "./view.ts";

/** docs/specification.md, section 4, POST /checkout-sessions. */
export const createCheckoutSession = write("POST /checkout-sessions", {
  name: "checkoutSessions.create",
  summary: "Create a checkout session",
  description:
    "Redirect the subscriber to the `url` of the response. A subscription starts when the session is paid: by a wallet on that page, or when you complete it.",
  status: 201,
  refusals: {
    sessionNotCreatedPending,
    planNotOfService,
    userNotFound: userNotFound("userId"),
    serviceNotActive,
  },
  input: NewCheckoutSession,
  output: CreatedCheckoutSession,
  run: async (work, input) => {
    const { tx, now } = work;
    const plan = await getPlanOfService(work, input.paymentPlanId, input.serviceId);
    if (input.userId !== undefined) await getUser(work, input.userId, "userId");
    const service = await getLockedService(work, plan.serviceId);
    if (service.status !== "ACTIVE") throw new Refusal(serviceNotActive);
    const session = await insertCheckoutSession(tx, {
      id: newId(),
      serviceId: service.id,
      ownerId: service.ownerId,
      paymentPlanId: plan.id,
      userId: input.userId ?? null,
      status: "PENDING",
      expiresAt: input.expiresAt ?? null,
      successUrl: input.successUrl ?? null,
      cancelUrl: input.cancelUrl ?? null,
      // Set aside, so that a payment can name them before they exist.
      invoiceId: newId(),
      subscriptionId: newId(),
      createdAt: now,
      updatedAt: now,
    });
    return { checkoutSession: withUrl(work, session) };
  },
});
