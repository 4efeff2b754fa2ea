import { describe, expect, it } from "vitest";
import { ClockedStory } from "../../test/harness/clocked-story.ts";
import { areLocked, itVoids } from "../../test/harness/database.ts";
import { doors, restDoor } from "../../test/harness/doors.ts";
import { expectLedgerHolds } from "../../test/harness/ledger-holds.ts";
import { reportedAlerts } from "../../test/harness/reported-alerts.ts";
import { useService } from "../../test/harness/service.ts";
import { Story } from "../../test/harness/story.ts";
import { makeForecasts } from "./forecasts.ts";
import { findDueForecasts, noteFailure } from "./store.ts";

const service = useService();
expectLedgerHolds(service);

type Fields = Readonly<Record<string, unknown>>;

const story = new Story(restDoor, service);

const reported = ({ serviceId }: { readonly serviceId: string }) =>
  reportedAlerts(story, serviceId);

const create = async (fields: Fields) => (await story.done("alerts.create", fields)).alert;

/** A subscription with a balance, and ways to use and to spend. */
async function aSubscriber(of: Story = story) {
  const subscription = await of.aSubscription({ billingInterval: "MONTH" });
  const { id: subscriptionId, serviceId, userId } = subscription;
  const { balance } = await of.done("balances.create", { serviceId, userId });
  const balanceId = balance.id as string;
  const use = (quantity: string, more: Fields = {}) =>
    of.done("usageEvents.create", of.usageOf(subscription, { quantity, ...more }));
  const states = async () => (await of.done("alerts.states", { subscriptionId })).alerts;
  return { subscription, subscriptionId, serviceId, balanceId, use, states };
}

describe.for(doors)("alerts over $name", (door) => {
  const told = new Story(door, service);

  it("are created, read, listed and removed", async () => {
    const { serviceId, subscriptionId } = await aSubscriber();
    const { alert } = await told.done("alerts.create", {
      ...{ serviceId, on: "usage", levels: ["100", 20, "100"], recovery: true, subscriptionId },
      ...{ keyPrefix: "tokens", tellsSubscriber: true },
    });

    expect(alert).toEqual({
      ...{ id: expect.any(String), serviceId, on: "usage", subscriptionId, balanceId: null },
      ...{ levels: ["20.000000", "100.000000"], keyPrefix: "tokens", recovery: true },
      ...{ tellsSubscriber: true, createdAt: expect.any(String) },
    });
    const { id: alertId } = alert;
    expect(await told.done("alerts.get", { alertId })).toEqual({ alert });
    expect((await told.done("alerts.list", { serviceId })).alerts).toEqual([alert]);
    expect((await told.done("limits.list", { serviceId })).limits).toEqual([]);
    expect((await told.done("limits.usage", { subscriptionId })).limits).toEqual([]);
    expect(await told.done("alerts.remove", { alertId })).toEqual({ alert });
    expect(await told.refusal("alerts.get", { alertId })).toBe("404 Alert was not found.");
    expect((await told.done("alerts.list", { serviceId })).alerts).toEqual([]);
  });
});

