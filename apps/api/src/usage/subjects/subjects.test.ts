import { describe, expect, it } from "vitest";
import { itVoids } from "../../../test/harness/database.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { expectLedgerHolds } from "../../../test/harness/ledger-holds.ts";
import { seed } from "../../../test/harness/seed.ts";
import { useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { randomFrom } from "../../../test/soak/random.ts";

const service = useService();
expectLedgerHolds(service);

interface Used {
  readonly eventKey: string;
  readonly subject?: string | undefined;
  readonly quantity: string;
  readonly charge?: string;
}
type Listed = Readonly<Record<string, unknown>> & { readonly subject: string };

const text = (millionths: number) => (millionths / 1_000_000).toFixed(6);
const sumOf = (values: readonly string[]) =>
  text(values.reduce((sum, value) => sum + Math.round(Number(value) * 1_000_000), 0));
const sums = (events: readonly Used[]) => ({
  count: events.length,
  quantity: sumOf(events.map(({ quantity }) => quantity)),
  charged: sumOf(events.map(({ charge = "0" }) => charge)),
});
const prefixOf = ({ eventKey }: Used) => eventKey.split(":")[0] ?? "";

describe("subjects", () => {
  const story = new Story(restDoor, service);

  itVoids(
    "are listed with the sums that a naive count of random events, voids and charges has",
    async () => {
      const random = randomFrom(seed);
      const names = ["agent-7", "Agent-7", "ä", "a b", "%25/?#", "🦊", "z".repeat(64), "1:2"];
      const { balance, subscription } = await story.prepaid("1000");
      const { id: subscriptionId } = subscription;
      const usageEvents = Array.from({ length: 150 }, (_, index) => ({
        ...story.usageOf(subscription),
        eventKey: `${random.oneOf(["tokens", "calls", "ä"])}:${index}`,
        subject: random.chance(0.9) ? random.oneOf(names) : undefined,
        quantity: text(random.integer(0, 9_000_000)),
        ...(random.chance(0.5) && {
          ...{ balanceId: balance.id, charge: text(random.integer(0, 900_000)) },
        }),
      }));
      const { results } = await story.done("usageEvents.batch", { usageEvents });
      const held = { eventKey: "tokens:held", subject: "agent-7", quantity: "2" };
      const { hold } = await story.done("holds.create", story.holdOf(balance));
      const usageEvent = { ...held, subscriptionId };
      await story.done("holds.commit", { holdId: hold.id, amount: "0.125", usageEvent });
      const isVoided = usageEvents.map(() => random.chance(0.1));
      for (const { usageEvent } of results.filter((_: unknown, place: number) => isVoided[place])) {
        await story.done("usageEvents.void", { usageEventId: usageEvent.id, reason: "Wrong" });
      }
      const counted: readonly Used[] = [
        { ...held, charge: "0.125" },
        ...usageEvents.filter((_, place) => isVoided[place] === false),
      ];

      const all: Listed[] = await story.listed("subjects.list", { subscriptionId, limit: 3 });

      const whole = await story.done("subjects.list", { subscriptionId, limit: 100 });
      expect(all).toEqual(whole.subjects);
      expect(all.map(({ subject }) => subject).toSorted()).toEqual(names.toSorted());
      for (const { subject, prefixes, ...shown } of all) {
        const own = counted.filter((one) => one.subject === subject);
        expect(shown).toMatchObject(sums(own));
        const byPrefix = [...Map.groupBy(own, prefixOf)].map(([prefix, events]) => ({
          prefix,
          ...sums(events),
        }));
        expect(prefixes).toEqual(expect.arrayContaining(byPrefix));
        expect(prefixes).toHaveLength(byPrefix.length);
      }
    },
  );

  it("have usage of the current period, or of the time that is asked for", async () => {
    const subscription = await story.aSubscription({ billingInterval: "MONTH" });
    const of = { subscriptionId: subscription.id };
    const use = (subject: string, occurredAt: string) =>
      story.aUsageEvent(subscription, { subject, occurredAt });
    await use("before", "2020-01-01T00:00:00Z");
    await use("later", "2099-01-01T00:00:00Z");
    await use("now", subscription.currentPeriodStart);
    const listed = async (query: object) =>
      (await story.done("subjects.list", { ...of, ...query })).subjects.map(
        ({ subject }: Listed) => subject,
      );

    await forRows<[object, string[]]>(
      [
        [{}, ["now"]],
        [{ from: "2019-01-01T00:00:00Z" }, ["before", "now"]],
        [{ to: "2100-01-01T00:00:00Z" }, ["later", "now"]],
        [{ from: "2020-01-01T00:00:00Z", to: "2020-01-01T00:00:00.001Z" }, ["before"]],
        [{ from: "2020-01-01T00:00:00.001Z", to: "2020-01-02T00:00:00Z" }, []],
      ],
      async (query, expected) => expect(await listed(query)).toEqual(expected),
    );
  });

  it("show the prefixes with the most events, and whether there are more", async () => {
    const subscription = await story.aSubscription();
    const start = Date.parse(subscription.currentPeriodStart);
    const timeOf = (index: number) => new Date(start + index).toISOString();
    const usageEvents = Array.from({ length: 23 }, (_, index) => ({
      ...story.usageOf(subscription, { occurredAt: timeOf(index) }),
      eventKey: index < 2 ? `most:${index}` : `key-${index}`,
      subject: "agent-7",
    }));
    await story.done("usageEvents.batch", { usageEvents });

    const { subjects } = await story.done("subjects.list", { subscriptionId: subscription.id });

    expect(subjects).toMatchObject([
      { count: 23, hasMorePrefixes: true, lastOccurredAt: timeOf(22) },
    ]);
    expect(subjects[0].prefixes).toHaveLength(20);
    expect(subjects[0].prefixes[0]).toMatchObject({ prefix: "most", count: 2 });
  });

  it("are read in pages that neither repeat nor omit any, however many there are", async () => {
    const subscription = await story.aSubscription();
    const names = Array.from({ length: 250 }, (_, index) => `task-${index}`);
    const usageEvents = names.map((subject) => ({ ...story.usageOf(subscription), subject }));
    await story.done("usageEvents.batch", { usageEvents });

    const listed = await story.listed("subjects.list", {
      subscriptionId: subscription.id,
      limit: 100,
    });

    expect(listed.map(({ subject }) => subject).toSorted()).toEqual(names.toSorted());
  });

  it("that a seller's limit of zero stops say so", async () => {
    const subscription = await story.aSubscription();
    const { id: subscriptionId, serviceId } = subscription;
    for (const subject of ["agent-7", "agent-8"])
      await story.aUsageEvent(subscription, { subject });
    const stop = (name: string, fields: object) => {
      const zero = { scope: "subject", measure: "quantity", window: "day", max: "0" };
      const terms = { serviceId, ...zero, action: "REJECT", ...fields };
      return story.done("limits.set", { name: `${name}-${serviceId}`, ...terms });
    };
    const stoppers = async () =>
      (await story.done("subjects.list", { subscriptionId })).subjects.map(
        ({ stoppedBy }: Listed) => stoppedBy,
      );
    await stop("one", { subject: "agent-7" });
    await stop("some-keys", { subject: "agent-8", keyPrefix: "tokens" });
    await stop("told", { subject: "agent-8", action: "NOTIFY" });
    expect(await stoppers()).toEqual([["SELLER"], []]);

    await stop("each", {});
    expect(await stoppers()).toEqual([["SELLER"], ["SELLER"]]);
  });
});
