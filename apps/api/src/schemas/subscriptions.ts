import { z } from "zod";
import { component, createdAt, decimalOut, id, timeOut, updatedAt } from "../kit/answers.ts";
import { request, requiredId } from "../kit/fields.ts";
import { type RefusalTerms, recordNotFound } from "../kit/refusal.ts";

export const subscriptionNotFound = recordNotFound("subscription_not_found", "subscriptionId");

export const subscriptionNotOfServiceAndUser: RefusalTerms = {
  kind: "not_found",
  code: "subscription_not_of_service_and_user",
  param: "subscriptionId",
  message: "Subscription was not found for the service and user.",
  meaning: "No subscription has this id, or it belongs to another service or user.",
  remedy: "Send the `serviceId` and `userId` of the subscription.",
};

export const subscriptionNotActive: RefusalTerms = {
  kind: "conflict",
  code: "subscription_not_active",
  message: "Subscription is not ACTIVE.",
  meaning: "The subscription is `CANCELLED`, which is permanent.",
  remedy: "Use another subscription; the subscriber gets a new one by checking out again.",
};

export const subscriptionWithoutPeriodEnd: RefusalTerms = {
  kind: "conflict",
  code: "subscription_without_period_end",
  param: "atPeriodEnd",
  message: "Subscription has no period that ends.",
  meaning:
    "The plan's `billingInterval` is `NONE`, so the subscription has no period end to be cancelled at.",
  remedy: "Omit `atPeriodEnd` to cancel the subscription immediately.",
};

export const cancellationNotScheduled: RefusalTerms = {
  kind: "conflict",
  code: "cancellation_not_scheduled",
  param: "atPeriodEnd",
  message: "Subscription is not scheduled to be cancelled.",
  meaning: "`atPeriodEnd: false` takes back a scheduled cancellation, and there is none.",
  remedy:
    "Omit `atPeriodEnd` to cancel the subscription immediately. Otherwise nothing is left to do.",
};

export const subscriptionStatuses = ["ACTIVE", "CANCELLED"] as const;

export const SubscriptionId = request({ subscriptionId: requiredId() });

/** A subscription contains no other records, so every response shows it in this form. */
export const Subscription = component(
  "Subscription",
  "A subscriber's subscription to a plan of a service.",
  {
    id: id(),
    status: z.enum(subscriptionStatuses).meta({
      description:
        "`ACTIVE`: accepts usage and, if its plan has a billing interval and `cancelAt` is null, renews. `CANCELLED`: ended permanently",
      example: "ACTIVE",
    }),
    serviceId: id(),
    paymentPlanId: id(),
    userId: id().meta({ description: "Id of the subscriber" }),
    checkoutSessionId: id().meta({
      description: "Id of the checkout session that created the subscription",
    }),
    currentPeriodStart: timeOut().meta({ description: "When the current billing period began" }),
    currentPeriodEnd: timeOut().nullable().meta({
      example: "2026-02-28T12:00:00.000Z",
      description:
        "When the current period ends, and with it the subscription if `cancelAt` is set. Otherwise the next one begins; null if the plan's `billingInterval` is `NONE`",
    }),
    cancelAt: timeOut().nullable().meta({
      example: null,
      description:
        "When the subscription ends, or ended, with a period, because it was cancelled with `atPeriodEnd`; null if it renews or was cancelled immediately",
    }),
    endedAt: timeOut().nullable().meta({
      example: null,
      description:
        "When the subscription ended, and its last period with it; null while it is `ACTIVE`. Usage that occurred before then is accepted for an hour after it",
    }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
);

/** The next charge of a subscription, as pages show it. */
export const nextCharge = () =>
  z
    .object({
      at: timeOut().meta({
        description: "When the next invoice is due to be made",
        example: "2026-02-28T12:00:00.000Z",
      }),
      amount: decimalOut().nullable().meta({
        description: "Its amount in USDC; null: it depends on the usage until then",
        example: "25.000000",
      }),
    })
    .nullable();