describe("an alert on usage", () => {
  it("reports a level once, however many events arrive at once", async () => {
    const { subscription, use } = await aSubscriber();
    const { serviceId } = subscription;
    await create({ serviceId, on: "usage", levels: ["10", "100"], recovery: true });
    await create({ serviceId, on: "usage", levels: ["20", "100"], recovery: true });

    await Promise.all(Array.from({ length: 40 }, () => use("1")));

    const levels = (await reported(subscription)).map((text) => text.split(" at ")[0]);
    expect(levels).toEqual(["crossed 10", "crossed 20"]);
  });

  itVoids("takes back what a void takes back, and reports it again", async () => {
    const { subscription, use, states } = await aSubscriber();
    const { serviceId } = subscription;
    await create({ serviceId, on: "usage", levels: ["10"], recovery: true });
    await create({ serviceId, on: "usage", levels: ["12"] });
    await use("9.5");
    const { usageEvent } = await use("3", { eventKey: "tokens:late" });
    expect((await states()).map(({ crossed }: Fields) => crossed)).toEqual([
      ["10.000000"],
      ["12.000000"],
    ]);
    await use("3", { eventKey: "tokens:late" }).catch(() => null); // it is there already
    await story.done("usageEvents.void", { usageEventId: usageEvent.id, reason: "Twice" });
    expect((await states()).map(({ crossed }: Fields) => crossed)).toEqual([[], []]);
    await use("0.5");

    expect(await reported(subscription)).toEqual([
      "crossed 10 at 12.5",
      "crossed 12 at 12.5",
      "recovered 10 at 9.5",
      "crossed 10 at 10",
    ]);
  });

  itVoids("reports what a void and its replacement change together", async () => {
    const { subscription, use, balanceId, serviceId } = await aSubscriber();
    await story.aGrant(balanceId, "6");
    await create({ serviceId, on: "usage", levels: ["10"], recovery: true });
    await create({ serviceId, on: "balance", levels: ["5"], recovery: true });
    await use("9");
    const { usageEvent } = await use("3", { balanceId, charge: "2" });
    const replacement = { eventKey: "tokens:right", quantity: "4", balanceId, charge: "2.5" };

    const usageEventId = usageEvent.id;
    await story.done("usageEvents.void", { usageEventId, reason: "Too few", replacement });

    expect(await reported(subscription)).toEqual(["crossed 10 at 12", "crossed 5 at 4"]);
  });

  itVoids("takes back what was used before the alert", async () => {
    const { subscription, use, serviceId } = await aSubscriber();
    await use("9");
    const { usageEvent } = await use("3");
    await create({ serviceId, on: "usage", levels: ["10"], recovery: true });

    await story.done("usageEvents.void", { usageEventId: usageEvent.id, reason: "Twice" });

    expect(await reported(subscription)).toEqual(["recovered 10 at 9"]);
  });

  it("counts late events in their own period, only those of its prefix and subscription", async () => {
    const clocked = new ClockedStory(restDoor, service);
    await clocked.aTestClock("2027-01-01T00:00:00.000Z");
    const { subscription, use, subscriptionId } = await aSubscriber(clocked);
    const { serviceId } = subscription;
    await create({ serviceId, on: "usage", levels: ["10"], subscriptionId, keyPrefix: "tokens" });
    await create({ serviceId, on: "usage", levels: ["1"], subscriptionId, keyPrefix: "images" });
    const began = subscription.currentPeriodStart as string;
    await use("9", { eventKey: "tokens:1", occurredAt: began });
    await clocked.advanceTo("2027-02-10T00:00:00.000Z");
    await use("9", { eventKey: "tokens:2" });
    await use("5", { eventKey: "calls:1", occurredAt: began });

    await use("1", { eventKey: "tokens:3", occurredAt: began });

    const { events } = await story.done("events.list", { serviceId, type: "alert.crossed" });
    expect(events.map((one: { data: Fields }) => one.data.crossing)).toMatchObject([
      { level: "10.000000", value: "10.000000", periodStart: began, subscriptionId },
    ]);
  });
});

describe("an alert on spending", () => {
  it("counts what was charged, and not what was refused", async () => {
    const { subscription, use, balanceId } = await aSubscriber();
    const { serviceId } = subscription;
    await story.aGrant(balanceId, "1");
    await create({ serviceId, on: "spend", levels: ["0.5", "1.5"] });

    await use("1", { balanceId, charge: "0.4" });
    expect(await reported(subscription)).toEqual([]);
    await use("1", { balanceId, charge: "5" }).catch(() => null);
    await use("1", { balanceId, charge: "0.2" });

    expect(await reported(subscription)).toEqual(["crossed 0.5 at 0.6"]);
  });
});

