import { describe, expect, it } from "vitest";
import { onCitus } from "../../test/harness/database.ts";
import { restDoor } from "../../test/harness/doors.ts";
import { forRows } from "../../test/harness/for-rows.ts";
import { useService } from "../../test/harness/service.ts";
import { aSeller, Story } from "../../test/harness/story.ts";

const service = useService();
const story = new Story(restDoor, service);

const beforeFirst =
  "occurredAt is before the start of the subscription, so no bill contains this usage.";
const afterLast =
  "occurredAt is after the current period, so a bill contains this usage only if the subscription still runs then.";
const ahead =
  "occurredAt is in the future. The subscription's period has no end, so its bill contains this usage.";

const warningOf = ({ headers }: { headers: Headers }) => headers.get("Usance-Warning");

const after = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString();

describe("usage with a time that may be wrong", () => {
  it("is recorded with a warning", async () => {
    const monthly = await story.aSubscription({ billingInterval: "MONTH" });
    const endless = await story.aSubscription({ billingInterval: "NONE" });
    const { currentPeriodStart: start, currentPeriodEnd: end } = monthly;
    const now = service().clock.now().toISOString();
    await forRows(
      [
        [monthly, undefined, null],
        [monthly, start, null],
        [monthly, after(end, -1), null],
        [monthly, after(start, -1), beforeFirst],
        [monthly, "0001-01-01T00:00:00Z", beforeFirst],
        [monthly, end, afterLast],
        [monthly, "2099-01-01T00:00:00Z", afterLast],
        [endless, after(now, 3_000_000), null],
        [endless, after(now, 7_200_000), ahead],
        [endless, after(endless.currentPeriodStart, -1), beforeFirst],
      ],
      async (subscription, occurredAt, warning) => {
        const event = story.usageOf(subscription, { occurredAt });
        const alone = await story.call("usageEvents.create", event);
        expect([alone.status, warningOf(alone)]).toEqual([201, warning]);

        const usageEvents = [
          story.usageOf(subscription),
          story.usageOf(subscription, { occurredAt }),
        ];
        const batch = await story.call("usageEvents.batch", { usageEvents });
        const [, result] = batch.body.results;
        expect([result.status, result.warning ?? null]).toEqual([201, warning]);
        expect(warningOf(batch)).toBe(
          warning && "1 of 2 events may have a wrong occurredAt: see the warning of each.",
        );
      },
    );
  });

  it("needs no warning if an invoice bills it", async () => {
    const { id: invoiceId, subscriptionId, serviceId, userId } = await story.anInvoice();
    const fields = { invoiceId, occurredAt: "2020-01-01T00:00:00Z" };
    const event = story.usageOf({ id: subscriptionId, serviceId, userId }, fields);
    expect(warningOf(await story.call("usageEvents.create", event))).toBeNull();
  });

  it.runIf(onCitus)("is not listed on a distributed database, and the list says so", async () => {
    expect(await story.call("usageEvents.list", { billing: "outside" })).toMatchObject({
      status: 409,
      code: "usage_outside_not_distributed",
    });
  });

  it.skipIf(onCitus)("is listed, until it is voided or a period contains it", async () => {
    const seller = new Story(restDoor, service, await aSeller(service));
    const subscription = await seller.aSubscription({ billingInterval: "DAY" });
    const { id: subscriptionId, serviceId, userId, currentPeriodEnd: end } = subscription;
    const use = async (occurredAt: string) =>
      (await seller.aUsageEvent(subscription, { occurredAt })).id;
    const early = await use("0001-01-01T00:00:00Z");
    const next = await use(end);
    const late = await use("2099-01-01T00:00:00Z");
    await use(after(end, -1));
    const listed = async (query: object = {}, by = seller) =>
      (await by.done("usageEvents.list", { billing: "outside", ...query })).usageEvents.map(
        ({ id }: { id: string }) => id,
      );

    expect(await listed()).toEqual([late, next, early]);
    await forRows([[{ subscriptionId }], [{ serviceId }], [{ userId }]], async (filter) =>
      expect(await listed(filter)).toEqual([late, next, early]),
    );
    expect(await listed({ occurredFrom: end, occurredTo: "2099-01-01T00:00:00Z" })).toEqual([next]);
    expect(
      await listed({ subscriptionId }, new Story(restDoor, service, await aSeller(service))),
    ).toEqual([]);
    await seller.done("usageEvents.void", { usageEventId: early, reason: "Wrong year" });
    service().clock.advance(86_400);
    expect(await listed()).toEqual([late]);
  });
});

