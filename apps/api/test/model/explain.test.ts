import { describe, expect, it } from "vitest";
import type { Answer } from "../harness/doors.ts";
import { type Answered, type Call, explain, isWorld } from "./explain.ts";
import { stillRunning } from "./idempotency.ts";
import { showNewSession, showSession, showSettlement } from "./views.ts";
import { copyOf, newWorld, put, type Session, type World } from "./world.ts";

/* The model must refuse responses that no order of the callers explains. */

const at = Date.parse("2026-01-31T12:00:00.000Z");

/** A seller's service with a plan and a session that can be paid. */
function aWorld(): World {
  const world = newWorld(at);
  const of = { serviceId: "service", createdAt: at };
  const user = { email: "dev@example.com", name: null, role: "DEVELOPER", sellerId: null } as const;
  put(world.users, { id: "seller", ...user });
  const named = { name: "Weather API", description: null };
  put(world.services, {
    id: "service",
    ...named,
    status: "ACTIVE",
    ownerId: "seller",
    createdAt: at,
    updatedAt: at,
  });
  const plan = { pricingType: "FIXED_RECURRING", billingInterval: "MONTH", amount: 1n, unit: null };
  put(world.plans, { id: "plan", ...of, ...named, ...plan });
  put(world.sessions, session);
  return world;
}

const session: Session = {
  id: "session",
  serviceId: "service",
  paymentPlanId: "plan",
  userId: "seller",
  status: "PENDING",
  expiresAt: at + 1_000,
  transactionHash: null,
  createdAt: at,
};

const call = (operation: string, idempotencyKey: string | null = null): Call => ({
  operation,
  input: { checkoutSessionId: "session" },
  tenant: null,
  idempotencyKey,
});

const answer = (status: number, body: unknown): Answer => ({
  status,
  body,
  headers: new Headers(),
});
const refusal = (status: number, error: string) => answer(status, { error });
const shown = (world: World, status: Session["status"]) =>
  answer(200, { checkoutSession: showSession(world, { ...session, status }) });

const explained = (world: World, ...answered: Answered[]) =>
  isWorld(explain(copyOf(world), answered));

describe("two concurrent cancellations of a session", () => {
  const world = aWorld();
  const cancelled = { call: call("checkoutSessions.cancel"), answer: shown(world, "CANCELLED") };
  const refused = {
    call: call("checkoutSessions.cancel"),
    answer: refusal(409, "Checkout session is not PENDING."),
  };

  it("have one winner, in either order", () => {
    expect(explained(world, cancelled, refused)).toBe(true);
    expect(explained(world, refused, cancelled)).toBe(true);
  });

  it("cannot both win or both lose", () => {
    expect(explained(world, cancelled, cancelled)).toBe(false);
    expect(explained(world, refused, refused)).toBe(false);
  });

  it("are seen by a concurrent reader before or after", () => {
    const get = call("checkoutSessions.get");
    const read = (status: Session["status"]) => ({ call: get, answer: shown(world, status) });

    expect(explained(world, cancelled, read("PENDING"), read("CANCELLED"))).toBe(true);
    expect(explained(world, cancelled, read("EXPIRED"))).toBe(false);
  });
});

it("with equal answers are ordered by later reads", () => {
  const world = aWorld();
  world.paused = true;
  const invoice = {
    serviceId: "service",
    paymentPlanId: "plan",
    userId: "seller",
    amount: 1n,
    lines: [],
  } as const;
  const unpaid = { subscriptionId: null, dueAt: null, paidAt: null, createdAt: at } as const;
  put(world.invoices, { id: "invoice", status: "OPEN", ...invoice, ...unpaid });
  const references = [`0x${"a".repeat(64)}`, `0x${"A".repeat(64)}`];
  const address = `0x${"1".repeat(40)}`;
  const headers = new Headers({ Location: "/api/v1/settlements/one" });
  const failed = references.map((referenceHash): Answered => {
    const addresses = { payerAddress: address, merchantAddress: address };
    const input = { invoiceId: "invoice", referenceHash, ...addresses };
    return {
      call: { ...call("settlements.create"), input },
      answer: { ...refusal(500, "EnforcedPause()"), headers },
    };
  });
  const explainedWith = (referenceHash: string) => {
    const made = {
      id: "one",
      invoiceId: "invoice",
      amount: 1n,
      transactionHash: null,
      status: "FAILED",
    } as const;
    const settlement = showSettlement(world, {
      ...made,
      referenceHash,
      recordedAt: at,
      createdAt: at,
    });
    const get = { ...call("settlements.get"), input: { settlementId: "one" } };
    return isWorld(explain(world, failed, [{ call: get, answer: answer(200, { settlement }) }]));
  };

  for (const reference of references) expect(explainedWith(reference)).toBe(true);
  expect(explainedWith(`0x${"b".repeat(64)}`)).toBe(false);
});

it("a session expires at its exact expiresAt", () => {
  const world = aWorld();
  const get = (status: Session["status"]) => ({
    call: call("checkoutSessions.get"),
    answer: shown(world, status),
  });

  world.now = at + 999;
  expect(explained(world, get("PENDING"))).toBe(true);
  world.now = at + 1_000;
  expect(explained(world, get("PENDING"))).toBe(false);
  expect(explained(world, get("EXPIRED"))).toBe(true);
});

it("a request is only reported in progress while another has its Idempotency-Key", () => {
  const world = aWorld();
  const waits = (key: string) => ({
    call: call("checkoutSessions.cancel", key),
    answer: refusal(409, stillRunning),
  });
  const cancelled = {
    call: call("checkoutSessions.cancel", "one"),
    answer: shown(world, "CANCELLED"),
  };

  expect(explained(world, cancelled, waits("one"))).toBe(true);
  expect(explained(world, cancelled, waits("two"))).toBe(false);
  expect(explained(world, waits("one"))).toBe(false);
});

it("a response has every field of its record and no other", () => {
  const world = aWorld();
  const { url: _, ...withoutUrl } = showNewSession(world, session);
  const get = (checkoutSession: object) => ({
    call: call("checkoutSessions.get"),
    answer: answer(200, { checkoutSession }),
  });
  const whole = showSession(world, session);

  expect(explained(world, get(whole))).toBe(true);
  expect(explained(world, get({ ...whole, ...withoutUrl, more: 1 }))).toBe(false);
  expect(explained(world, get(withoutUrl))).toBe(false);
});