describe("an alert on a balance", () => {
  it("reports each fall below a level and each return, in the order of the commits", async () => {
    const { subscription, use, balanceId, states } = await aSubscriber();
    const other = await aSubscriber();
    const { serviceId } = subscription;
    await story.aGrant(balanceId, "6");
    await create({ serviceId, on: "balance", levels: ["5", "1"], recovery: true });
    await create({ serviceId, on: "balance", levels: ["3"], balanceId });
    await create({ serviceId: other.serviceId, on: "balance", levels: ["3"] });

    await use("1", { balanceId, charge: "0.5" });
    await use("1", { balanceId, charge: "5" });
    expect((await states()).map(({ value, crossed }: Fields) => ({ value, crossed }))).toEqual([
      { value: "0.500000", crossed: ["1.000000", "5.000000"] },
      { value: "0.500000", crossed: ["3.000000"] },
    ]);
    await story.aGrant(balanceId, "4");

    const all = await reported(subscription);
    expect(all.slice(0, 2)).toEqual(["crossed 1 at 0.5", "crossed 3 at 0.5"]);
    expect(all.slice(2)).toEqual(["recovered 1 at 4.5"]);
    expect(await reported(other)).toEqual([]);
  });

  it("reports the last of the levels that a commit crosses, and of those that it comes back over", async () => {
    const { subscription, use, balanceId, serviceId } = await aSubscriber();
    await story.aGrant(balanceId, "9");
    await create({ serviceId, on: "balance", levels: ["2", "4", "6", "8"], recovery: true });

    await use("1", { balanceId, charge: "6" });
    await story.aGrant(balanceId, "4");

    expect(await reported(subscription)).toEqual(["crossed 4 at 3", "recovered 6 at 7"]);
  });

  it("is seen by a charge that waits for the balance while it is created", async () => {
    const { use, balanceId, serviceId } = await aSubscriber();
    await story.aGrant(balanceId, "6");
    const locked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const lock = service().parts.db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT FROM balances WHERE id = ${balanceId} FOR UPDATE`;
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const charge = use("1", { balanceId, charge: "2" });
    await areLocked(service().databaseUrl);

    await create({ serviceId, on: "balance", levels: ["5"] });
    release.resolve();
    await Promise.all([lock, charge]);

    expect(await reported({ serviceId })).toEqual(["crossed 5 at 4"]);
  });

  it("reports what expires, and nothing more once it is removed", async () => {
    const clocked = new ClockedStory(restDoor, service);
    await clocked.aTestClock("2027-01-01T00:00:00.000Z");
    const { subscription, use, balanceId } = await aSubscriber(clocked);
    const { serviceId } = subscription;
    await clocked.aGrant(balanceId, "3");
    await clocked.aGrant(balanceId, "3", { expiresAt: "2027-01-02T00:00:00.000Z" });
    const { id: alertId } = await create({ serviceId, on: "balance", levels: ["4", "2"] });

    await clocked.advanceTo("2027-01-03T00:00:00.000Z");
    expect(await reported(subscription)).toEqual(["crossed 4 at 3"]);
    await story.done("alerts.remove", { alertId });
    await use("1", { balanceId, charge: "2" });

    expect(await reported(subscription)).toHaveLength(1);
  });
});

/** A subscription on a clock whose requests cost 0.0025 USDC each up to 1,000, and 0.001 or another price beyond. */
async function aPriced(unitAmount = "0.001") {
  const clocked = new ClockedStory(restDoor, service);
  await clocked.aTestClock("2027-01-01T00:00:00.000Z");
  const subscriber = await aSubscriber(clocked);
  const { paymentPlanId } = subscriber.subscription;
  const tiers = [
    { upTo: "1000", unitAmount: "0.0025" },
    { upTo: null, unitAmount },
  ];
  const components = [{ type: "GRADUATED", description: "Requests", tiers }];
  const effectiveFrom = "2027-01-01T00:00:00.000Z";
  await clocked.aRateCard({ paymentPlanId, components, effectiveFrom });
  const forecast = async () => {
    service().clock.advance(3_601);
    await makeForecasts(service().parts);
    const [state] = await subscriber.states();
    return state.value;
  };
  return { ...subscriber, clocked, forecast };
}

describe("an alert on the forecast", () => {
  it("prices the usage that the period will have, once a tenth of it has passed", async () => {
    const { subscription, use, clocked, forecast } = await aPriced();
    const { serviceId } = subscription;
    await create({ serviceId, on: "forecast", levels: ["2", "3.4"], recovery: true });
    await use("500", { occurredAt: "2027-01-01T00:00:00.000Z" });

    await clocked.advanceTo("2027-01-03T00:00:00.000Z");
    expect(await forecast()).toBeNull();
    await clocked.advanceTo("2027-01-11T08:00:00.000Z"); // a third of it: 1,500 requests
    expect(await forecast()).toBe("3.000000");
    await use("250");
    expect(await forecast()).toBe("3.750000");
    await clocked.advanceTo("2027-01-31T00:00:00.000Z");
    expect(await forecast()).toBe("1.937500");
    await clocked.advanceTo("2027-02-02T00:00:00.000Z");
    expect(await forecast()).toBeNull();

    expect(await reported(subscription)).toEqual([
      "crossed 2 at 3",
      "crossed 3.4 at 3.75",
      "recovered 2 at 1.9375",
    ]);
  });

  itVoids("that cannot be calculated is kept, and reported once", async () => {
    const { subscription, use, clocked, forecast, serviceId } = await aPriced("1000");
    await create({ serviceId, on: "forecast", levels: ["1"] });
    await use("250");
    await clocked.advanceTo("2027-01-16T12:00:00.000Z"); // half of it
    expect(await forecast()).toBe("1.250000");
    const { usageEvent } = await use("99999999999999999");
    expect(await forecast()).toBe("1.250000");
    await story.done("usageEvents.void", { usageEventId: usageEvent.id, reason: "Too many" });
    expect(await forecast()).toBe("1.250000");

    expect(await reported(subscription)).toEqual(["crossed 1 at 1.25"]);
  });

  it("of a seller is not delayed by another seller's", async () => {
    const [many, few] = [(await aSubscriber()).subscription, (await aSubscriber()).subscription];
    const second = await story.subscribe(many);
    for (const { serviceId } of [many, few])
      await create({ serviceId, on: "forecast", levels: ["1"] });
    const { db } = service().parts;
    await noteFailure(db, few.id, new Date(0));

    const due = await findDueForecasts(db, new Date(1), 1_000);

    expect(due).toEqual(expect.arrayContaining([many.id, second.id]));
    expect(due.indexOf(few.id)).toBeLessThan(
      Math.max(due.indexOf(many.id), due.indexOf(second.id)),
    );
  });

  it("is calculated once by several processes, and not while none watches it", async () => {
    const { subscription, use, clocked, subscriptionId } = await aPriced();
    const { serviceId } = subscription;
    await use("1000");
    await clocked.advanceTo("2027-01-16T12:00:00.000Z"); // half of it
    service().clock.advance(3_601);
    await makeForecasts(service().parts);
    const { db } = service().parts;
    expect(await db.forecast.findUnique({ where: { subscriptionId } })).toBeNull();
    await create({ serviceId, on: "forecast", levels: ["3"], subscriptionId });

    await Promise.all([1, 2, 3].map(() => makeForecasts(service().parts)));

    expect(await reported(subscription)).toEqual(["crossed 3 at 3.5"]);
  });
});

describe("alerts are refused", () => {
  it("with a field that has no meaning for what they watch", async () => {
    const { serviceId, subscriptionId, balanceId } = await aSubscriber();
    const refusal = (on: string, fields: Fields) =>
      story.refusal("alerts.create", { serviceId, on, levels: ["1"], ...fields });

    expect(await refusal("balance", { subscriptionId })).toBe(
      "400 subscriptionId must be omitted if on is balance.",
    );
    expect(await refusal("cap", { balanceId })).toBe(
      "400 balanceId must be omitted if on is not balance.",
    );
    expect(await refusal("forecast", { keyPrefix: "tokens" })).toBe(
      "400 keyPrefix must be omitted if on is neither usage nor spend.",
    );
    expect(await refusal("usage", { levels: [] })).toMatch(/^400 levels /);
    expect(await refusal("usage", { levels: Array.from({ length: 11 }, String) })).toMatch(
      /^400 levels /,
    );
  });

  it("of another service's records, and beyond ten", async () => {
    const { serviceId } = await aSubscriber();
    const other = await aSubscriber();
    const of = (fields: Fields) => ({ serviceId, levels: ["1"], ...fields });
    const { subscriptionId, balanceId } = other;

    expect(await story.refusal("alerts.create", of({ on: "cap", subscriptionId }))).toBe(
      "404 Subscription was not found.",
    );
    expect(await story.refusal("alerts.create", of({ on: "balance", balanceId }))).toBe(
      "404 Balance was not found.",
    );
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => story.call("alerts.create", of({ on: "cap" }))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 10 }, () => 201),
      ...[409, 409],
    ]);
  });
});
