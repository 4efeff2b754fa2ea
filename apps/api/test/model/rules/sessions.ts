import {
  type Expected,
  Fields,
  type Input,
  type ModelCall,
  newIdIn,
  Refused,
} from "../model-call.ts";
import { showNewSession, showSession } from "../views.ts";
import { type Id, known, put, type Session, type World } from "../world.ts";
import { planOf } from "./plans.ts";
import { listedIn, namedIn } from "./services.ts";
import { renew } from "./subscriptions.ts";
import { identify, userOf } from "./users.ts";

export function createSession(call: ModelCall): Expected {
  const { world, tenant, input } = call;
  const fields = new Fields(input);
  const serviceId = fields.text("serviceId");
  const paymentPlanId = fields.text("paymentPlanId");
  if ((input.status ?? "PENDING") !== "PENDING") {
    throw new Refused(400, "Checkout sessions can only be created with PENDING status.");
  }
  const userId = fields.optionalText("userId") ?? null;
  const expiresAt = fields.optionalMoment("expiresAt") ?? null;
  planOf(call, paymentPlanId, serviceId);
  if (userId !== null) userOf(world, tenant, userId);
  if (known(world.services, serviceId).status !== "ACTIVE") {
    throw new Refused(409, "Checkout sessions can only be created for ACTIVE services.");
  }
  const session: Session = {
    id: newIdIn(call, "checkoutSession"),
    serviceId,
    paymentPlanId,
    userId,
    status: "PENDING",
    expiresAt,
    transactionHash: null,
    createdAt: world.now,
  };
  put(world.sessions, session);
  return { status: 201, body: { checkoutSession: showNewSession(world, session) } };
}

/** A session and its subscription after due changes. */
function asOfNow(world: World, id: Id): Session {
  const session = known(world.sessions, id);
  if (isOver(world, session)) put(world.sessions, { ...session, status: "EXPIRED" });
  for (const { id: of, checkoutSessionId } of world.subscriptions.values()) {
    if (checkoutSessionId === id) renew(world, of);
  }
  return known(world.sessions, id);
}

const isOver = ({ now }: World, { status, expiresAt }: Session) =>
  status === "PENDING" && expiresAt !== null && expiresAt <= now;

export function expireSessions(world: World): void {
  for (const session of [...world.sessions.values()]) {
    if (isOver(world, session)) put(world.sessions, { ...session, status: "EXPIRED" });
  }
}

function namedSession(call: ModelCall): Session {
  const { world } = call;
  return asOfNow(
    world,
    namedIn(world.sessions, call, ["checkoutSessionId", "Checkout session"]).id,
  );
}

const shown = (world: World, session: Session): Expected => ({
  status: 200,
  body: { checkoutSession: showSession(world, session) },
});

export const getSession = (call: ModelCall): Expected => shown(call.world, namedSession(call));

const notPending = () => new Refused(409, "Checkout session is not PENDING.");

export function cancelSession(call: ModelCall): Expected {
  const before = namedSession(call);
  if (before.status !== "PENDING") throw notPending();
  const session = { ...before, status: "CANCELLED" } as const;
  put(call.world.sessions, session);
  return shown(call.world, session);
}

/** A repeated completion has the same response. The user is checked before the session's status. */
export function completeSession(call: ModelCall): Expected {
  const { world, input } = call;
  const before = namedSession(call);
  if (before.status === "PAID") return shown(world, before);
  const userId = payerOf(call, before);
  const session = {
    ...before,
    status: "PAID",
    userId: userId(),
    transactionHash: new Fields(input).optionalText("transactionHash") ?? null,
  } as const;
  put(world.sessions, session);
  put(world.subscriptions, {
    id: String(call.answer.body?.checkoutSession?.subscriptions?.[0]?.id),
    serviceId: session.serviceId,
    paymentPlanId: session.paymentPlanId,
    userId: session.userId,
    checkoutSessionId: session.id,
    status: "ACTIVE",
    period: 0,
    endsWithPeriod: false,
    endedAt: null,
    createdAt: world.now,
    updatedAt: world.now,
  });
  return shown(world, session);
}

/**
 * The session's own user takes precedence over the one in the input. @returns a function that finds or creates the
 * user
 */
function payerOf({ world, tenant, input, answer }: ModelCall, session: Session): () => Id {
  const named = new Fields(input).optionalText("userId");
  const user = new Fields((input.user ?? {}) as Input);
  const email = user.optionalText("email");
  if ((session.userId ?? named ?? email) === undefined) {
    throw new Refused(400, "userId or user.email is required.");
  }
  if (session.status !== "PENDING") throw notPending();
  if (session.userId !== null) return () => session.userId as Id;
  if (named !== undefined) return () => userOf(world, tenant, named).id;
  const newId = () => String(answer.body?.checkoutSession?.userId);
  const name = user.optionalText("name") ?? null;
  return () => identify(world, tenant, { email: email ?? "", name, role: "PAYER" }, newId).id;
}

export function listSessions(call: ModelCall): unknown[] {
  const { world } = call;
  expireSessions(world);
  return listedIn(world.sessions, call, ["status"]).map(({ id }) =>
    showSession(world, asOfNow(world, id)),
  );
}
