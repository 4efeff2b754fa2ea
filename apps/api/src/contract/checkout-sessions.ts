import { z } from "zod";
import { createdAt, id, timeOut } from "../lib/answers.ts";
import { bytes32 } from "../lib/evm-fields.ts";
import { exampleHash, exampleId } from "../lib/examples.ts";
import {
  dateTime,
  filterId,
  omittable,
  oneOf,
  optionalId,
  request,
  requiredId,
  returnUrl,
} from "../lib/fields.ts";
import { nextCursor, page } from "../lib/lists.ts";
import type { RefusalTerms } from "../lib/refusal.ts";
import { Plan } from "./plans.ts";
import { ServiceRecord } from "./services.ts";
import { Subscription } from "./subscriptions.ts";
import { NewPayer, User } from "./users.ts";

export const checkoutSessionNotFound: RefusalTerms = {
  kind: "not_found",
  message: "Checkout session was not found.",
};

export const serviceNotActive: RefusalTerms = {
  kind: "conflict",
  message: "Checkout sessions can only be created for ACTIVE services.",
};

export const checkoutSessionNotPending: RefusalTerms = {
  kind: "conflict",
  message: "Checkout session is not PENDING.",
};

export const payerRequired: RefusalTerms = {
  kind: "invalid",
  message: "userId or user.email is required.",
};

export const paymentInProgress: RefusalTerms = {
  kind: "conflict",
  message: "Checkout session has a payment in progress.",
};

const checkoutSessionStatuses = ["PENDING", "PAID", "EXPIRED", "CANCELLED"] as const;

export const checkoutSessionStatus = () =>
  z.enum(checkoutSessionStatuses).meta({
    description:
      "`PENDING`: to be paid. `PAID`: completed, with a subscription. `EXPIRED`: `expiresAt` has passed. `CANCELLED`: by the seller. Only a `PENDING` one changes",
    example: "PENDING",
  });

/** Where the checkout page sends its reader on. */
export const returnUrls = {
  successUrl: z.string().nullable().meta({
    description: "Where the checkout page sends the subscriber once it is paid; null: nowhere",
    example: "https://app.example.com/welcome",
  }),
  cancelUrl: z.string().nullable().meta({
    description:
      "Where the checkout page sends a subscriber who does not want to pay; null: nowhere",
    example: "https://app.example.com/pricing",
  }),
};

export const NewCheckoutSession = request({
  serviceId: requiredId().meta({ description: "Id of the service: it must be `ACTIVE`" }),
  paymentPlanId: requiredId().meta({ description: "Id of the plan, which must be the service's" }),
  status: omittable(
    z
      .literal("PENDING", {
        error: "Checkout sessions can only be created with PENDING status.",
      })
      .meta({ example: "PENDING" }),
  ).meta({ description: "Only `PENDING`, which is also what it is when left out" }),
  userId: optionalId().meta({
    description: "Id of the user who is to subscribe; left out, checkout asks who it is",
  }),
  expiresAt: omittable(dateTime()).meta({
    description: "When it becomes `EXPIRED`, unless it is paid before. Default: never",
  }),
  successUrl: returnUrl().meta({
    description:
      "Where the checkout page sends the subscriber once it is paid: an https address, or one of localhost",
    example: "https://app.example.com/welcome",
  }),
  cancelUrl: returnUrl().meta({
    description:
      "Where the checkout page sends a subscriber who does not want to pay: an https address, or one of localhost",
    example: "https://app.example.com/pricing",
  }),
});

export const CheckoutSessionId = request({ checkoutSessionId: requiredId() });

export const CheckoutCompletion = request({
  checkoutSessionId: requiredId(),
  userId: optionalId().meta({
    description:
      "Id of the user who subscribes. The session's own user, if it has one, goes before",
  }),
  user: omittable(NewPayer).meta({
    description:
      "Who subscribes, by e-mail: a user who is known is linked and stays as they are, another one is made",
    example: { email: "payer@example.com", name: "Pat Payer" },
  }),
  transactionHash: omittable(bytes32()).meta({
    description:
      "32 bytes in hex that name the payment which you took, if it has such. Kept and shown, not checked",
  }),
});

export const CheckoutSessionQuery = request({
  serviceId: filterId(),
  paymentPlanId: filterId(),
  userId: filterId(),
  status: omittable(oneOf(checkoutSessionStatuses)).meta({
    description: "Only those in this state",
    example: "PENDING",
  }),
  ...page("checkout-sessions"),
}).prefault({});

const fields = {
  id: id(),
  serviceId: id(),
  paymentPlanId: id(),
  userId: id().nullable().meta({
    description: "Id of the user who subscribes; null until it is known who that is",
  }),
  status: checkoutSessionStatus(),
  expiresAt: timeOut().nullable().meta({
    description: "When it becomes `EXPIRED`, unless it is paid before; null: never",
  }),
  createdAt: createdAt(),
  service: ServiceRecord.pick({ id: true, name: true, status: true }).meta({
    description: "What is subscribed to",
  }),
  paymentPlan: Plan.pick({ id: true, name: true, amount: true, currency: true }).meta({
    description: "What it costs",
  }),
  user: User.nullable().meta({ description: "Who subscribes; null until that is known" }),
  ...returnUrls,
  url: z.string().meta({
    description: "The checkout page: send the subscriber there",
    example: `https://pay.example.com/checkout/${exampleId}`,
  }),
};

export const CheckoutSession = z
  .object(fields)
  .meta({ id: "CheckoutSession", description: "A subscriber's way into a plan." });

export const CheckoutSessionWithSubscriptions = z
  .object({
    ...fields,
    status: fields.status.meta({ example: "PAID" }),
    transactionHash: z.string().nullable().meta({
      description:
        "Hash of the transaction that paid on the checkout page, or as given on completion; null before, and where there is none",
      example: exampleHash,
    }),
    subscriptions: z.array(Subscription).meta({
      description: "What came of it: empty until it is `PAID`, one subscription then",
    }),
  })
  .meta({
    id: "CheckoutSessionWithSubscriptions",
    description: "A checkout session and what came of it.",
  });

export const CheckoutSessionPage = z.object({
  checkoutSessions: z.array(CheckoutSessionWithSubscriptions).meta({ description: "Newest first" }),
  nextCursor: nextCursor("checkout-sessions"),
});
