import { describe, expect, it } from "vitest";
import { restDoor } from "../../test/harness/doors.ts";
import { expectLedgerHolds } from "../../test/harness/ledger-holds.ts";
import { testKey, useService } from "../../test/harness/service.ts";
import { aSeller, Story, statusesOf } from "../../test/harness/story.ts";
import { toAmount } from "../kit/money.ts";
import { NewUsageEvent } from "../schemas/usage-events.ts";

const service = useService();
expectLedgerHolds(service);

/** A subscription, and a balance of its user with some credit. */
async function prepaid(story: Story, credit: string, fields: { overdraft?: string } = {}) {
  const { balance, subscription } = await story.prepaid(credit, fields);
  const usage = (charge: string, more: object = {}) =>
    story.usageOf(subscription, { balanceId: balance.id, charge, ...more });
  const read = async () => (await story.done("balances.get", { balanceId: balance.id })).balance;
  const entries = async () =>
    (await story.done("balances.entries", { balanceId: balance.id, limit: 1000 })).balanceEntries;
  return { id: balance.id, subscription, usage, read, entries };
}

describe("charged usage", () => {
  const story = new Story(restDoor, service);

  it("debits the balance in the ledger, once for an event", async () => {
    const { usage, read, entries } = await prepaid(story, "1");
    const event = usage("0.25");

    const first = await story.call("usageEvents.create", event);
    const second = await story.call("usageEvents.create", event);

    expect([first.status, second.status]).toEqual([201, 409]);
    expect(second.code).toBe("usage_event_already_recorded");
    expect(await read()).toMatchObject({ available: "0.750000", held: "0.000000" });
    expect(await entries()).toMatchObject([
      {
        position: 2,
        type: "CHARGE",
        available: "-0.250000",
        availableAfter: "0.750000",
        usageEventId: first.body.usageEvent.id,
      },
      { position: 1, type: "GRANT", available: "1.000000", availableAfter: "1.000000" },
    ]);
  });

  it("refuses what the balance does not have with 402, and records nothing of it", async () => {
    const { usage, read, subscription } = await prepaid(story, "1");

    const { status, body, code } = await story.call("usageEvents.create", usage("1.000001"));

    expect({ status, body, code }).toEqual({
      status: 402,
      body: { error: "Balance is too low." },
      code: "prepaid_balance_too_low",
    });
    expect((await read()).available).toBe("1.000000");
    const query = { subscriptionId: subscription.id };
    expect((await story.done("usageEvents.list", query)).usageEvents).toEqual([]);
  });

  it("takes each event of a batch in its order, and goes on after one that is too dear", async () => {
    const { usage, read } = await prepaid(story, "10");
    const usageEvents = [usage("8"), usage("5"), usage("2"), usage("0.000001"), usage("0")];

    const { results } = await story.done("usageEvents.batch", { usageEvents });

    expect(statusesOf(results)).toEqual([201, 402, 201, 402, 201]);
    expect((await read()).available).toBe("0.000000");
  });

  it("charges in the order of a batch that repeats a key", async () => {
    const { usage, read } = await prepaid(story, "6");
    const dear = usage("8");
    const usageEvents = [dear, { ...dear, charge: "2" }, usage("5")];

    const { results } = await story.done("usageEvents.batch", { usageEvents });

    expect(statusesOf(results)).toEqual([402, 201, 402]);
    expect((await read()).available).toBe("4.000000");
  });

  it("says of a recorded event that it is recorded, also once the balance is empty", async () => {
    const { usage } = await prepaid(story, "1");
    const events = [usage("0.6"), usage("0.6"), usage("0.4")];
    await story.done("usageEvents.batch", { usageEvents: events });

    const { results } = await story.done("usageEvents.batch", { usageEvents: events });

    expect(statusesOf(results)).toEqual([409, 402, 409]);
  });

  it("may be spent below zero down to its overdraft", async () => {
    const { usage, read } = await prepaid(story, "1", { overdraft: "0.5" });

    const usageEvents = [usage("1.5"), usage("0.000001")];
    const { results } = await story.done("usageEvents.batch", { usageEvents });

    expect(statusesOf(results)).toEqual([201, 402]);
    expect((await read()).available).toBe("-0.500000");
  });

  it("answers alike for an unknown balance, another seller's and another user's", async () => {
    const ours = await prepaid(story, "1");
    const others = await prepaid(story, "1");
    const seller = await aSeller(service);
    const foreign = await new Story(restDoor, service, seller).aBalance();
    for (const balanceId of ["nothing", others.id, foreign.id]) {
      expect(await story.refusal("usageEvents.create", ours.usage("0.1", { balanceId }))).toBe(
        "404 Balance was not found.",
      );
    }
  });

  it("needs both a balance and a charge", async () => {
    const { usage } = await prepaid(story, "1");
    for (const [missing, fields] of [
      ["balanceId", { balanceId: undefined }],
      ["charge", { charge: undefined }],
    ] as const) {
      const answer = await story.call("usageEvents.create", usage("0.1", fields));
      expect(answer).toMatchObject({
        status: 400,
        body: { error: `${missing} is required.` },
        code: "charge_incomplete",
        param: missing,
      });
    }
  });

  it("replays an event under its Idempotency-Key, and refuses another charge under it", async () => {
    const { usage, read } = await prepaid(story, "1");
    const event = usage("0.25");
    const call = (input: object) =>
      restDoor.call(service().url, "usageEvents.create", input, testKey, {
        "Idempotency-Key": `charge-${event.eventKey}`,
      });
    const first = await call(event);

    const again = await call(event);
    const dearer = await call({ ...event, charge: "0.26" });
    const free = await call({ ...event, balanceId: undefined, charge: undefined });

    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect([dearer.status, free.status]).toEqual([422, 422]);
    expect((await read()).available).toBe("0.750000");
  });
});

