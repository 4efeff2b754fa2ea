import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { doors, restDoor } from "../harness/doors.ts";
import { useService } from "../harness/service.ts";
import { aSeller, Story } from "../harness/story.ts";

const service = useService();
const usual = new Story(restDoor, service);

/** Makes a record of each list and says which one. */
const makers: Readonly<Record<string, (story: Story) => Promise<string>>> = {
  services: async (story) => (await story.aService()).id,
  checkoutSessions: async (story) => (await story.aCheckoutSession()).id,
  subscriptions: async (story) => (await story.aSubscription()).id,
  usageEvents: async (story) => (await story.aUsageEvent(await story.aSubscription())).id,
  invoices: async (story) => (await story.anInvoice()).id,
  settlements: async (story) => {
    const input = story.settlementOf(await story.anInvoice());
    return (await story.done("settlements.create", input)).settlement.id;
  },
  events: async (story) => {
    const { id: webhookEndpointId } = await story.aWebhookEndpoint();
    const { webhookDelivery } = await story.done("webhookEndpoints.test", { webhookEndpointId });
    return webhookDelivery.eventId;
  },
  webhookEndpoints: async (story) => (await story.aWebhookEndpoint()).id,
  apiKeys: async (story) => (await story.done("apiKeys.create", { name: "A" })).apiKey.id,
};

describe.each(doors)("through $name", (door) => {
  const list = async (noun: string, query: object, key?: string) =>
    (await door.call(service().url, `${noun}.list`, query, key)).body;

  it.each(Object.keys(makers))("%s across pages appear once each, newest first", async (noun) => {
    const seller = await aSeller(service);
    const story = new Story(restDoor, service, seller);
    const made: string[] = [];
    for (let count = 0; count < 5; count++) made.push((await makers[noun]?.(story)) ?? "");

    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const body: Record<string, { id: string }[]> & { nextCursor: string | null } = await list(
        noun,
        { limit: 2, ...(cursor !== null && { cursor }) },
        seller.key,
      );
      seen.push(...(body[noun] ?? []).map(({ id }) => id));
      // Records that are created meanwhile are newer than the rest of the list, and move nothing.
      if (cursor === null) await makers[noun]?.(story);
      cursor = body.nextCursor;
    } while (cursor !== null);

    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => made.includes(id))).toEqual(made.toReversed());
  });

  it.each(Object.keys(makers))("%s on a page match their GET", async (noun) => {
    await makers[noun]?.(usual);
    const [shown] = (await list(noun, { limit: 1 }))[noun];

    const id = `${noun.replace(/s$/, "")}Id`;
    const { body } = await door.call(service().url, `${noun}.get`, { [id]: shown.id });
    // Only a single invoice nests its usage events.
    const { usageEvents: _, ...whole } = body[noun.replace(/s$/, "")];
    expect(whole).toEqual(shown);
  });

  it("filters usage by user and by seller across pages", async () => {
    const seller = await aSeller(service);
    const [platform, sellers] = [new Story(door, service), new Story(door, service, seller)];
    const email = `${randomBytes(4).toString("hex")}@example.com`;
    const subscribed = async (serviceId: string) => {
      const { id: paymentPlanId } = await usual.aPlan(serviceId);
      return usual.subscribe({ serviceId, paymentPlanId }, email);
    };
    // Two services of one seller, the first one twice, and one of another: all four are the user's.
    const first = await usual.aService({ owner: { email: seller.email } });
    const second = await usual.aService({ owner: { email: seller.email } });
    const subscriptions = [
      await subscribed(first.id),
      await subscribed(first.id),
      await subscribed(second.id),
      await subscribed((await usual.aService()).id),
      await sellers.aSubscription(), // of the seller, and of another user
    ];
    const { userId } = subscriptions[0];
    const made: { id: string; of: number }[] = [];
    // Three records at a time have the same time, so that pages are also ordered by id.
    for (let place = 0; place < 15; place += 1) {
      if (place % 3 === 0) service().clock.advance(1);
      const of = place % subscriptions.length;
      made.push({ id: (await usual.aUsageEvent(subscriptions[of])).id, of });
    }
    const madeOf = (...some: number[]) =>
      made.flatMap(({ id, of }) => (some.includes(of) ? id : []));
    const listed = async (query: object, by: Story) => {
      const seen: { id: string; createdAt: string }[] = await by.listed("usageEvents.list", {
        limit: 2,
        ...query,
      });
      const places = seen.map(({ id, createdAt }) => createdAt + id);
      expect(places).toEqual(places.toSorted().toReversed());
      return seen.map(({ id }) => id).toSorted();
    };

    const { id: subscriptionId } = subscriptions[1];
    for (const [query, by, found] of [
      [{ userId }, platform, madeOf(0, 1, 2, 3)],
      [{ userId }, sellers, madeOf(0, 1, 2)],
      [{ userId, serviceId: first.id }, platform, madeOf(0, 1)],
      [{ userId, serviceId: first.id }, sellers, madeOf(0, 1)],
      [{ userId, subscriptionId }, sellers, madeOf(1)],
      [{ userId: subscriptions[4].userId, subscriptionId }, platform, []],
      [{ userId: subscriptions[4].userId, serviceId: first.id }, platform, []],
      [{ userId, serviceId: subscriptions[3].serviceId }, sellers, []],
      [{}, sellers, madeOf(0, 1, 2, 4)],
    ] as const) {
      expect(await listed(query, by), JSON.stringify(query)).toEqual(found.toSorted());
    }
  });

  it("applies due changes as GET does, also under a state filter", async () => {
    const { clock } = service();
    const { id, serviceId } = await usual.anInvoice({ dueAt: clock.in(60) });
    clock.advance(61);

    expect((await list("invoices", { serviceId, status: "OPEN" })).invoices).toEqual([]);
    expect((await list("invoices", { serviceId, status: "EXPIRED" })).invoices).toMatchObject([
      { id, status: "EXPIRED" },
    ]);
  });

  it.each([
    ["invoices", "OPEN", "anInvoice", "dueAt"],
    ["checkoutSessions", "PENDING", "aCheckoutSession", "expiresAt"],
  ] as const)(
    "%s that are %s have a next page only if it has records",
    async (noun, status, make, end) => {
      const { clock } = service();
      const seller = await aSeller(service);
      const story = new Story(restDoor, service, seller);
      await story[make]({ [end]: clock.in(60) });
      clock.advance(1);
      const { id } = await story[make]();
      clock.advance(60);

      const page = await list(noun, { status, limit: 1 }, seller.key);

      expect(page).toMatchObject({ [noun]: [{ id }], nextCursor: null });
    },
  );

  it("filters by creation time: from is inclusive, to is exclusive", async () => {
    const { serviceId, createdAt } = await usual.anInvoice();
    const ids = async (query: object) =>
      (await list("invoices", { serviceId, ...query })).invoices.length;

    expect(await ids({ from: createdAt })).toBe(1);
    expect(await ids({ to: createdAt })).toBe(0);
  });

  it.each([
    [{ limit: 0 }, "limit must be a whole number from 1 to 100."],
    [{ limit: 101 }, "limit must be a whole number from 1 to 100."],
    [{ limit: "ten" }, "limit must be a whole number from 1 to 100."],
    [{ cursor: "nonsense" }, "cursor must be a nextCursor of this list."],
    [{ from: "yesterday" }, "from must be an ISO 8601 date-time."],
    [{ status: "LOST" }, "status must be one of: DRAFT, OPEN, VOID, EXPIRED, PAID."],
  ])("refuses %j", async (query, error) => {
    const answer = await door.call(service().url, "invoices.list", query);
    expect(answer).toMatchObject({ status: 400, body: { error } });
  });

  it("refuses another list's cursor", async () => {
    await usual.aService();
    await usual.aService();
    const { nextCursor } = await list("services", { limit: 1 });

    expect(await list("invoices", { cursor: nextCursor })).toEqual({
      error: "cursor must be a nextCursor of this list.",
    });
  });

  it("finds the settlement of a transaction, whatever the case of its digits", async () => {
    const invoice = await usual.anInvoice();
    const { settlement } = await usual.done("settlements.create", usual.settlementOf(invoice));
    const { id, transactionHash } = settlement;
    const other = `0x${"5e".repeat(32)}`;
    const idsOf = async (hash: string) =>
      (await list("settlements", { transactionHash: hash })).settlements.map(
        (one: { id: string }) => one.id,
      );

    expect(await idsOf(transactionHash)).toEqual([id]);
    expect(await idsOf(`0x${transactionHash.slice(2).toUpperCase()}`)).toEqual([id]);
    expect(await idsOf(other)).toEqual([]);
    expect(await list("settlements", { transactionHash: "0x12" })).toMatchObject({
      error: expect.stringContaining("transactionHash must be"),
    });
  });

  it("finds a timed-out settlement among the FAILED", async () => {
    const invoice = await usual.anInvoice();
    await usual.done("settlements.create", usual.settlementOf(invoice));
    const { db } = service().parts;
    await db.settlement.updateMany({
      where: { invoiceId: invoice.id },
      data: { status: "TIMED_OUT" },
    });

    const { settlements } = await list("settlements", { invoiceId: invoice.id, status: "FAILED" });

    expect(settlements).toMatchObject([{ status: "FAILED", invoiceId: invoice.id }]);
  });
});

