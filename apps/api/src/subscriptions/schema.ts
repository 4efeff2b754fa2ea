import { z } from "zod";
import { id, timeOut } from "../shared/answers.ts";
import { filterId, omittable, oneOf, request, requiredId } from "../shared/fields.ts";
import { nextCursor, page } from "../shared/lists.ts";

const subscriptionStatuses = ["ACTIVE", "CANCELLED"] as const;

export const SubscriptionId = request({ subscriptionId: requiredId() });

export const SubscriptionQuery = request({
  serviceId: filterId(),
  paymentPlanId: filterId(),
  userId: filterId(),
  checkoutSessionId: filterId(),
  status: omittable(oneOf(subscriptionStatuses)).meta({
    description: "Only those in this state",
    example: "ACTIVE",
  }),
  ...page("subscriptions"),
}).prefault({});

/** A subscription; nothing is nested in it, so it is the same wherever it stands. */
export const Subscription = z
  .object({
    id: id(),
    status: z.enum(subscriptionStatuses).meta({
      description: "Usage is recorded only against an `ACTIVE` one",
      example: "ACTIVE",
    }),
    serviceId: id(),
    paymentPlanId: id(),
    userId: id(),
    checkoutSessionId: id(),
    currentPeriodStart: timeOut(),
    currentPeriodEnd: timeOut().nullable().meta({
      example: "2026-02-28T12:00:00.000Z",
      description: "null for a plan whose `billingInterval` is `NONE`",
    }),
    createdAt: timeOut(),
    updatedAt: timeOut(),
  })
  .meta({ id: "Subscription", description: "A subscriber on a plan of a service." });

export const SubscriptionPage = z.object({
  subscriptions: z.array(Subscription),
  nextCursor: nextCursor("subscriptions"),
});
