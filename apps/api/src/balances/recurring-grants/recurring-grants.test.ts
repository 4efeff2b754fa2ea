import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBeside } from "../../../test/harness/beside.ts";
import { ClockedStory } from "../../../test/harness/clocked-story.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { expectLedgerHolds } from "../../../test/harness/ledger-holds.ts";
import { type TestService, useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";

const service = useService();
expectLedgerHolds(service);
const story = new Story(restDoor, service);
const day = 86_400;

const read = async (balanceId: string) => (await story.done("balances.get", { balanceId })).balance;
/** The changes of a balance, oldest first. */
const typesOf = async (balanceId: string) =>
  (await story.done("balances.entries", { balanceId, limit: 1000 })).balanceEntries
    .map(({ type, available }: { type: string; available: string }) => `${type} ${available}`)
    .reverse();
const listed = async (balanceId: string) =>
  (await story.done("balances.recurringGrants", { balanceId })).recurringGrants;

interface Terms {
  readonly [field: string]: unknown;
}

async function recurring(terms: Terms = {}, balanceTerms: Terms = {}) {
  const balance = await story.aBalance(balanceTerms, "0");
  return { balance, recurringGrant: await addTo(balance.id, terms) };
}

async function addTo(balanceId: string, terms: Terms = {}) {
  const usual = { amount: "10", interval: "DAY", reason: "Included", rolloverMax: "4" };
  const input = { balanceId, ...usual, ...terms };
  return (await story.done("balances.addRecurringGrant", input)).recurringGrant;
}

async function spend(balance: { id: string }, amount: string) {
  const { hold } = await story.done("holds.create", story.holdOf(balance, { amount }));
  await story.done("holds.commit", { holdId: hold.id, amount });
}

describe("a recurring grant", () => {
  it("credits at once and when each period begins, counted in months that keep their day", async () => {
    service().clock.set("2028-01-31T08:00:00.000Z");
    const terms = { interval: "MONTH", rolloverMax: undefined, priority: 10 };
    const { balance, recurringGrant } = await recurring(terms);

    expect(recurringGrant).toEqual({
      id: expect.any(String),
      balanceId: balance.id,
      serviceId: balance.serviceId,
      status: "ACTIVE",
      amount: "10.000000",
      rolloverMax: "0.000000",
      interval: "MONTH",
      priority: 10,
      reason: "Included",
      periodStart: expect.stringMatching(/^2028-01-31T08:00:0/),
      periodEnd: expect.stringMatching(/^2028-02-29T08:00:0/),
      endsAt: null,
      createdAt: recurringGrant.periodStart,
      updatedAt: recurringGrant.periodStart,
    });
    await story.aGrant(balance.id, "1");
    service().clock.set("2028-02-29T08:01:00.000Z");
    expect((await read(balance.id)).available).toBe("11.000000");
    service().clock.set("2028-03-31T08:01:00.000Z");
    expect((await read(balance.id)).available).toBe("11.000000");

    expect(await listed(balance.id)).toMatchObject([
      {
        periodStart: expect.stringMatching(/^2028-03-31T08:00:0/),
        periodEnd: expect.stringMatching(/^2028-04-30T08:00:0/),
      },
    ]);
    expect(await typesOf(balance.id)).toEqual([
      "GRANT 10.000000",
      "GRANT 1.000000",
      "GRANT 10.000000",
      "GRANT_EXPIRED -10.000000",
      "GRANT 10.000000",
      "GRANT_EXPIRED -10.000000",
    ]);
  });

  it("pays for what the balance is below zero", async () => {
    const { balance } = await recurring({ rolloverMax: "0" }, { overdraft: "5" });
    await spend(balance, "14");

    service().clock.advance(day);

    expect((await read(balance.id)).available).toBe("6.000000");
  });

  it("stops at endsAt, and when it is ended; what it has granted stays until its period is over", async () => {
    const { balance: timed } = await recurring({ endsAt: service().clock.in(day + 60) });
    const { balance, recurringGrant } = await recurring();
    const end = { balanceId: balance.id, recurringGrantId: recurringGrant.id };
    expect(await story.done("balances.endRecurringGrant", end)).toMatchObject({
      recurringGrant: { status: "ENDED", periodEnd: recurringGrant.periodEnd },
    });
    expect(await story.call("balances.endRecurringGrant", end)).toMatchObject({
      status: 409,
      code: "recurring_grant_ended",
    });
    expect(await read(balance.id)).toMatchObject({ available: "10.000000" });

    service().clock.advance(day);
    const afterOne = [await read(timed.id), await read(balance.id)];
    service().clock.advance(day);
    const afterTwo = await read(timed.id);

    expect(afterOne.map(({ available }) => available)).toEqual(["14.000000", "0.000000"]);
    expect(afterTwo.available).toBe("0.000000");
    expect(await listed(timed.id)).toMatchObject([{ status: "ENDED" }]);
  });

  it("is refused if it would end before it begins, and beyond 20 of a balance", async () => {
    const { balance, recurringGrant } = await recurring();
    const input = { balanceId: balance.id, amount: "1", interval: "DAY", reason: "Included" };
    const late = { ...input, endsAt: service().clock.in(0) };
    expect(await story.refusal("balances.addRecurringGrant", late)).toBe(
      "400 endsAt must be in the future.",
    );

    const calls = Array.from({ length: 25 }, () => story.call("balances.addRecurringGrant", input));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);

    expect(statuses.filter((status) => status === 201)).toHaveLength(19);
    expect(statuses.filter((status) => status === 409)).toHaveLength(6);
    expect((await read(balance.id)).available).toBe("29.000000");
    const of = { balanceId: balance.id, recurringGrantId: recurringGrant.id };
    await story.done("balances.endRecurringGrant", of);
    expect((await listed(balance.id)).at(-1)).toMatchObject({ status: "ENDED" });
    const { id: balanceId } = await story.aBalance();
    expect(await story.call("balances.endRecurringGrant", { ...of, balanceId })).toMatchObject({
      status: 404,
      code: "recurring_grant_not_found",
    });
  });
});

