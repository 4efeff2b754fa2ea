import { Client } from "pg";
import { describe, expect, it } from "vitest";
import { sql } from "../../../test/harness/database.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { until } from "../../../test/harness/until.ts";

const service = useService();

describe("creating a checkout session", () => {
  const story = new Story(restDoor, service);

  it("answers 201 with the fields of the specification and the url", async () => {
    const sold = await story.aService();
    const plan = await story.aPlan(sold.id);

    const { status, body } = await story.call("checkoutSessions.create", {
      serviceId: sold.id,
      paymentPlanId: plan.id,
      userId: sold.ownerId,
      expiresAt: "2027-01-01T00:00:00+01:00",
    });

    expect(status).toBe(201);
    const session = body.checkoutSession;
    expect(session).toEqual({
      id: expect.any(String),
      serviceId: sold.id,
      paymentPlanId: plan.id,
      userId: sold.ownerId,
      status: "PENDING",
      expiresAt: "2026-12-31T23:00:00.000Z",
      createdAt: expect.any(String),
      service: { id: sold.id, name: sold.name, status: "ACTIVE" },
      paymentPlan: { id: plan.id, name: plan.name, amount: plan.amount, currency: "USDC" },
      user: sold.owner,
      successUrl: null,
      cancelUrl: null,
      url: `https://pay.example.com/checkout/${session.id}`,
    });
  });

  it("stores the return URLs, and has no user and no expiry by default", async () => {
    const urls = {
      successUrl: "https://a.example/b?c=d",
      cancelUrl: "http://localhost:5173/plans",
    };
    const others = { userId: null, user: null, expiresAt: null };
    expect(await story.aCheckoutSession(urls)).toMatchObject({ ...urls, ...others });
  });

  it("refuses a successUrl that is no web address", () =>
    forRows(["http://example.com", "javascript:alert(1)"], async (successUrl) => {
      const input = { serviceId: "any", paymentPlanId: "any", successUrl };
      expect(await story.call("checkoutSessions.create", input)).toMatchObject({
        status: 400,
        body: { error: "successUrl must be an https or localhost URL." },
      });
    }));

  it("is refused with 409 for a service that is closed at the same time", async () => {
    const sold = await story.aService();
    const plan = await story.aPlan(sold.id);
    const input = { serviceId: sold.id, paymentPlanId: plan.id };
    const owner = new Client({ connectionString: service().databaseUrl });
    await owner.connect();
    await owner.query("BEGIN");
    await owner.query("UPDATE services SET status = 'DRAFT' WHERE id = $1", [sold.id]);

    const answer = story.call("checkoutSessions.create", input);
    let answered = false;
    void answer.then(() => {
      answered = true;
    });
    await until(async () => {
      const waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
      return answered || (await sql(service().databaseUrl, waiting)).length > 0;
    });
    await owner.query("COMMIT");
    await owner.end();

    expect(await answer).toMatchObject({ status: 409 });
  });

  it("accepts an expiresAt in the past, and the session is expired on the next read", async () => {
    const { id } = await story.aCheckoutSession({ expiresAt: "2020-01-01T00:00:00Z" });

    const { checkoutSession } = await story.done("checkoutSessions.get", { checkoutSessionId: id });

    expect(checkoutSession.status).toBe("EXPIRED");
  });

  it("refuses an expiresAt that is no date-time", () =>
    forRows(["tomorrow", "2026-01-01", "2026-02-30T00:00:00Z", 5], async (expiresAt) => {
      const input = { serviceId: "any", paymentPlanId: "any", expiresAt };

      expect(await story.call("checkoutSessions.create", input)).toMatchObject({
        status: 400,
        body: { error: "expiresAt must be an ISO 8601 date-time." },
      });
    }));
});
