import { z } from "zod";
import { Plan } from "../plans/schema.ts";
import { ServiceRecord } from "../services/schema.ts";
import { id, timeOut } from "../shared/answers.ts";
import { bytes32 } from "../shared/evm-fields.ts";
import { exampleHash, exampleId } from "../shared/examples.ts";
import {
  dateTime,
  filterId,
  omittable,
  oneOf,
  optionalId,
  request,
  requiredId,
  returnUrl,
} from "../shared/fields.ts";
import { nextCursor, page } from "../shared/lists.ts";
import { Subscription } from "../subscriptions/schema.ts";
import { NewPayer, User } from "../users/schema.ts";

const checkoutSessionStatuses = ["PENDING", "PAID", "EXPIRED", "CANCELLED"] as const;

export const NewCheckoutSession = request({
  serviceId: requiredId(),
  paymentPlanId: requiredId().meta({ description: "A plan of the service" }),
  status: omittable(
    z.literal("PENDING", {
      error: "Checkout sessions can only be created with PENDING status.",
    }),
  ),
  userId: optionalId().meta({
    description: "The subscriber; left out, checkout finds out who it is",
  }),
  expiresAt: omittable(dateTime()).meta({ description: "Default: the session never expires" }),
  successUrl: returnUrl().meta({
    description: "Where the page sends the subscriber once it is paid: https or localhost",
    example: "https://app.example.com/welcome",
  }),
  cancelUrl: returnUrl().meta({
    description: "Where its way back leads: https or localhost",
    example: "https://app.example.com/pricing",
  }),
});

export const CheckoutSessionId = request({ checkoutSessionId: requiredId() });

export const CheckoutCompletion = request({
  checkoutSessionId: requiredId(),
  userId: optionalId().meta({ description: "An existing user; the session's own user wins" }),
  user: omittable(NewPayer).meta({
    description: "Linked by e-mail when known, created otherwise",
    example: { email: "payer@example.com", name: "Pat Payer" },
  }),
  transactionHash: omittable(bytes32()).meta({
    description: "The payment that you took, if it has a hash; kept as given",
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
  userId: id().nullable().meta({ description: "The subscriber; null until it is known" }),
  status: z.enum(checkoutSessionStatuses).meta({
    description: "`PAID` once completed; `EXPIRED` once `expiresAt` has passed; or `CANCELLED`",
    example: "PENDING",
  }),
  expiresAt: timeOut().nullable().meta({ description: "null: never expires by itself" }),
  createdAt: timeOut(),
  service: ServiceRecord.pick({ id: true, name: true, status: true }),
  paymentPlan: Plan.pick({ id: true, name: true, amount: true, currency: true }),
  user: User.nullable(),
  successUrl: z.string().nullable().meta({ example: "https://app.example.com/welcome" }),
  cancelUrl: z.string().nullable().meta({ example: "https://app.example.com/pricing" }),
  url: z.string().meta({
    description: "Where to send the subscriber",
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
      description: "The payment made on the checkout page, or named on completion",
      example: exampleHash,
    }),
    subscriptions: z.array(Subscription).meta({ description: "Empty until the session is `PAID`" }),
  })
  .meta({
    id: "CheckoutSessionWithSubscriptions",
    description: "A checkout session and what came of it.",
  });

export const CheckoutSessionPage = z.object({
  checkoutSessions: z.array(CheckoutSessionWithSubscriptions),
  nextCursor: nextCursor("checkout-sessions"),
});
