import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ClockedStory } from "../../../test/harness/clocked-story.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { useService } from "../../../test/harness/service.ts";
import { aSeller, Story } from "../../../test/harness/story.ts";
import { takesIdempotencyKey } from "../../operation/define.ts";
import { operations } from "../../server/router.ts";
import { namingFields } from "./store.ts";

const service = useService();

/** Operations whose records belong to no service, that find the time in another way (usage by the meter), or need none. */
const ofNoService =
  /^(services\.create|(limits|alerts)\.remove|usageEvents\.(create|batch)|testClocks|portalSessions|dashboardSessions|webhookEndpoints|webhookDeliveries|emails|apiKeys|walletGrants)(\.|$)/;

const changes = operations.filter((one) => takesIdempotencyKey(one) && !ofNoService.test(one.name));

it("every change of a service's records finds the time of its service by a field of its input", () =>
  forRows(changes, ({ input }) => {
    const { properties = {} } = z.toJSONSchema(input ?? z.object({}), {
      io: "input",
      unrepresentable: "any",
    });
    expect(namingFields.filter((field) => field in properties)).not.toEqual([]);
  }));

describe("records of a service on a clock", () => {
  const story = new ClockedStory(restDoor, service);
  const now = "2031-05-05T05:05:05.000Z";

  it("have the clock's time, whatever record the call names", async () => {
    await story.aTestClock(now);
    const made = await story.aService();
    const plan = await story.aPlan(made.id);
    const card = await story.aRateCard({ paymentPlanId: plan.id });
    const next = await story.aRateCard({ paymentPlanId: plan.id });
    const subscription = await story.aSubscription({ billingInterval: "MONTH" });
    const invoice = await story.anInvoice();
    const { invoice: voided } = await story.done("invoices.void", { invoiceId: invoice.id });
    const balance = await story.aBalance();
    const grant = await story.aGrant(balance.id, "1");
    const { subscription: cancelled } = await story.done("subscriptions.cancel", {
      subscriptionId: subscription.id,
    });

    const times = [made, plan, card, subscription, invoice, balance, grant].map(
      ({ createdAt }) => createdAt,
    );
    expect(new Set(times)).toEqual(new Set([now]));
    expect([next.effectiveFrom, cancelled.updatedAt]).toEqual([now, now]);
    expect(voided.status).toBe("VOID");
    expect(subscription.currentPeriodEnd).toBe("2031-06-05T05:05:05.000Z");
  });

  it("change at a time of the clock, and not at the real one", async () => {
    await story.aTestClock(now);
    const balance = await story.aBalance();
    const terms = { balanceId: balance.id, amount: "0.1" };
    const hold = (key: string, expiresAt: string) =>
      story.call("holds.create", { ...terms, key, expiresAt });

    const soon = await hold("soon", "2031-05-05T05:06:00.000Z");
    const passed = await hold("passed", "2031-05-05T05:05:00.000Z");

    expect([soon.status, soon.body.hold.createdAt, passed.status]).toEqual([201, now, 400]);
    const { hold: held } = await story.done("holds.get", { holdId: soon.body.hold.id });
    expect(held.status).toBe("HELD");
    const { hold: released } = await story.done("holds.release", { holdId: held.id });
    expect([released.status, released.updatedAt]).toEqual(["RELEASED", now]);
  });

  it("are shown with the clock of their service", async () => {
    const testClockId = await story.aTestClock(now);
    const { id: serviceId } = await story.aService();
    const { service: got } = await story.done("services.get", { serviceId });
    const { services } = await story.done("services.list");
    const listed = services.find(({ id }: { id: string }) => id === serviceId);
    const { service: real } = await story.done("services.get", {
      serviceId: (await story.aService({ testClockId: undefined })).id,
    });

    expect([got.testClockId, listed.testClockId, real.testClockId]).toEqual([
      testClockId,
      testClockId,
      null,
    ]);
  });
});

it("a record that an operation does not ask for does not set its time", async () => {
  const story = new ClockedStory(restDoor, service);
  await story.aTestClock("2031-05-05T05:05:05.000Z");
  const { id: serviceId } = await story.aService();

  const { createdAt } = await story.aService({ testClockId: undefined, serviceId });

  expect(createdAt < "2031").toBe(true);
});

describe("a clock of another seller", () => {
  it("is unknown", async () => {
    const own = new Story(restDoor, service, await aSeller(service));
    const { testClock } = await own.done("testClocks.create", { now: "2027-01-01T00:00:00.000Z" });
    const stranger = new Story(restDoor, service, await aSeller(service));
    const testClockId = testClock.id;
    const to = "2027-02-01T00:00:00.000Z";

    const answers = await Promise.all([
      stranger.call("testClocks.get", { testClockId }),
      stranger.call("testClocks.advance", { testClockId, to }),
      stranger.call("services.create", { name: "A", owner: { email: "a@b.co" }, testClockId }),
    ]);

    expect(answers.map(({ status, code }) => `${status} ${code}`)).toEqual(
      Array(3).fill("404 test_clock_not_found"),
    );
    expect((await stranger.done("testClocks.list")).testClocks).toEqual([]);
  });
});