it.skipIf(onCitus)(
  "all usage since the start of a period without an end is on its bill, while it lasts and after, and not outside",
  async () => {
    const seller = new Story(restDoor, service, await aSeller(service));
    const subscription = await seller.aSubscription({ billingInterval: "NONE" });
    const { id: subscriptionId, paymentPlanId, currentPeriodStart: start } = subscription;
    const unitAmount = "1";
    const components = [{ type: "PER_UNIT", description: "Requests", unitAmount }];
    await seller.aRateCard({ paymentPlanId, components });
    const early = after(start, -1);
    for (const occurredAt of [early, start, "2099-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"]) {
      await seller.aUsageEvent(subscription, { occurredAt, quantity: "1" });
    }
    const amountAndOutside = async () => {
      const { upcomingInvoice } = await seller.done("subscriptions.upcomingInvoice", {
        subscriptionId,
      });
      const { usageEvents } = await seller.done("usageEvents.list", { billing: "outside" });
      return [
        upcomingInvoice.amount,
        usageEvents.map(({ occurredAt }: { occurredAt: string }) => occurredAt),
      ];
    };

    expect(await amountAndOutside()).toEqual(["3.000000", [early]]);
    await seller.done("subscriptions.cancel", { subscriptionId });
    expect(await amountAndOutside()).toEqual(["3.000000", [early]]);
  },
);

it.skipIf(onCitus)(
  "usage that the last bill of a cancelled subscription contains is not listed as outside",
  () =>
    forRows(["DAY", "NONE"], async (billingInterval) => {
      const seller = new Story(restDoor, service, await aSeller(service));
      const subscription = await seller.aSubscription({ billingInterval });
      const { id: subscriptionId, paymentPlanId } = subscription;
      const unitAmount = "1";
      const components = [{ type: "PER_UNIT", description: "Requests", unitAmount }];
      await seller.aRateCard({ paymentPlanId, components });
      service().clock.advance(60);
      const now = service().clock.now().toISOString();
      for (const occurredAt of [now, after(now, 1_000)]) {
        await seller.aUsageEvent(subscription, { occurredAt, quantity: "1" });
      }
      await seller.done("subscriptions.cancel", { subscriptionId });

      const { upcomingInvoice } = await seller.done("subscriptions.upcomingInvoice", {
        subscriptionId,
      });
      expect(upcomingInvoice).toMatchObject({ amount: "2.000000", usageEventCount: 2 });
      const { usageEvents } = await seller.done("usageEvents.list", { billing: "outside" });
      expect(usageEvents).toEqual([]);
    }),
);

describe("a list by occurrence", () => {
  it("has the usage of a time, newest occurrence first, in pages, whenever it was recorded", async () => {
    const seller = new Story(restDoor, service, await aSeller(service));
    const { serviceId, ...one } = await seller.aSubscription();
    const events: string[] = [];
    for (const day of ["03", "01", "02", "02", "04"]) {
      const occurredAt = `2027-01-${day}T00:00:00Z`;
      events.push((await seller.aUsageEvent({ ...one, serviceId }, { occurredAt })).id);
    }
    const time = { occurredFrom: "2027-01-01T00:00:00Z", occurredTo: "2027-01-04T00:00:00Z" };
    const [third, first, ...second] = events;
    const expected = [third, ...second.slice(0, 2).toSorted().toReversed(), first];
    await forRows(
      [[{}], [{ serviceId }], [{ subscriptionId: one.id }], [{ userId: one.userId }]],
      async (filter) => {
        const seen = await seller.listed("usageEvents.list", { ...time, ...filter, limit: 1 });
        expect(seen.map(({ id }) => id)).toEqual(expected);
      },
    );
  });

  it("is refused with what has another order", () =>
    forRows(
      [
        [
          { occurredFrom: "2027-01-01T00:00:00Z", from: "2027-01-01T00:00:00Z" },
          "usage_times_of_two_kinds",
        ],
        [{ billing: "outside", to: "2027-01-01T00:00:00Z" }, "usage_times_of_two_kinds"],
        [{ occurredTo: "2027-01-01T00:00:00Z", invoiceId: "a" }, "usage_occurrence_of_invoice"],
        [{ billing: "outside", subscriptionId: "a", eventKey: "a" }, "usage_occurrence_of_invoice"],
        [{ billing: "inside" }, "invalid_parameter"],
      ],
      async (query, code) => {
        const answer = await story.call("usageEvents.list", query);
        expect([answer.status, answer.code]).toEqual([400, code]);
      },
    ));
});
