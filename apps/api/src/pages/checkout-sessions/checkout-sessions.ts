import { z } from "zod";
import { getPlanOfService } from "../../catalog/plans/plans.ts";
import { getLockedService } from "../../catalog/services/services.ts";
import {
  dateTime,
  filterId,
  omittable,
  oneOf,
  optionalId,
  request,
  requiredId,
  returnUrl,
} from "../../kit/fields.ts";
import { page, pageOf } from "../../kit/lists.ts";
import { Refusal, type RefusalTerms } from "../../kit/refusal.ts";
import { getUser } from "../../operation/access/users/identify-user.ts";
import { read, write } from "../../operation/define.ts";
import { upToDate } from "../../operation/ports/due.ts";
import {
  CheckoutSession,
  CheckoutSessionId,
  CheckoutSessionWithSubscriptions,
  checkoutSessionNotFound,
  checkoutSessionNotPending,
  checkoutSessionStatuses,
  OneCheckoutSession,
  paymentInProgress,
} from "../../schemas/checkout-sessions.ts";
import { planNotOfService } from "../../schemas/plans.ts";
import { userNotFound } from "../../schemas/users.ts";
import { endUnpaid } from "./end-session.ts";
import { announceCheckoutSession, loadCheckoutSession, withUrl } from "./load-checkout-session.ts";
import { findCheckoutSessions, insertCheckoutSession, moveCheckoutSession } from "./store.ts";

const serviceNotActive: RefusalTerms = {
  kind: "conflict",
  code: "service_not_active",
  param: "serviceId",
  message: "Checkout sessions can only be created for ACTIVE services.",
  meaning: "The service is `DRAFT` or `DISABLED`, so it accepts no checkouts.",
  remedy: "Set the service's `status` to `ACTIVE` first.",
};

const sessionNotCreatedPending: RefusalTerms = {
  kind: "invalid",
  code: "checkout_session_not_created_pending",
  param: "status",
  message: "Checkout sessions can only be created with PENDING status.",
  meaning: "A new session is always `PENDING`.",
  remedy: "Omit `status`.",
};

const NewCheckoutSession = request({
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
  output: z.object({ checkoutSession: CheckoutSession }),
  run: async (work, input) => {
    const plan = await getPlanOfService(work, input.paymentPlanId, input.serviceId);
    if (input.userId !== undefined) await getUser(work, input.userId, "userId");
    const service = await getLockedService(work, plan.serviceId);
    if (service.status !== "ACTIVE") throw new Refusal(serviceNotActive);
    const session = await insertCheckoutSession(work, {
      serviceId: service.id,
      ownerId: service.ownerId,
      paymentPlanId: plan.id,
      userId: input.userId ?? null,
      expiresAt: input.expiresAt ?? null,
      successUrl: input.successUrl ?? null,
      cancelUrl: input.cancelUrl ?? null,
    });
    return { checkoutSession: withUrl(work, session) };
  },
});

/** docs/specification.md, section 4, GET /checkout-sessions/:checkoutSessionId. */
export const getCheckoutSession = read("GET /checkout-sessions/{checkoutSessionId}", {
  name: "checkoutSessions.get",
  summary: "Get a checkout session",
  description:
    "Includes the subscription once the session is `PAID`. A session whose `expiresAt` has passed is returned as `EXPIRED`.",
  refusals: { checkoutSessionNotFound },
  input: CheckoutSessionId.strip(),
  output: OneCheckoutSession,
  run: async (work, { checkoutSessionId }) => ({
    checkoutSession: await loadCheckoutSession(work, checkoutSessionId),
  }),
});

const CheckoutSessionQuery = request({
  serviceId: filterId(),
  paymentPlanId: filterId(),
  userId: filterId(),
  status: omittable(oneOf(checkoutSessionStatuses)).meta({
    description: "Only sessions with this status",
    example: "PENDING",
  }),
  ...page("checkout-sessions"),
}).prefault({});

const CheckoutSessionPage = pageOf(
  "checkoutSessions",
  CheckoutSessionWithSubscriptions,
  "checkout-sessions",
);

/** Every session on the page is as its own GET returns it. */
export const listCheckoutSessions = read("GET /checkout-sessions", {
  name: "checkoutSessions.list",
  summary: "List checkout sessions, newest first",
  description:
    "Each session is as `GET /checkout-sessions/{checkoutSessionId}` returns it: due expiries and renewals are applied first.",
  input: CheckoutSessionQuery,
  output: CheckoutSessionPage,
  run: async (work, query) => {
    // Expired sessions leave one of these lists for the other, so all of them move before a page is read.
    if (query.status === "PENDING" || query.status === "EXPIRED") {
      await work.due.advanceAll(work, "checkoutSessions");
    }
    const { rows, next } = await upToDate(
      work,
      () => findCheckoutSessions(work.db, work.tenant, query),
      ({ rows }) => ({
        checkoutSessions: rows,
        subscriptions: rows.flatMap(({ subscriptions }) => subscriptions),
      }),
    );
    return { checkoutSessions: rows.map((session) => withUrl(work, session)), nextCursor: next };
  },
});

/** Also voids what was due on the checkout page. */
export const cancelCheckoutSession = write("POST /checkout-sessions/{checkoutSessionId}/cancel", {
  name: "checkoutSessions.cancel",
  summary: "Cancel a checkout session",
  description:
    "A cancelled session can never be paid. The event `checkout_session.cancelled` reports it. A payment on the checkout page that was not sent to the chain yet is dropped. A payment that was sent can still arrive, so until the chain has a final result, cancelling is refused.",
  refusals: { checkoutSessionNotFound, checkoutSessionNotPending, paymentInProgress },
  input: CheckoutSessionId,
  output: OneCheckoutSession,
  run: async (work, { checkoutSessionId }) => {
    const session = await loadCheckoutSession(work, checkoutSessionId);
    if (session.status !== "PENDING") throw new Refusal(checkoutSessionNotPending);
    const { tx, now } = work;
    await endUnpaid(work, session, async () => {
      const moved = await moveCheckoutSession(tx, session.id, "cancel", { updatedAt: now });
      if (!moved) throw new Refusal(checkoutSessionNotPending);
      await announceCheckoutSession(work, "checkout_session.cancelled", session.id);
    });
    return { checkoutSession: await loadCheckoutSession(work, session.id) };
  },
});
