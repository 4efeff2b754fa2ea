import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sql } from "../../test/harness/database.ts";
import { restDoor } from "../../test/harness/doors.ts";
import { forRows } from "../../test/harness/for-rows.ts";
import { useService } from "../../test/harness/service.ts";
import { Story } from "../../test/harness/story.ts";
import { until } from "../../test/harness/until.ts";
import { inTransaction } from "../db/client.ts";

const service = useService();
const day = 86_400;
const metered = { billingInterval: "DAY" };
const fixed = { pricingType: "FIXED_RECURRING", billingInterval: "DAY", amount: "9.99" };

const invoicesOf = (subscriptionId: string) =>
  service().parts.db.invoice.count({ where: { subscriptionId } });
const sweep = () => service().parts.due.advanceAll(service().parts, "subscriptions");
const eventsOf = async (subscriptionId: string) => {
  const events = await service().parts.db.webhookEvent.findMany({
    where: { data: { path: ["subscription", "id"], equals: subscriptionId } },
    orderBy: [{ createdAt: "asc" }, { type: "desc" }],
  });
  return events.map(({ type }) => type);
};

describe("cancelling a subscription", () => {
  const story = new Story(restDoor, service);
  const read = async (subscriptionId: string) =>
    (await story.done("subscriptions.get", { subscriptionId })).subscription;
  const cancel = async (subscriptionId: string, atPeriodEnd?: boolean | null) =>
    (await story.done("subscriptions.cancel", { subscriptionId, atPeriodEnd })).subscription;

  it("ends it immediately without atPeriodEnd", () =>
    forRows([undefined, null], async (atPeriodEnd) => {
      const { id, currentPeriodEnd } = await story.aSubscription(metered);

      const cancelled = await cancel(id, atPeriodEnd);

      expect(cancelled).toMatchObject({ status: "CANCELLED", cancelAt: null, currentPeriodEnd });
      expect(await eventsOf(id)).toEqual(["subscription.created", "subscription.cancelled"]);
    }));

  describe("at its period's end", () => {
    it("leaves it ACTIVE until then, and shows when it ends", async () => {
      const { id, currentPeriodEnd, updatedAt } = await story.aSubscription(metered);
      service().clock.advance(60);

      const scheduled = await cancel(id, true);

      expect(scheduled).toMatchObject({ status: "ACTIVE", cancelAt: currentPeriodEnd });
      expect(Date.parse(scheduled.updatedAt)).toBeGreaterThan(Date.parse(updatedAt));
      expect(await eventsOf(id)).toEqual(["subscription.created"]);
      await story.aUsageEvent(scheduled);
    });

    it("ends it at the instant of the boundary, and not a millisecond before", async () => {
      service().clock.stand();
      const { id, ...subscription } = await story.aSubscription(metered);
      await cancel(id, true);
      const end = Date.parse(subscription.currentPeriodEnd);

      service().clock.set(new Date(end - 1).toISOString());
      await sweep();
      expect((await read(id)).status).toBe("ACTIVE");
      service().clock.set(subscription.currentPeriodEnd);

      expect(await read(id)).toMatchObject({
        status: "CANCELLED",
        cancelAt: subscription.currentPeriodEnd,
        currentPeriodStart: subscription.currentPeriodStart,
        currentPeriodEnd: subscription.currentPeriodEnd,
        updatedAt: subscription.currentPeriodEnd,
      });
    });

    it("is asked for at the boundary: the period that begins there is the last one", async () => {
      service().clock.stand();
      const { id, currentPeriodEnd } = await story.aSubscription(metered);
      service().clock.set(currentPeriodEnd);

      const scheduled = await cancel(id, true);

      expect(scheduled).toMatchObject({ status: "ACTIVE", currentPeriodStart: currentPeriodEnd });
      expect(scheduled.cancelAt).toBe(scheduled.currentPeriodEnd);
    });

    it("ends it in the job, with its events once and without another invoice", async () => {
      const { id } = await story.aSubscription(fixed);
      await cancel(id, true);

      service().clock.advance(5 * day);
      await Promise.all([sweep(), sweep(), read(id), read(id)]);

      expect((await read(id)).status).toBe("CANCELLED");
      expect(await invoicesOf(id)).toBe(0);
      expect(await eventsOf(id)).toEqual(["subscription.created", "subscription.cancelled"]);
    });

    it("reports the end of a metered subscription's last period too", async () => {
      const { id } = await story.aSubscription(metered);
      await cancel(id, true);

      service().clock.advance(day + 1);
      await sweep();

      expect((await eventsOf(id)).sort()).toEqual([
        "subscription.cancelled",
        "subscription.created",
        "subscription.period_ended",
      ]);
      const ended = await service().parts.db.webhookEvent.findMany({
        where: {
          data: { path: ["subscription", "id"], equals: id },
          type: { not: "subscription.created" },
        },
      });
      for (const { data } of ended) {
        expect(data).toMatchObject({ subscription: { status: "CANCELLED" } });
      }
    });

    it("ends it before usage that comes later is recorded", async () => {
      const subscription = await story.aSubscription(metered);
      await cancel(subscription.id, true);

      service().clock.advance(day + 1);

      expect(await story.refusal("usageEvents.create", story.usageOf(subscription))).toBe(
        "409 Usage can only be recorded against an ACTIVE subscription.",
      );
    });

    it("renews it first when earlier periods are over, and ends it with the current one", async () => {
      const { id } = await story.aSubscription(fixed);
      service().clock.advance(2 * day + 60);

      const scheduled = await cancel(id, true);

      expect(scheduled.cancelAt).toBe(scheduled.currentPeriodEnd);
      expect(await invoicesOf(id)).toBe(2);
      service().clock.advance(day);
      expect(await read(id)).toMatchObject({ status: "CANCELLED", cancelAt: scheduled.cancelAt });
      expect(await invoicesOf(id)).toBe(2);
    });

    it("changes nothing when it is asked for again", async () => {
      const { id } = await story.aSubscription(metered);
      const scheduled = await cancel(id, true);

      expect(await cancel(id, true)).toEqual(scheduled);
    });

    it("is replayed under its Idempotency-Key, also after the subscription ended", async () => {
      const { id: subscriptionId } = await story.aSubscription(metered);
      const headers = { "Idempotency-Key": randomUUID() };
      const input = { subscriptionId, atPeriodEnd: true };
      const ask = () =>
        restDoor.call(service().url, "subscriptions.cancel", input, undefined, headers);
      const first = await ask();

      service().clock.advance(day - 3_600);
      await cancel(subscriptionId);
      const again = await ask();

      expect(again.body).toEqual(first.body);
      expect(again.headers.get("idempotent-replayed")).toBe("true");
    });

    it("is followed by an immediate cancellation, which clears cancelAt", async () => {
      const { id } = await story.aSubscription(metered);
      await cancel(id, true);

      expect(await cancel(id)).toMatchObject({ status: "CANCELLED", cancelAt: null });
      service().clock.advance(2 * day);
      await sweep();
      expect(await eventsOf(id)).toEqual(["subscription.created", "subscription.cancelled"]);
    });

    it("is refused where no period ends", async () => {
      const { id: subscriptionId } = await story.aSubscription({ billingInterval: "NONE" });

      expect(
        await story.refusal("subscriptions.cancel", {
          subscriptionId,
          atPeriodEnd: true,
        }),
      ).toBe("409 Subscription has no period that ends.");
      expect((await read(subscriptionId)).status).toBe("ACTIVE");
    });
  });

  describe("and taking that back with atPeriodEnd: false", () => {
    it("has it renew, with its invoice", async () => {
      const { id, currentPeriodEnd } = await story.aSubscription(fixed);
      await cancel(id, true);

      expect(await cancel(id, false)).toMatchObject({ status: "ACTIVE", cancelAt: null });
      service().clock.advance(day + 1);

      expect(await read(id)).toMatchObject({
        status: "ACTIVE",
        currentPeriodStart: currentPeriodEnd,
      });
      expect(await invoicesOf(id)).toBe(1);
    });

    it("is refused when nothing is scheduled, and does not cancel", async () => {
      const { id: subscriptionId } = await story.aSubscription(metered);

      expect(
        await story.refusal("subscriptions.cancel", {
          subscriptionId,
          atPeriodEnd: false,
        }),
      ).toBe("409 Subscription is not scheduled to be cancelled.");
      expect((await read(subscriptionId)).status).toBe("ACTIVE");
    });

    it("at the boundary is too late", () =>
      forRows([true, false], async (atPeriodEnd) => {
        service().clock.stand();
        const { id: subscriptionId, currentPeriodEnd } = await story.aSubscription(metered);
        await cancel(subscriptionId, true);
        service().clock.set(currentPeriodEnd);

        expect(await story.refusal("subscriptions.cancel", { subscriptionId, atPeriodEnd })).toBe(
          "409 Subscription is not ACTIVE.",
        );
        expect((await read(subscriptionId)).status).toBe("CANCELLED");
      }));
  });

  /** Makes a call while another one has changed the subscription, and is about to commit that. */
  const during = (id: string, data: object, call: () => Promise<unknown>) =>
    inTransaction(service().parts.db, async (tx) => {
      await tx.subscription.update({ where: { id }, data });
      let isAnswered = false;
      const answer = call().finally(() => {
        isAnswered = true;
      });
      const waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
      await until(async () => isAnswered || (await sql(service().databaseUrl, waiting)).length > 0);
      return { answer };
    });

  it("stays scheduled when another call takes an earlier one back meanwhile", async () => {
    const { id, currentPeriodEnd } = await story.aSubscription(metered);
    await cancel(id, true);

    const { answer } = await during(id, { cancelAt: null }, () => cancel(id, true));

    const scheduled = { status: "ACTIVE", cancelAt: currentPeriodEnd };
    expect(await answer).toMatchObject(scheduled);
    expect(await read(id)).toMatchObject(scheduled);
  });

  it("is not taken back when another call cancels immediately meanwhile", async () => {
    const { id: subscriptionId } = await story.aSubscription(metered);
    await cancel(subscriptionId, true);
    const endedAt = service().clock.now();
    const ended = { status: "CANCELLED", cancelAt: null, endedAt };
    const takeBack = { subscriptionId, atPeriodEnd: false };

    const { answer } = await during(subscriptionId, ended, () =>
      story.refusal("subscriptions.cancel", takeBack),
    );

    expect(await answer).toBe("409 Subscription is not ACTIVE.");
  });

  it("races with itself and the end of the period, and ends once", async () => {
    const { id: subscriptionId } = await story.aSubscription(fixed);
    await cancel(subscriptionId, true);
    service().clock.advance(day + 1);

    await Promise.all([
      ...[true, false, undefined].map((atPeriodEnd) =>
        story.call("subscriptions.cancel", { subscriptionId, atPeriodEnd }),
      ),
      sweep(),
      sweep(),
    ]);

    expect((await read(subscriptionId)).status).toBe("CANCELLED");
    expect(await invoicesOf(subscriptionId)).toBe(0);
    expect(await eventsOf(subscriptionId)).toEqual([
      "subscription.created",
      "subscription.cancelled",
    ]);
  });
});