describe("what is left over", () => {
  it("is carried up to rolloverMax, and again from period to period", async () => {
    const { balance } = await recurring();
    await spend(balance, "8.5");
    const expected = ["11.500000", "14.000000", "14.000000"];

    await forRows(expected, async (available) => {
      service().clock.advance(day);
      expect((await read(balance.id)).available).toBe(available);
    });

    expect(await typesOf(balance.id)).toEqual([
      "GRANT 10.000000",
      "HOLD -8.500000",
      "HOLD_COMMITTED 0.000000",
      "GRANT 10.000000",
      "GRANT_EXPIRED -1.500000",
      "GRANT_CARRIED 1.500000",
      "GRANT 10.000000",
      "GRANT_EXPIRED -1.500000",
      "GRANT_EXPIRED -10.000000",
      "GRANT_CARRIED 4.000000",
      "GRANT 10.000000",
      "GRANT_EXPIRED -4.000000",
      "GRANT_EXPIRED -10.000000",
      "GRANT_CARRIED 4.000000",
    ]);
  });

  it("is the same for a process that was down for three periods", async () => {
    const balances = [await recurring(), await recurring()].map(({ balance }) => balance);
    const [watched, missed] = balances;
    for (const balance of balances) {
      await addTo(balance.id, { interval: "WEEK", amount: "3", priority: 0 });
      await story.aGrant(balance.id, "2", { expiresAt: service().clock.in(1.5 * day) });
      await spend(balance, "7.25");
    }

    for (const _ of [1, 2, 3]) {
      service().clock.advance(day);
      await read(watched?.id);
    }

    expect(await read(watched?.id)).toMatchObject({ available: "14.000000" });
    expect(await read(missed?.id)).toMatchObject({ available: "14.000000" });
    expect(await typesOf(missed?.id)).toEqual(await typesOf(watched?.id));
  });

  it("is carried when a hold gives it back after the period's end", async () => {
    const rows = [
      { charged: null, available: "14.000000" },
      { charged: "3", available: "14.000000" },
      { charged: "7.5", available: "12.500000" },
      { charged: "9", available: "11.000000" },
    ];
    await forRows(rows, async ({ charged, available }) => {
      const { balance } = await recurring();
      service().clock.advance(day - 60);
      const fields = { amount: "9", expiresAt: service().clock.in(120) };
      const { hold } = await story.done("holds.create", story.holdOf(balance, fields));
      service().clock.advance(60);
      expect(await read(balance.id)).toMatchObject({ available: "11.000000", held: "9.000000" });

      if (charged !== null) {
        await story.done("holds.commit", { holdId: hold.id, amount: charged });
      } else {
        service().clock.advance(60);
      }

      expect(await read(balance.id)).toMatchObject({ available, held: "0.000000" });
    });
  });

  it("is carried of each of several whose periods end at the same moment", async () => {
    const clocked = new ClockedStory(restDoor, service);
    await clocked.aTestClock();
    const { id: balanceId } = await clocked.aBalance({}, "0");
    const grant = { balanceId, amount: "10", reason: "Included", rolloverMax: "4" };
    for (const interval of ["WEEK", "DAY", "DAY"]) {
      await clocked.done("balances.addRecurringGrant", { ...grant, interval });
    }
    const available = async () =>
      (await clocked.done("balances.get", { balanceId })).balance.available;

    await clocked.advanceTo("2027-01-02T00:00:00.000Z");
    expect(await available()).toBe("38.000000");
    await clocked.advanceTo("2027-01-08T00:00:00.000Z");

    expect(await available()).toBe("42.000000");
  });

  it("counts in the period of a hold that expired while no process ran", async () => {
    const { balance } = await recurring({ rolloverMax: "6" });
    service().clock.advance(day - 60);
    const fields = { amount: "9", expiresAt: service().clock.in(120) };
    await story.done("holds.create", story.holdOf(balance, fields));
    service().clock.advance(60);
    expect((await read(balance.id)).available).toBe("11.000000");

    service().clock.advance(day);

    expect((await read(balance.id)).available).toBe("16.000000");
  });
});

