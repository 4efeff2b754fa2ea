import { afterAll, beforeAll, expect, it } from "vitest";
import { startBeside } from "../../../test/harness/beside.ts";
import { onCitus } from "../../../test/harness/database.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { expectLedgerHolds } from "../../../test/harness/ledger-holds.ts";
import { seed } from "../../../test/harness/seed.ts";
import { type TestService, useService } from "../../../test/harness/service.ts";
import { Story, statusesOf } from "../../../test/harness/story.ts";
import { randomFrom } from "../../../test/soak/random.ts";
import { periodAround } from "../../subscriptions/periods.ts";

/*
 * Random usage over two processes, compared with a naive second implementation: it keeps all events and holds in a list, and
 * adds up those that a limit counts each time that it is asked.
 */

const service = useService();
expectLedgerHolds(service);
let beside: TestService;
beforeAll(async () => {
  beside = await startBeside(service());
});
afterAll(() => beside.stop());

interface Usage {
  readonly subscriptionId: string;
  readonly subject: string;
  readonly eventKey: string;
  readonly quantity: number;
  readonly charge: number;
  readonly at: number;
}
interface Event extends Usage {
  readonly id: string;
  isVoid: boolean;
}
interface Held extends Usage {
  readonly id: string;
  readonly expiresAt: number;
  isOver: boolean;
}
interface Limit {
  readonly name: string;
  readonly scope: "service" | "subscription" | "subject";
  readonly subscriptionId?: string;
  readonly subject?: string;
  readonly keyPrefix?: string;
  readonly measure: "quantity" | "charge" | "count";
  readonly max: number;
  readonly window: "hour" | "day" | "period" | "rolling" | "ever";
  readonly seconds?: number;
  readonly action: "REJECT" | "NOTIFY";
}

const hourMs = 3_600_000;
const [minuteMs, dayMs] = [60_000, 24 * hourMs];
const prefixOf = ({ eventKey }: Usage) => eventKey.split(":")[0];

/** What is used by the naive implementation. */
class Oracle {
  readonly events: Event[] = [];
  readonly holds: Held[] = [];
  readonly limits = new Map<string, Limit>();
  readonly anchors = new Map<string, Date>();
  now = 0;

  admits(usage: Usage, ended?: Held): boolean {
    return this.#applyingTo(usage, prefixOf(usage)).every((limit) => {
      const amount = amountOf(limit, usage);
      if (limit.action === "NOTIFY" || amount === 0 || this.#isOver(limit, usage)) return true;
      return this.used(limit, usage) + this.reserved(limit, usage, ended) + amount <= limit.max;
    });
  }

  states(usage: Usage) {
    return this.#applyingTo(usage)
      .map((limit) => [limit.name, this.used(limit, usage), this.reserved(limit, usage)])
      .toSorted();
  }

  used(limit: Limit, asked: Usage): number {
    const counted = this.events.filter(
      (event) =>
        !event.isVoid &&
        countsWith(limit, event, asked) &&
        (limit.window === "rolling"
          ? !this.#isOver(limit, event)
          : this.#window(limit, event)[0] === this.#window(limit, asked)[0]),
    );
    return counted.reduce((sum, event) => sum + amountOf(limit, event), 0);
  }

  reserved(limit: Limit, asked: Usage, ended?: Held): number {
    if (limit.window !== "rolling" && this.#window(limit, asked)[1] <= this.now) return 0;
    return this.holds
      .filter((hold) => hold !== ended && !hold.isOver && hold.expiresAt > this.now)
      .filter((hold) => countsWith(limit, hold, asked))
      .reduce((sum, hold) => sum + amountOf(limit, hold), 0);
  }

  #applyingTo({ subscriptionId, subject }: Usage, prefix?: string): Limit[] {
    return [...this.limits.values()].filter(
      (limit) =>
        (limit.subscriptionId ?? subscriptionId) === subscriptionId &&
        (limit.subject ?? subject) === subject &&
        (limit.scope !== "subject" || subject !== "") &&
        (prefix === undefined || (limit.keyPrefix ?? prefix) === prefix),
    );
  }

  #isOver(limit: Limit, usage: Usage): boolean {
    const { seconds } = limit;
    return seconds !== undefined && this.#window(limit, usage)[1] <= this.now - seconds * 1_000;
  }

  #window(
    { window, seconds = 0 }: Limit,
    { at, subscriptionId }: Usage,
  ): readonly [number, number] {
    if (window === "ever") return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    if (window === "period") {
      const anchor = this.anchors.get(subscriptionId) ?? new Date(Number.NaN);
      const { from, to } = periodAround("MONTH", anchor, new Date(at));
      return [Number(from), Number(to)];
    }
    const length = { hour: hourMs, day: dayMs, rolling: Math.ceil(seconds / 60) * 1_000 }[window];
    const from = Math.floor(at / length) * length;
    return [from, from + length];
  }
}

