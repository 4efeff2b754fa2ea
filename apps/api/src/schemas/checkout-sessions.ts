import { z } from "zod";
import { component, createdAt, id, timeOut } from "../kit/answers.ts";
import { exampleHash, exampleId } from "../kit/evm-fields.ts";
import { request, requiredId } from "../kit/fields.ts";
import { type RefusalTerms, recordNotFound } from "../kit/refusal.ts";
import { Plan } from "./plans.ts";
import { ServiceRecord } from "./services.ts";
import { Subscription } from "./subscriptions.ts";
import { User } from "./users.ts";

export const checkoutSessionNotFound = recordNotFound(
  "checkout_session_not_found",
  "checkoutSessionId",
);

export const checkoutSessionNotPending: RefusalTerms = {
  kind: "conflict",
  code: "checkout_session_not_pending",
  message: "Checkout session is not PENDING.",
  meaning: "The session is `PAID`, `EXPIRED` or `CANCELLED`.",
  remedy: "Read the session. Create a new one if the subscriber still wants to subscribe.",
};

export const paymentInProgress: RefusalTerms = {
  kind: "conflict",
  code: "checkout_payment_in_progress",
  message: "Checkout session has a payment in progress.",
  meaning: "A payment of the session was sent to the chain and may still be confirmed.",
  remedy: "Wait until the payment is decided, and read the session again.",
};

export const checkoutSessionStatuses = ["PENDING", "PAID", "EXPIRED", "CANCELLED"] as const;

export const checkoutSessionStatus = () =>
  z.enum(checkoutSessionStatuses).meta({
    description:
      "`PENDING`: waiting for payment. `PAID`: completed, with a subscription. `EXPIRED`: `expiresAt` passed without payment; a payment that was started in time can still make it `PAID`. `CANCELLED`: cancelled by the seller",
    example: "PENDING",
  });

/** Where the checkout page redirects the subscriber. */
export const returnUrls = {
  successUrl: z.string().nullable().meta({
    description: "Where the checkout page redirects after payment; null: nowhere",
    example: "https://app.example.com/welcome",
  }),
  cancelUrl: z.string().nullable().meta({
    description:
      "Where the checkout page redirects a subscriber who decides not to pay; null: nowhere",
    example: "https://app.example.com/pricing",
  }),
};

export const CheckoutSessionId = request({ checkoutSessionId: requiredId() });

export const CheckoutSession = component("CheckoutSession", "A subscriber's checkout of a plan.", {
  id: id(),
  serviceId: id(),
  paymentPlanId: id(),
  userId: id().nullable().meta({
    description: "Id of the subscriber; null until known",
  }),
  status: checkoutSessionStatus(),
  expiresAt: timeOut().nullable().meta({
    description: "When the session becomes `EXPIRED`, unless it is paid first; null: never",
  }),
  createdAt: createdAt(),
  service: ServiceRecord.pick({ id: true, name: true, status: true }).meta({
    description: "The service that is subscribed to",
  }),
  paymentPlan: Plan.pick({ id: true, name: true, amount: true, currency: true }).meta({
    description: "The plan and its price",
  }),
  user: User.nullable().meta({ description: "The subscriber; null until known" }),
  ...returnUrls,
  url: z.string().meta({
    description: "URL of the checkout page. Redirect the subscriber to it",
    example: `https://pay.example.com/checkout/${exampleId}`,
  }),
});

export const CheckoutSessionWithSubscriptions = CheckoutSession.extend({
  status: checkoutSessionStatus().meta({ example: "PAID" }),
  transactionHash: z.string().nullable().meta({
    description:
      "Hash of the transaction that paid on the checkout page, or the hash given on completion; null before that, or if there is none",
    example: exampleHash,
  }),
  subscriptions: z.array(Subscription).meta({
    description: "Empty until the session is `PAID`, then its one subscription",
  }),
}).meta({
  id: "CheckoutSessionWithSubscriptions",
  description: "A checkout session with its subscriptions.",
});

export const OneCheckoutSession = z.object({ checkoutSession: CheckoutSessionWithSubscriptions });
