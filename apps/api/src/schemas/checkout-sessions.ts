import { z } from "zod";
import { createdAt, id, timeOut } from "../kit/answers.ts";
import { bytes32, exampleHash, exampleId } from "../kit/evm-fields.ts";
import {
  dateTime,
  filterId,
  omittable,
  oneOf,
  optionalId,
  request,
  requiredId,
  returnUrl,
} from "../kit/fields.ts";
import { nextCursor, page } from "../kit/lists.ts";
import { type RefusalTerms, recordNotFound } from "../kit/refusal.ts";
import { Plan } from "./plans.ts";
import { ServiceRecord } from "./services.ts";
import { Subscription } from "./subscriptions.ts";
import { NewPayer, User } from "./users.ts";

export const checkoutSessionNotFound = recordNotFound({
  code: "checkout_session_not_found",
  param: "checkoutSessionId",
  message: "Checkout session was not found.",
});

export const serviceNotActive: RefusalTerms = {
  kind: "conflict",
  code: "service_not_active",
  param: "serviceId",
  message: "Checkout sessions can only be created for ACTIVE services.",
  meaning: "The service is `DRAFT` or `DISABLED`, so it accepts no checkouts.",
  remedy: "Set the service's `status` to `ACTIVE` first.",
};

export const checkoutSessionNotPending: RefusalTerms = {
  kind: "conflict",
  code: "checkout_session_not_pending",
  message: "Checkout session is not PENDING.",
  meaning: "The session is `PAID`, `EXPIRED` or `CANCELLED`.",
  remedy: "Read the session. Create a new one if the subscriber still wants to subscribe.",
};

export const payerRequired: RefusalTerms = {
  kind: "invalid",
  code: "payer_required",
  message: "userId or user.email is required.",
  meaning: "The session has no user, and the request names none.",
  remedy: "Send `userId` or `user.email`.",
};

export const paymentInProgress: RefusalTerms = {
  kind: "conflict",
  code: "checkout_payment_in_progress",
  message: "Checkout session has a payment in progress.",
  meaning: "A payment of the session was sent to the chain and may still be confirmed.",
  remedy: "Wait until the payment is decided, and read the session again.",
};

export const sessionNotCreatedPending: RefusalTerms = {
  kind: "invalid",
  code: "checkout_session_not_created_pending",
  param: "status",
  message: "Checkout sessions can only be created with PENDING status.",
  meaning: "A new session is always `PENDING`.",
  remedy: "Omit `status`.",
};

const checkoutSessionStatuses = ["PENDING", "PAID", "EXPIRED", "CANCELLED"] as const;

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

export const NewCheckoutSession = request({
  serviceId: requiredId().meta({ description: "Id of the service. It must be `ACTIVE`" }),
  paymentPlanId: requiredId().meta({
    description: "Id of the plan. It must belong to the service",
  }),
  status: omittable(
    z
      .literal("PENDING", {
        error: sessionNotCreatedPending.message,
      })
      .meta({ example: "PENDING" }),
  ).meta({ description: "Always `PENDING`; can be omitted" }),
  userId: optionalId().meta({
    description:
      "Id of the user who subscribes. If omitted, the checkout page asks for an e-mail address",
  }),
  expiresAt: omittable(dateTime()).meta({
    description: "When the session becomes `EXPIRED`, unless it is paid first. Default: never",
  }),
  successUrl: returnUrl().meta({
    description:
      "Where the checkout page redirects after payment: an https URL, or a localhost URL",
    example: "https://app.example.com/welcome",
  }),
  cancelUrl: returnUrl().meta({
    description:
      "Where the checkout page redirects a subscriber who decides not to pay: an https URL, or a localhost URL",
    example: "https://app.example.com/pricing",
  }),
}).strip();

export const CheckoutSessionId = request({ checkoutSessionId: requiredId() });

export const CheckoutCompletion = request({
  checkoutSessionId: requiredId(),
  userId: optionalId().meta({
    description:
      "Id of the user who subscribes. The session's own user takes precedence, if it has one",
  }),
  user: omittable(NewPayer).meta({
    description:
      "The subscriber, by e-mail address. An existing user is linked unchanged; otherwise a user is created",
    example: { email: "payer@example.com", name: "Pat Payer" },
  }),
  transactionHash: omittable(bytes32()).meta({
    description:
      "Hash of the transaction that paid you, if there is one: 32 bytes in hex. It is stored and returned, not verified",
  }),
});

export const CheckoutSessionQuery = request({
  serviceId: filterId(),
  paymentPlanId: filterId(),
  userId: filterId(),
  status: omittable(oneOf(checkoutSessionStatuses)).meta({
    description: "Only sessions with this status",
    example: "PENDING",
  }),
  ...page("checkout-sessions"),
}).prefault({});

const CheckoutSession = z
  .object({
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
  })
  .meta({ id: "CheckoutSession", description: "A subscriber's checkout of a plan." });

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

export const CreatedCheckoutSession = z.object({ checkoutSession: CheckoutSession });

export const OneCheckoutSession = z.object({ checkoutSession: CheckoutSessionWithSubscriptions });

export const CheckoutSessionPage = z.object({
  checkoutSessions: z.array(CheckoutSessionWithSubscriptions).meta({ description: "Newest first" }),
  nextCursor: nextCursor("checkout-sessions"),
});
