import { z } from "zod";
import { createdAt, id, timeOut, updatedAt } from "../lib/answers.ts";
import { filterId, omittable, oneOf, request, requiredId } from "../lib/fields.ts";
import { nextCursor, page } from "../lib/lists.ts";
import type { RefusalTerms } from "../lib/refusal.ts";

export const subscriptionNotFound: RefusalTerms = {
  kind: "not_found",
  message: "Subscription was not found.",
};

export const subscriptionNotOfServiceAndUser: RefusalTerms = {
  kind: "not_found",
  message: "Subscription was not found for the service and user.",
};

export const subscriptionNotActive: RefusalTerms = {
  kind: "conflict",
  message: "Subscription is not ACTIVE.",
};

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
      description:
        "`ACTIVE`: takes usage and, where its plan has an interval, renews. `CANCELLED`: neither, for good",
      example: "ACTIVE",
    }),
    serviceId: id(),
    paymentPlanId: id(),
    userId: id().meta({ description: "Id of the user who subscribes" }),
    checkoutSessionId: id().meta({ description: "Id of the checkout session that it came of" }),
    currentPeriodStart: timeOut().meta({ description: "When the period began that it is in" }),
    currentPeriodEnd: timeOut().nullable().meta({
      example: "2026-02-28T12:00:00.000Z",
      description:
        "When that period ends and the next one begins; null for a plan whose `billingInterval` is `NONE`",
    }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  })
  .meta({ id: "Subscription", description: "A subscriber on a plan of a service." });

export const SubscriptionPage = z.object({
  subscriptions: z.array(Subscription).meta({ description: "Newest first" }),
  nextCursor: nextCursor("subscriptions"),
});