describe("many calls at once", () => {
  const story = new Story(restDoor, service);

  it("serves exactly what the balance has, and the ledger shows each", async () => {
    const { usage, read, entries } = await prepaid(story, "1");

    const answers = await Promise.all(
      Array.from({ length: 300 }, () => story.call("usageEvents.create", usage("0.01"))),
    );

    const served = answers.filter(({ status }) => status === 201);
    expect(served).toHaveLength(100);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(200);
    expect((await read()).available).toBe("0.000000");
    const charged = (await entries()).filter(({ type }: { type: string }) => type === "CHARGE");
    expect(
      new Set(charged.map(({ usageEventId }: { usageEventId: string }) => usageEventId)),
    ).toEqual(new Set(served.map(({ body }) => body.usageEvent.id)));
  });

  it("commits many holds at once under Idempotency-Keys, each with its event", async () => {
    const { id: balanceId, subscription, read } = await prepaid(story, "10");
    const usageEvent = (n: number) => ({
      subscriptionId: subscription.id,
      eventKey: `tokens:${n}`,
      quantity: "1",
    });
    const place = () =>
      story.done("holds.create", story.holdOf({ id: balanceId }, { amount: "0.1" }));
    const holds = await Promise.all(Array.from({ length: 60 }, place));

    const answers = await Promise.all(
      holds.map(({ hold }, n) =>
        restDoor.call(
          service().url,
          "holds.commit",
          { holdId: hold.id, amount: "0.05", usageEvent: usageEvent(n) },
          testKey,
          { "Idempotency-Key": `commit-${hold.id}` },
        ),
      ),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await read()).toMatchObject({ available: "7.000000", held: "0.000000" });
  });

  it("commits a hold under an Idempotency-Key after another one of its balance has expired", async () => {
    const { id: balanceId, subscription, read } = await prepaid(story, "1");
    const inTwoMinutes = new Date(service().clock.now().getTime() + 120_000).toISOString();
    const place = async (fields: Readonly<Record<string, unknown>>) =>
      (await story.done("holds.create", story.holdOf({ id: balanceId }, fields))).hold;
    await place({ amount: "0.4" });
    const hold = await place({ amount: "0.5", expiresAt: inTwoMinutes });
    service().clock.advance(60);
    const usageEvent = { subscriptionId: subscription.id, eventKey: "late", quantity: "1" };
    const input = { holdId: hold.id, amount: "0.2", usageEvent };
    const headers = { "Idempotency-Key": `commit-${hold.id}` };
    const commit = () => restDoor.call(service().url, "holds.commit", input, testKey, headers);

    const first = await commit();
    const again = await commit();

    expect(first).toMatchObject({ status: 200, body: { hold: { status: "COMMITTED" } } });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect(await read()).toMatchObject({ available: "0.800000", held: "0.000000" });
  });

  it("gives no expired credit to a charge of the batch in which a hold gives it back", async () => {
    const { id: balanceId, subscription, usage } = await prepaid(story, "0");
    const expiresAt = new Date(service().clock.now().getTime() + 60_000).toISOString();
    await story.aGrant(balanceId, "2", { expiresAt });
    const inTwoMinutes = new Date(service().clock.now().getTime() + 120_000).toISOString();
    const hold = story.holdOf({ id: balanceId }, { amount: "2", expiresAt: inTwoMinutes });
    const { hold: held } = await story.done("holds.create", hold);
    service().clock.advance(60);
    await story.done("balances.get", { balanceId });
    const reported = (eventKey: string, of: string | null) => ({
      input: NewUsageEvent.parse({ ...usage("1"), eventKey }),
      charge: {
        balanceId,
        amount: toAmount("1"),
        hold: of === null ? null : { id: of, allowMore: false },
      },
      tenant: null,
      apiKeyId: subscription.id,
      idempotencyHash: null,
    });

    const metered = await service().parts.meter.record([
      reported("a", held.id),
      reported("b", null),
    ]);

    expect(metered).toMatchObject([
      { outcome: "recorded" },
      { outcome: "refused", why: { code: "prepaid_balance_too_low" } },
    ]);
  });

  it("records mixed batches in the places of their events", async () => {
    const { usage, subscription } = await prepaid(story, "0.02");
    const usageEvents = [
      story.usageOf(subscription),
      usage("0.02"),
      story.usageOf(subscription),
      usage("0.02"),
      { ...usage("0.02"), userId: "nobody" },
      story.usageOf({ ...subscription, id: "nothing" }),
    ];

    const { results } = await story.done("usageEvents.batch", { usageEvents });

    expect(statusesOf(results)).toEqual([201, 201, 201, 402, 404, 404]);
    for (const place of [0, 1, 2]) {
      expect(results[place].usageEvent.eventKey).toBe(usageEvents[place]?.eventKey);
    }
  });
});