const amountOf = ({ measure }: Limit, { quantity, charge }: Usage) =>
  ({ quantity, charge, count: 1 })[measure];

const countsWith = (limit: Limit, usage: Usage, asked: Usage) =>
  (limit.keyPrefix ?? prefixOf(usage)) === prefixOf(usage) &&
  (limit.scope === "service" || usage.subscriptionId === asked.subscriptionId) &&
  (limit.scope !== "subject" || usage.subject === asked.subject);

/** Plays random steps on a service with two subscriptions, and expects each answer of the oracle. */
async function play(round: number, steps: number): Promise<void> {
  const random = randomFrom(seed * 1_000 + round);
  const stories = [new Story(restDoor, service), new Story(restDoor, () => beside)] as const;
  const by = () => random.oneOf(stories);
  const [story] = stories;
  const oracle = new Oracle();
  const pass = (ms: number) => {
    for (const one of stories) one.service.clock.advance(ms / 1_000);
    oracle.now += ms;
  };
  beside.clock.set(service().clock.now().toISOString());
  for (const one of stories) one.service.clock.stand();
  const first = await story.aSubscription({ billingInterval: "MONTH" });
  const { serviceId, paymentPlanId } = first;
  const subscriptions = [first, await story.subscribe({ serviceId, paymentPlanId })];
  const balances = new Map<string, string>();
  for (const { id, userId, currentPeriodStart } of subscriptions) {
    const { balance } = await story.done("balances.create", { serviceId, userId });
    await story.aGrant(balance.id, "1000000");
    balances.set(id, balance.id);
    oracle.anchors.set(id, new Date(currentPeriodStart));
  }
  oracle.now = service().clock.now().getTime();
  let made = 0;

  const usage = (): Usage => {
    made += 1;
    const { id: subscriptionId } = random.oneOf(subscriptions);
    const ago = random.oneOf([0, 0, 0, -minuteMs, 5 * minuteMs, hourMs, 2 * dayMs, 2_000 * dayMs]);
    return {
      subscriptionId,
      subject: random.oneOf(["", "a", "b"]),
      eventKey: `${random.oneOf(["t", "u"])}:${made}`,
      quantity: random.integer(0, 5),
      charge: random.oneOf([0, 0, 1, 4]),
      at: oracle.now - ago,
    };
  };
  const ofEvent = ({ subscriptionId, subject, eventKey, quantity, at }: Usage) => ({
    ...{ subscriptionId, eventKey, quantity, occurredAt: new Date(at).toISOString() },
    ...(subject !== "" && { subject }),
  });
  const inputOf = (one: Usage) => ({
    ...ofEvent(one),
    serviceId,
    userId: subscriptions.find(({ id }) => id === one.subscriptionId).userId,
    ...(one.charge > 0 && { balanceId: balances.get(one.subscriptionId), charge: one.charge }),
  });
  const inPlace = () => oracle.holds.filter((hold) => !hold.isOver && hold.expiresAt > oracle.now);
  const record = async (to: Story, events: readonly Usage[]) => {
    const wanted = events.map((one) => {
      const isAdmitted = oracle.admits(one);
      if (isAdmitted) oracle.events.push({ ...one, id: one.eventKey, isVoid: false });
      return isAdmitted ? 201 : 402;
    });
    const { results } = await to.done("usageEvents.batch", { usageEvents: events.map(inputOf) });
    expect(statusesOf(results)).toEqual(wanted);
    for (const [place, { usageEvent }] of results.entries()) {
      const event = oracle.events.find(({ id }) => id === events[place]?.eventKey);
      if (event !== undefined) Object.assign(event, { id: usageEvent.id });
    }
  };
  const plays: Readonly<Record<string, () => Promise<void>>> = {
    pass: async () => pass(random.oneOf([1, 999, 1_000, 7_000, minuteMs, 400_000, hourMs])),
    set: async () => {
      const scope = random.oneOf(["service", "subscription", "subject", "subject"] as const);
      const window = random.oneOf(["hour", "day", "period", "rolling", "ever"] as const);
      const limit: Limit = {
        ...{ name: `of-${round}-${random.integer(1, 8)}`, scope },
        window: scope === "service" && window === "period" ? "hour" : window,
        ...(window === "rolling" && { seconds: random.oneOf([30, 90, 600, 7_200]) }),
        ...(scope !== "service" && random.chance(0.3) && { subscriptionId: first.id }),
        ...(scope === "subject" && random.chance(0.3) && { subject: "a" }),
        ...(random.chance(0.3) && { keyPrefix: "t" }),
        measure: random.oneOf(["quantity", "count", "charge"] as const),
        max: random.integer(0, 60),
        action: random.chance(0.85) ? "REJECT" : "NOTIFY",
      };
      await by().done("limits.set", { ...limit, serviceId });
      oracle.limits.set(limit.name, limit);
    },
    change: async () => {
      const limit = random.oneOf([...oracle.limits.values()]);
      const changed = { ...limit, max: limit.max + random.integer(0, 20) };
      await by().done("limits.set", { ...changed, serviceId });
      oracle.limits.set(limit.name, changed);
    },
    remove: async () => {
      const { name } = random.oneOf([...oracle.limits.values()]);
      await by().done("limits.remove", { name });
      oracle.limits.delete(name);
    },
    batch: () => record(by(), Array.from({ length: random.integer(1, 9) }, usage)),
    void: async () => {
      const event = random.oneOf(oracle.events.filter(({ isVoid }) => !isVoid));
      event.isVoid = true;
      const { eventKey, quantity } = usage();
      const replacement = random.chance(0.5) ? { eventKey, quantity } : undefined;
      const after = { ...event, eventKey, quantity, charge: 0, isVoid: false };
      const isAdmitted = replacement === undefined || oracle.admits(after);
      const input = { usageEventId: event.id, reason: "Wrong", replacement };
      const { status, body } = await by().call("usageEvents.void", input);
      expect(status).toBe(isAdmitted ? 200 : 402);
      if (!isAdmitted) event.isVoid = false;
      else if (replacement !== undefined) oracle.events.push({ ...after, id: body.replacement.id });
    },
    hold: async () => {
      const one = { ...usage(), at: oracle.now, charge: random.integer(1, 4) };
      const expiresAt = oracle.now + random.oneOf([1_000, minuteMs, hourMs]);
      const { occurredAt: _, ...reserved } = ofEvent(one);
      const { status, body } = await by().call("holds.create", {
        ...{ balanceId: balances.get(one.subscriptionId), key: one.eventKey, usage: reserved },
        ...{ amount: one.charge, expiresAt: new Date(expiresAt).toISOString() },
      });
      expect(status).toBe(oracle.admits(one) ? 201 : 402);
      if (status === 201) oracle.holds.push({ ...one, id: body.hold.id, expiresAt, isOver: false });
    },
    commit: async () => {
      const hold = random.oneOf(inPlace());
      const { subscriptionId, charge: most } = hold;
      const one = { ...usage(), subscriptionId, charge: random.integer(0, most) };
      const input = { holdId: hold.id, amount: one.charge, usageEvent: ofEvent(one) };
      const { status, body } = await by().call("holds.commit", input);
      expect(status).toBe(oracle.admits(one, hold) ? 200 : 402);
      if (status !== 200) return;
      hold.isOver = true;
      oracle.events.push({ ...one, id: body.hold.usageEventId, isVoid: false });
    },
    release: async () => {
      const hold = random.oneOf(inPlace());
      await by().done("holds.release", { holdId: hold.id });
      hold.isOver = true;
    },
    read: async () => {
      const one = { ...usage(), at: oracle.now };
      const query = { subscriptionId: one.subscriptionId, subject: one.subject || undefined };
      const { limits } = await by().done("limits.usage", query);
      const shown = limits.map((state: Record<string, string> & { limit: Limit }) => [
        state.limit.name,
        Number(state.used),
        Number(state.reserved),
      ]);
      expect(shown).toEqual(oracle.states(one));
    },
  };
  const weights = {
    batch: 30,
    pass: 12,
    set: 10,
    hold: 12,
    commit: 10,
    void: 8,
    read: 8,
    release: 4,
    change: 4,
    remove: 2,
  };
  await plays.set?.();
  // A process learns from its first event that the service has limits. It records events in their order from then on.
  for (const one of stories) await record(one, [usage()]);
  for (let step = 0; step < steps; step += 1) {
    const name = random.weighted(weights);
    const has = {
      change: oracle.limits.size,
      remove: oracle.limits.size,
      void: oracle.events.filter(({ isVoid }) => !isVoid).length,
      commit: inPlace().length,
      release: inPlace().length,
    }[name as string];
    if (has !== 0) await plays[name]?.();
  }
}

it.skipIf(onCitus)(
  "admits what a naive implementation admits, and nothing else",
  async () => {
    for (let round = 0; round < 3; round += 1) await play(round, 150);
  },
  120_000,
);
