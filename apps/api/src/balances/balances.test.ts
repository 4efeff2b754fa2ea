import { describe, expect, it } from "vitest";
import { restDoor } from "../../test/harness/doors.ts";
import { forRows } from "../../test/harness/for-rows.ts";
import { expectLedgerHolds } from "../../test/harness/ledger-holds.ts";
import { useService } from "../../test/harness/service.ts";
import { Story } from "../../test/harness/story.ts";

const service = useService();
expectLedgerHolds(service);
const day = 86_400;

const inDays = (days: number) =>
  new Date(service().clock.now().getTime() + days * day * 1_000).toISOString();

const eventsOf = async (balance: { id: string; serviceId: string }) => {
  const { db } = service().parts;
  const rows = await db.webhookEvent.findMany({
    where: { serviceId: balance.serviceId, type: { startsWith: "balance." } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(({ type }) => type);
};

describe("balances", () => {
  const story = new Story(restDoor, service);
  const read = async (balanceId: string) =>
    (await story.done("balances.get", { balanceId })).balance;
  const typesOf = async (balanceId: string) =>
    (await story.done("balances.entries", { balanceId })).balanceEntries.map(
      ({ type, available }: { type: string; available: string }) => `${type} ${available}`,
    );

  it("answers 201 with an empty balance, and 409 for a second one", async () => {
    const { serviceId, userId } = await story.aSubscription();

    const first = await story.call("balances.create", { serviceId, userId });
    const second = await story.call("balances.create", { serviceId, userId });

    expect(first.status).toBe(201);
    expect(first.body.balance).toEqual({
      id: expect.any(String),
      serviceId,
      userId,
      keyPrefix: null,
      status: "ACTIVE",
      available: "0.000000",
      held: "0.000000",
      owed: "0.000000",
      overdraft: "0.000000",
      backing: null,
      currency: "USDC",
      createdAt: expect.any(String),
      updatedAt: first.body.balance.createdAt,
    });
    expect(second).toMatchObject({ status: 409, code: "balance_exists" });
    const list = await story.done("balances.list", { serviceId });
    expect(list.balances).toEqual([first.body.balance]);
  });

  it("refuses a grant that has expired already", async () => {
    const { id: balanceId } = await story.aBalance();
    const input = { balanceId, amount: "1", reason: "Welcome", expiresAt: inDays(0) };

    expect(await story.call("balances.grant", input)).toMatchObject({
      status: 400,
      code: "grant_expired",
      body: { error: "expiresAt must be in the future." },
    });
  });

  it("refuses an amount of zero", async () => {
    const { id: balanceId } = await story.aBalance();
    for (const operation of ["balances.grant", "balances.topUp"]) {
      expect(await story.refusal(operation, { balanceId, amount: "0", reason: "A" })).toBe(
        "400 amount must be more than zero.",
      );
    }
  });

  it("takes back what is left of a grant at its expiry, after what was spent of it", async () => {
    const balance = await story.aBalance({}, "0");
    await story.aGrant(balance.id, "5");
    await story.aGrant(balance.id, "3", { expiresAt: inDays(2) });
    await story.aGrant(balance.id, "2", { expiresAt: inDays(1) });
    const { hold } = await story.done("holds.create", story.holdOf(balance, { amount: "2.5" }));
    await story.done("holds.commit", { holdId: hold.id, amount: "2.5" });

    service().clock.advance(day);
    expect(await read(balance.id)).toMatchObject({ available: "7.500000" });
    service().clock.advance(day);

    expect(await read(balance.id)).toMatchObject({ available: "5.000000" });
    expect((await typesOf(balance.id)).slice(0, 3)).toEqual([
      "GRANT_EXPIRED -2.500000",
      "HOLD_COMMITTED 0.000000",
      "HOLD -2.500000",
    ]);
  });

  it("keeps credit that a hold has set aside past its expiry, until it is given back", async () => {
    const balance = await story.aBalance({}, "0");
    await story.aGrant(balance.id, "2", { expiresAt: inDays(0.5) });
    const hold = story.holdOf(balance, { amount: "1.5", expiresAt: inDays(1) });
    const { hold: placed } = await story.done("holds.create", hold);

    service().clock.advance(day / 2);
    expect(await read(balance.id)).toMatchObject({ available: "0.000000", held: "1.500000" });
    await story.done("holds.commit", { holdId: placed.id, amount: "1" });

    expect(await read(balance.id)).toMatchObject({ available: "0.000000", held: "0.000000" });
    expect(await typesOf(balance.id)).toEqual([
      "GRANT_EXPIRED -0.500000",
      "HOLD_COMMITTED 0.500000",
      "GRANT_EXPIRED -0.500000",
      "HOLD -1.500000",
      "GRANT 2.000000",
    ]);
  });

  it("credits a top-up in the commit that pays its invoice", async () => {
    const balance = await story.aBalance({}, "0");

    const { status, body, headers } = await story.call("balances.topUp", {
      balanceId: balance.id,
      amount: "12.5",
    });
    const { invoice } = body;
    expect(status).toBe(201);
    expect(headers.get("Location")).toBe(`/api/v1/invoices/${invoice.id}`);
    expect(invoice).toMatchObject({
      status: "OPEN",
      amount: "12.500000",
      userId: balance.userId,
      lines: [{ description: "Prepaid balance", amount: "12.500000" }],
    });
    expect((await read(balance.id)).available).toBe("0.000000");
    await story.done("settlements.create", story.settlementOf(invoice));

    expect((await read(balance.id)).available).toBe("12.500000");
    expect(await typesOf(balance.id)).toEqual(["TOP_UP 12.500000"]);
    expect(await eventsOf(balance)).toEqual(["balance.credited"]);
  });

  it("reports once that nothing is left", async () => {
    const subscription = await story.aSubscription();
    const { serviceId, userId } = subscription;
    const input = { serviceId, userId };
    const { balance } = await story.done("balances.create", input);
    await story.aGrant(balance.id, "2");
    const holdOf = async (amount: string) => {
      const { hold } = await story.done("holds.create", story.holdOf(balance, { amount }));
      await story.done("holds.commit", { holdId: hold.id, amount });
    };

    for (const amount of ["0.5", "0.6", "0.4", "0.5"]) await holdOf(amount);

    expect(await eventsOf(balance)).toEqual(["balance.credited", "balance.depleted"]);
  });

  it("lists its ledger a page at a time", async () => {
    const balance = await story.aBalance({}, "0");
    for (const amount of ["1", "2", "3"]) await story.aGrant(balance.id, amount);

    const first = await story.done("balances.entries", { balanceId: balance.id, limit: 2 });
    const second = await story.done("balances.entries", {
      balanceId: balance.id,
      limit: 2,
      cursor: first.nextCursor,
    });

    const positions = [...first.balanceEntries, ...second.balanceEntries].map(
      ({ position }: { position: number }) => position,
    );
    expect({ positions, next: second.nextCursor }).toEqual({ positions: [3, 2, 1], next: null });
  });

  it("refuses an overdraft that is in use already", async () => {
    const balance = await story.aBalance({ overdraft: "2" }, "0");
    const { hold } = await story.done("holds.create", story.holdOf(balance, { amount: "1.5" }));
    await story.done("holds.commit", { holdId: hold.id, amount: "1.5" });

    const change = { balanceId: balance.id, overdraft: "1.499999" };
    expect(await story.call("balances.update", change)).toMatchObject({
      status: 409,
      code: "overdraft_in_use",
    });
    const { balance: changed } = await story.done("balances.update", {
      ...change,
      overdraft: "1.5",
    });

    expect(changed).toMatchObject({ available: "-1.500000", overdraft: "1.500000" });
  });

  it("adds up the balances of a service", async () => {
    const { balance, subscription } = await story.prepaid("5", { overdraft: "2" });
    const { serviceId } = balance;
    const { userId } = await story.subscribe(subscription);
    const other = { serviceId, userId, overdraft: "1.5" };
    const { id: balanceId } = (await story.done("balances.create", other)).balance;
    const { hold } = await story.done(
      "holds.create",
      story.holdOf({ id: balanceId }, { amount: "1.25" }),
    );
    await story.done("holds.commit", { holdId: hold.id, amount: "1.25" });
    await story.done("holds.create", story.holdOf({ id: balanceId }, { amount: "0.25" }));

    expect((await story.done("balances.totals", { serviceId })).balanceTotals).toEqual({
      serviceId,
      available: "5.000000",
      held: "0.250000",
      owed: "1.250000",
      overdraft: "3.500000",
    });
  });
});

describe("holds", () => {
  const story = new Story(restDoor, service);
  const read = async (balanceId: string) =>
    (await story.done("balances.get", { balanceId })).balance;

  it("sets an amount aside, charges what was used with its event, and gives back the rest", async () => {
    const { balance, subscription } = await story.prepaid();
    const { serviceId, userId } = subscription;
    const input = story.holdOf(balance, { amount: "0.6" });

    const { hold } = await story.done("holds.create", input);
    expect(hold).toMatchObject({ status: "HELD", amount: "0.600000", charged: null });
    expect(await read(balance.id)).toMatchObject({ available: "0.400000", held: "0.600000" });
    expect((await story.done("holds.create", input)).hold).toEqual(hold);
    const usageEvent = { subscriptionId: subscription.id, eventKey: "tokens", quantity: "1840" };
    const commit = { holdId: hold.id, amount: "0.25", usageEvent };
    const first = await story.done("holds.commit", commit);
    const again = await story.done("holds.commit", commit);

    expect(again).toEqual(first);
    expect(first.hold).toMatchObject({ status: "COMMITTED", charged: "0.250000" });
    const { usageEvent: event } = await story.done("usageEvents.get", {
      usageEventId: first.hold.usageEventId,
    });
    expect(event).toMatchObject({ eventKey: "tokens", quantity: "1840.000000", serviceId, userId });
    expect(await read(balance.id)).toMatchObject({ available: "0.750000", held: "0.000000" });
    const others = [
      { amount: "0.24" },
      { usageEvent: { ...usageEvent, quantity: "1841" } },
      { usageEvent: { ...usageEvent, eventKey: "images" } },
      { usageEvent: undefined },
    ];
    await forRows(others, async (other) => {
      expect(await story.refusal("holds.commit", { ...commit, ...other })).toBe(
        "409 Hold is COMMITTED.",
      );
    });
    expect((await story.call("holds.release", { holdId: hold.id })).status).toBe(409);
  });

  it("refuses a key that was used for another hold", async () => {
    const balance = await story.aBalance();
    const input = story.holdOf(balance, { amount: "0.1" });
    await story.done("holds.create", input);

    await forRows([{ amount: "0.2" }, { expiresAt: service().clock.in(59) }], async (other) => {
      const answer = await story.call("holds.create", { ...input, ...other });

      expect(answer).toMatchObject({ status: 422, code: "hold_key_used" });
    });
  });

  it("refuses a hold that ends too soon or too late", () =>
    forRows([-1, 0, 24 * 3_600_000 + 10_000], async (ms) => {
      const balance = await story.aBalance();
      const expiresAt = new Date(service().clock.now().getTime() + ms).toISOString();

      const answer = await story.call("holds.create", story.holdOf(balance, { expiresAt }));

      expect(answer).toMatchObject({ status: 400, code: "hold_too_long" });
    }));

  it("charges more than it holds only if that is allowed and available", async () => {
    const balance = await story.aBalance({}, "1");
    const { hold } = await story.done("holds.create", story.holdOf(balance, { amount: "0.5" }));
    const commit = (amount: string, allowMore?: boolean) =>
      story.call("holds.commit", { holdId: hold.id, amount, allowMore });

    expect((await commit("0.500001")).code).toBe("more_than_held");
    expect((await commit("1.000001", true)).status).toBe(402);
    expect((await commit("1", true)).status).toBe(200);

    expect(await read(balance.id)).toMatchObject({ available: "0.000000", held: "0.000000" });
  });

  it("refuses more than the balance has beside its other holds", async () => {
    const balance = await story.aBalance({}, "1");
    const place = (amount: string) => story.call("holds.create", story.holdOf(balance, { amount }));

    const statuses = (await Promise.all(["0.6", "0.6", "0.4"].map(place))).map((one) => one.status);

    expect(statuses.sort()).toEqual([201, 201, 402]);
  });

  it("gives it back when it is released, and answers a second release alike", async () => {
    const balance = await story.aBalance({}, "1");
    const { hold } = await story.done("holds.create", story.holdOf(balance));

    const first = await story.done("holds.release", { holdId: hold.id });
    const second = await story.done("holds.release", { holdId: hold.id });

    expect(second).toEqual(first);
    expect(first.hold.status).toBe("RELEASED");
    expect(await read(balance.id)).toMatchObject({ available: "1.000000", held: "0.000000" });
  });

  it("expires by itself, for the next charge too", async () => {
    const { balance, subscription } = await story.prepaid();
    const { serviceId } = subscription;
    const { hold } = await story.done("holds.create", story.holdOf(balance, { amount: "1" }));
    const event = story.usageOf(subscription, { balanceId: balance.id, charge: "0.7" });
    expect((await story.call("usageEvents.create", event)).status).toBe(402);

    service().clock.advance(60);

    expect((await story.call("usageEvents.create", event)).status).toBe(201);
    expect((await story.done("holds.get", { holdId: hold.id })).hold.status).toBe("EXPIRED");
    expect(await story.refusal("holds.commit", { holdId: hold.id, amount: "0.1" })).toBe(
      "409 Hold is EXPIRED.",
    );
    expect(await read(balance.id)).toMatchObject({ available: "0.300000", held: "0.000000" });
    const told = await service().parts.db.webhookEvent.findMany({
      where: { type: "hold.expired", serviceId },
    });
    expect(told).toHaveLength(1);
  });

  it("expires in time for a charge although credit was granted meanwhile", async () => {
    const { balance, subscription } = await story.prepaid();
    await story.done("holds.create", story.holdOf(balance, { amount: "1" }));
    await story.aGrant(balance.id, "0.5");

    service().clock.advance(60);

    const event = story.usageOf(subscription, { balanceId: balance.id, charge: "1.2" });
    expect((await story.call("usageEvents.create", event)).status).toBe(201);
  });

  it("ends once, even if several calls end it", async () => {
    const balance = await story.aBalance({}, "1");
    const { hold } = await story.done("holds.create", story.holdOf(balance));
    const calls = Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0
        ? story.call("holds.release", { holdId: hold.id })
        : story.call("holds.commit", { holdId: hold.id, amount: "0.5" }),
    );

    const statuses = (await Promise.all(calls)).map(({ status }) => status);

    const { hold: ended } = await story.done("holds.get", { holdId: hold.id });
    const won = ended.status === "RELEASED" ? 0 : 1;
    expect(statuses).toEqual(calls.map((_, n) => (n % 2 === won ? 200 : 409)));
    const { available, held } = await read(balance.id);
    expect([available, held]).toEqual([won === 0 ? "1.000000" : "0.500000", "0.000000"]);
  });
});