describe("a period", () => {
  let other: TestService;
  beforeAll(async () => {
    other = await startBeside(service());
  });
  afterAll(() => other.stop());

  it("is granted once by readers, charges and jobs of two processes", async () => {
    const { balance, subscription } = await story.prepaid("0");
    await addTo(balance.id);
    service().clock.advance(3 * day);
    other.clock.set(service().clock.now().toISOString());
    const stories = [story, new Story(restDoor, () => other)];
    const charge = (one: Story) =>
      one.call(
        "usageEvents.create",
        one.usageOf(subscription, { balanceId: balance.id, charge: "0.5" }),
      );

    const answers = await Promise.all(
      stories.flatMap((one) => [
        ...Array.from({ length: 10 }, () => charge(one)),
        ...Array.from({ length: 5 }, () => one.call("balances.get", { balanceId: balance.id })),
        one.service.parts.due
          .advanceAll(one.service.parts, "balances")
          .then(() => ({ status: 200 })),
      ]),
    );

    expect(answers.filter(({ status }) => status >= 400)).toEqual([]);
    expect((await read(balance.id)).available).toBe("4.000000");
    const granted = (await typesOf(balance.id)).filter((text: string) => text.startsWith("GRANT "));
    expect(granted).toHaveLength(4);
  });

  it("is granted at its time on a test clock", async () => {
    const clocked = new ClockedStory(restDoor, service);
    await clocked.aTestClock();
    const balance = await clocked.aBalance({}, "0");
    const grant = { amount: "10", interval: "MONTH", reason: "Included", rolloverMax: "4" };
    await clocked.done("balances.addRecurringGrant", { balanceId: balance.id, ...grant });

    await clocked.advanceTo("2027-03-15T00:00:00.000Z");

    const { balanceEntries } = await clocked.done("balances.entries", { balanceId: balance.id });
    const grants = balanceEntries.filter(({ type }: { type: string }) => type === "GRANT");
    expect(grants.map(({ createdAt }: { createdAt: string }) => createdAt)).toEqual([
      "2027-03-01T00:00:00.000Z",
      "2027-02-01T00:00:00.000Z",
      "2027-01-01T00:00:00.000Z",
    ]);
  });

  // The last test: the balances of the others are due for as long.
  it("is granted also if so many were missed that one transaction does not make them up", async () => {
    const balance = await story.aBalance({}, "0");
    await addTo(balance.id, { priority: 10 });
    await addTo(balance.id, { amount: "1", rolloverMax: "2.5" });
    const first = service().clock.now();
    service().clock.advance(210 * day);
    const reads = Array.from({ length: 3 }, () => read(balance.id));

    for (const { available } of await Promise.all(reads)) expect(available).toBe("17.500000");
    const { db } = service().parts;
    const later = { balanceId: balance.id, createdAt: { gt: first } };
    expect(await db.balanceCredit.count({ where: { ...later, isCarried: false } })).toBe(420);
    const commits = await db.balanceEntry.groupBy({ by: ["createdAt"], where: later });
    expect(commits).toHaveLength(3);
  });
});
