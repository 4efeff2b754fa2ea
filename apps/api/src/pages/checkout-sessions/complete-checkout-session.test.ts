import { describe, expect, it } from "vitest";
import { restDoor } from "../../../test/harness/doors.ts";
import { useService } from "../../../test/harness/service.ts";
import { newReference, Story } from "../../../test/harness/story.ts";

const service = useService();
const story = new Story(restDoor, service);

describe("completing a checkout session", () => {
  const complete = (checkoutSessionId: string, input: object = {}) =>
    story.call("checkoutSessions.complete", { checkoutSessionId, ...input });

  it("answers 200 with a subscription on the plan, whose first period starts now", async () => {
    const session = await story.aCheckoutSession({}, { billingInterval: "WEEK" });
    const transactionHash = newReference();

    const { status, body } = await complete(session.id, {
      user: { email: "pat@example.com", name: "Pat" },
      transactionHash,
    });

    expect(status).toBe(200);
    const { subscriptions, ...paid } = body.checkoutSession;
    expect(paid).toMatchObject({
      status: "PAID",
      transactionHash,
      user: { email: "pat@example.com", name: "Pat", role: "PAYER" },
    });
    const [subscription] = subscriptions;
    expect(subscription).toEqual({
      id: expect.any(String),
      status: "ACTIVE",
      serviceId: session.serviceId,
      paymentPlanId: session.paymentPlanId,
      userId: paid.userId,
      checkoutSessionId: session.id,
      currentPeriodStart: subscription.createdAt,
      currentPeriodEnd: expect.any(String),
      cancelAt: null,
      endedAt: null,
      createdAt: expect.any(String),
      updatedAt: subscription.createdAt,
    });
    const week = Date.parse(subscription.currentPeriodEnd) - Date.parse(subscription.createdAt);
    expect(week).toBe(7 * 86_400_000);
    expect(await story.done("checkoutSessions.get", { checkoutSessionId: session.id })).toEqual(
      body,
    );
  });

  it("keeps the session's own user, whatever user the body names", async () => {
    const { ownerId } = await story.aService();
    const session = await story.aCheckoutSession({ userId: ownerId });

    const { body } = await complete(session.id, { user: { email: "other@example.com" } });

    expect(body.checkoutSession.userId).toBe(ownerId);
  });

  it("accepts an existing user by id, and refuses an unknown one with 404", async () => {
    const { ownerId } = await story.aService();
    const session = await story.aCheckoutSession();

    expect(await complete(session.id, { userId: "nobody" })).toMatchObject({
      status: 404,
      body: { error: "Referenced database record was not found." },
    });
    expect((await complete(session.id, { userId: ownerId })).body.checkoutSession).toMatchObject({
      status: "PAID",
      userId: ownerId,
    });
  });

  it("requires a user", async () => {
    const session = await story.aCheckoutSession();

    expect(await complete(session.id, { user: { name: "Pat" } })).toMatchObject({
      status: 400,
      body: { error: "userId or user.email is required." },
    });
  });

  it("is idempotent, and starts no second subscription", async () => {
    const session = await story.aCheckoutSession();
    const first = await complete(session.id, { user: { email: "again@example.com" } });

    const again = await complete(session.id, { user: { email: "another@example.com" } });

    expect(again).toMatchObject({ status: 200, body: first.body });
  });

  it("starts one subscription for eight concurrent calls, and creates one user", async () => {
    const session = await story.aCheckoutSession();
    const emails = Array.from({ length: 8 }, (_, index) => `late-${index}@example.com`);

    const answers = await Promise.all(
      emails.map((email) => complete(session.id, { user: { email } })),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const ids = answers.map(({ body }) =>
      body.checkoutSession.subscriptions.map(({ id }: { id: string }) => id),
    );
    expect(new Set(ids.flat()).size).toBe(1);
    expect(await service().parts.db.user.count({ where: { email: { in: emails } } })).toBe(1);
  });

  it("writes one event to the outbox in the same transaction", async () => {
    const session = await story.aCheckoutSession();
    await complete(session.id, { user: { email: "outbox@example.com" } });
    const { body } = await complete(session.id);

    const events = await service().parts.db.webhookEvent.findMany({
      where: { data: { path: ["checkoutSession", "id"], equals: session.id } },
    });

    expect(events).toMatchObject([{ type: "checkout_session.paid", data: body }]);
  });
});

it("returns a consistent session: paid with its subscription, or neither", async () => {
  const user = { email: "payer@example.com" };
  const seen = new Set<string>();
  const read = async (checkoutSessionId: string) => {
    const { checkoutSession } = await story.done("checkoutSessions.get", { checkoutSessionId });
    const { status, subscriptions } = checkoutSession;
    seen.add(`${status} with ${subscriptions.length}`);
    return status;
  };
  const readUntilPaid = async (id: string) => {
    while ((await read(id)) !== "PAID");
  };
  for (let round = 0; round < 30; round += 1) {
    const { id } = await story.aCheckoutSession();
    await Promise.all([
      ...Array.from({ length: 4 }, () => readUntilPaid(id)),
      story.done("checkoutSessions.complete", { checkoutSessionId: id, user }),
    ]);
  }

  expect([...seen].sort()).toEqual(["PAID with 1", "PENDING with 0"]);
});