it("sums a subscription's usage by key, prefix and day, exactly and across pages", async () => {
  const subscription = await usual.aSubscription();
  const meter = (eventKey: string, quantity: string, occurredAt: string) =>
    usual.done(
      "usageEvents.create",
      usual.usageOf(subscription, { eventKey, quantity, occurredAt }),
    );
  await meter("calls:1", "0.1", "2026-01-30T23:59:59.999Z");
  await meter("calls:2", "0.2", "2026-01-31T00:00:00Z");
  await meter("storage", "999999999999999999.999999", "2026-01-31T12:00:00Z");
  await meter("late", "5", "2026-02-01T00:00:00Z");
  const period = { from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z" };
  const sum = (query: object) =>
    usual.done("usageEvents.summary", { subscriptionId: subscription.id, ...period, ...query });

  expect(await sum({})).toMatchObject({
    summary: { quantity: "1000000000000000000.299999", count: 3, groups: [] },
    nextCursor: null,
  });
  expect((await sum({ groupBy: "prefix" })).summary.groups).toEqual([
    { key: "calls", quantity: "0.300000", count: 2 },
    { key: "storage", quantity: "999999999999999999.999999", count: 1 },
  ]);
  expect((await sum({ groupBy: "day" })).summary.groups).toMatchObject([
    { key: "2026-01-30", count: 1 },
    { key: "2026-01-31", count: 2 },
  ]);
  const first = await sum({ groupBy: "eventKey", limit: 2 });
  const second = await sum({ groupBy: "eventKey", limit: 2, cursor: first.nextCursor });
  expect([...first.summary.groups, ...second.summary.groups].map(({ key }) => key)).toEqual([
    "calls:1",
    "calls:2",
    "storage",
  ]);
  expect(second.nextCursor).toBeNull();
});
