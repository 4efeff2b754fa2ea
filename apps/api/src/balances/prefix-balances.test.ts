import { type Component, rate } from "@usance/rating";
import { describe, expect, it } from "vitest";
import { startBeside } from "../../test/harness/beside.ts";
import { itVoids } from "../../test/harness/database.ts";
import { restDoor } from "../../test/harness/doors.ts";
import { expectLedgerHolds } from "../../test/harness/ledger-holds.ts";
import { testKey, useService } from "../../test/harness/service.ts";
import { Story, statusesOf } from "../../test/harness/story.ts";
import { randomFrom } from "../../test/soak/random.ts";
import { inTransaction } from "../db/client.ts";
import { Amount, formatAmount } from "../kit/money.ts";
import { everyone } from "../kit/tenant.ts";
import { openBooksOf } from "./change-balances.ts";

const service = useService();
expectLedgerHolds(service);
const story = new Story(restDoor, service);
const byRateCard = { rateCard: true };

/** A subscriber with a general balance and one for tokens. */
async function prefixed(credit: string, ofTokens: string, components: Component[] = []) {
  const { balance, subscription } = await story.prepaid(credit);
  const { serviceId, userId, paymentPlanId } = subscription;
  const input = { serviceId, userId, keyPrefix: "tokens" };
  const { balance: tokens } = await story.done("balances.create", input);
  if (ofTokens !== "0") await story.aGrant(tokens.id, ofTokens);
  if (components.length > 0) await story.aRateCard({ paymentPlanId, components });
  let count = 0;
  const usage = (charge: unknown, fields: object = {}) => {
    count += 1;
    const of = { balanceId: balance.id, subject: "agent-7", eventKey: `tokens:${count}`, charge };
    return { ...story.usageOf(subscription), ...of, ...fields };
  };
  const read = async () => {
    const shown = [];
    for (const { id: balanceId } of [tokens, balance]) {
      const { available, held } = (await story.done("balances.get", { balanceId })).balance;
      shown.push(
        Number(held) === 0 ? `${Number(available)}` : `${Number(available)}+${Number(held)}`,
      );
    }
    return shown.join(" ");
  };
  const entries = async (balanceId: string) =>
    (await story.done("balances.entries", { balanceId, limit: 1000 })).balanceEntries;
  return { balance, tokens, subscription, usage, read, entries };
}

describe("a balance for a prefix", () => {
  it("is spent first by usage of the prefix, and the general one pays the rest", async () => {
    const { balance, tokens, subscription, usage, read, entries } = await prefixed("1", "0.5");
    const of = { serviceId: balance.serviceId, userId: balance.userId };
    expect(tokens).toMatchObject({ ...of, keyPrefix: "tokens", available: "0.000000" });
    const again = { ...of, keyPrefix: "tokens" };
    expect((await story.call("balances.create", again)).code).toBe("balance_exists");
    const usageEvents = [
      usage("0.2"),
      usage("0.1", { eventKey: "tokensmith:1" }),
      usage("0.1", { eventKey: "images" }),
      usage("0.4", { eventKey: "tokens" }),
      usage("0.7", { eventKey: "tokens:4:b" }),
      usage("0.800001"),
      usage("0"),
    ];

    const { results } = await story.done("usageEvents.batch", { usageEvents });

    expect(statusesOf(results)).toEqual([201, 201, 201, 201, 201, 402, 201]);
    expect(await read()).toBe("0 0");
    const split = { usageEventId: results[3].usageEvent.id, type: "CHARGE" };
    expect((await entries(tokens.id))[0]).toMatchObject({ ...split, available: "-0.300000" });
    expect((await entries(balance.id))[2]).toMatchObject({ ...split, available: "-0.100000" });
    const { subjects } = await story.done("subjects.list", { subscriptionId: subscription.id });
    expect(subjects).toMatchObject([{ charged: "1.500000" }]);
  });

  it("is not named by charges and holds, and pays no invoices", async () => {
    const { tokens, usage, subscription } = await prefixed("0", "5");
    const other = await story.anInvoice();
    const alone = { serviceId: other.serviceId, userId: other.userId, keyPrefix: "tokens" };
    await story.done("balances.create", alone);
    expect((await story.call("invoices.applyBalance", { invoiceId: other.id })).code).toBe(
      "no_balance_to_pay_from",
    );
    const named = { balanceId: tokens.id };
    const { id: subscriptionId, serviceId, userId, paymentPlanId } = subscription;
    const bill = { subscriptionId, serviceId, userId, paymentPlanId, amount: "1", status: "OPEN" };
    const { invoice } = await story.done("invoices.create", bill);
    const refused = { status: 409, code: "balance_for_prefix" };

    expect(await story.call("usageEvents.create", usage("1", named))).toMatchObject(refused);
    expect(await story.call("holds.create", story.holdOf(tokens))).toMatchObject(refused);
    expect(await story.call("invoices.applyBalance", { invoiceId: invoice.id })).toMatchObject({
      status: 402,
    });
    expect((await story.done("usageEvents.create", usage("5"))).usageEvent.id).toBeTruthy();
  });

  itVoids(
    "repeats an event that it has paid alone, and gives each balance back what it has paid",
    async () => {
      const { usage, read } = await prefixed("5", "5");
      const call = (input: object, key: string) =>
        restDoor.call(service().url, "usageEvents.create", input, testKey, {
          "Idempotency-Key": key,
        });
      const [first, second] = [usage("4"), usage("3")];
      const { body } = await call(first, "a");
      const { usageEvent } = (await call(second, "b")).body;

      const replays = [await call(first, "a"), await call(second, "b")];
      const other = await call({ ...second, charge: "2" }, "b");

      expect(replays.map(({ body }) => body.usageEvent.id)).toEqual([
        body.usageEvent.id,
        usageEvent.id,
      ]);
      expect(other.status).toBe(422);
      expect(await read()).toBe("0 3");
      const voided = await story.done("usageEvents.void", {
        usageEventId: usageEvent.id,
        reason: "Counted twice",
        replacement: {
          eventKey: "images:1",
          quantity: "1",
          balanceId: first.balanceId,
          charge: "4",
        },
      });
      expect(voided.usageEvent.void.balanceCreditIds).toHaveLength(2);
      expect(await read()).toBe("1 1");
    },
  );

  it("sets the amount of a hold aside if it has all of it, and its commit takes from both", async () => {
    const { balance, tokens, subscription, read, entries } = await prefixed("3", "2");
    const of = (eventKey: string) => ({ subscriptionId: subscription.id, eventKey, quantity: "1" });
    const place = async (amount: string, eventKey = "tokens:a") => {
      const input = story.holdOf(balance, { amount, usage: of(eventKey) });
      const { hold } = await story.done("holds.create", input);
      expect((await story.done("holds.create", input)).hold).toEqual(hold);
      return hold;
    };
    const commit = (holdId: string, amount: string, eventKey: string, allowMore = false) =>
      story.call("holds.commit", { holdId, amount, allowMore, usageEvent: of(eventKey) });

    const [small, large] = [await place("1.5"), await place("2.5")];
    expect(await read()).toBe("0.5+1.5 0.5+2.5");
    expect((await commit(small.id, "1", "images:1")).code).toBe("balance_for_prefix");
    // More than it holds: what the prefix has besides, and then the general one.
    const { hold } = (await commit(small.id, "2.2", "tokens:1", true)).body;
    expect(hold).toMatchObject({ balanceId: balance.id, charged: "2.200000", status: "COMMITTED" });
    expect(await read()).toBe("0 0.3+2.5");
    await story.aGrant(tokens.id, "1");
    expect((await commit(large.id, "2.5", "tokens:2")).body.hold.charged).toBe("2.500000");
    expect(await read()).toBe("0 1.3");
    expect((await entries(tokens.id)).map(({ type }: { type: string }) => type)).toEqual([
      ...["CHARGE", "GRANT", "HOLD_COMMITTED", "HOLD", "GRANT"],
    ]);

    await story.aGrant(tokens.id, "1");
    const [released, expired, whole] = [await place("0.2"), await place("0.3"), await place("0.4")];
    await story.done("holds.release", { holdId: released.id });
    await story.done("holds.commit", { holdId: whole.id, amount: "0.1" });
    expect(await read()).toBe("0.6+0.3 1.3");
    service().clock.advance(60);
    expect((await story.done("holds.get", { holdId: expired.id })).hold.status).toBe("EXPIRED");
    expect(await read()).toBe("0.9 1.3");
  });

  it("is one of at most 50 of a user, however many are created at once", async () => {
    const { balance, tokens, usage } = await prefixed("1", "0");
    const { serviceId, userId } = balance;
    const create = (keyPrefix: string) =>
      story.call("balances.create", { serviceId, userId, keyPrefix });
    const prefixes = Array.from({ length: 55 }, (_, place) => `p${place}`);

    const answers = await Promise.all([...prefixes, ...prefixes].map(create));

    const of = (wanted: number | string) =>
      answers.filter(({ status, code }) => wanted === status || wanted === code).length;
    expect([201, "balance_exists", "too_many_balances"].map(of)).toEqual([49, 49, 12]);
    expect((await create("tokens")).code).toBe("balance_exists");
    const another = (await story.prepaid("0")).subscription;
    const input = { serviceId: another.serviceId, userId: another.userId, keyPrefix: "p99" };
    await story.done("balances.create", input);
    await story.aGrant(tokens.id, "1");
    await story.done("usageEvents.create", usage("2"));
  });

  it("is locked with the general one whatever its prefix is, also where another call names none", async () => {
    const { balance } = await prefixed("1", "0");
    const { id, serviceId, userId } = balance;
    for (const keyPrefix of ["null", "undefined", "Ünïcode 🦊 ".repeat(20)]) {
      const { balance: own } = await story.done("balances.create", {
        ...{ serviceId, userId, keyPrefix },
      });
      const asked = [{ prefix: own.keyPrefix }, { prefix: null }, {}];

      const books = await inTransaction(service().parts.db, (tx) =>
        openBooksOf(
          { tx },
          asked.map((one) => ({ id, tenant: everyone, ...one })),
        ),
      );

      expect(books.get(id)?.prefixed.get(own.keyPrefix)?.balance.id).toBe(own.id);
    }
  });

  it("pays nothing from credit that has expired", async () => {
    const { balance, tokens, subscription, usage, read } = await prefixed("5", "0");
    const expiresAt = () => new Date(service().clock.now().getTime() + 10_000).toISOString();
    const used = { subscriptionId: subscription.id, eventKey: "tokens", quantity: "1" };
    const calls = [
      () => story.done("usageEvents.create", usage("1")),
      () => story.done("holds.create", story.holdOf(balance, { amount: "1", usage: used })),
    ];
    for (const call of calls) {
      await story.aGrant(tokens.id, "2", { expiresAt: expiresAt() });
      service().clock.advance(10);
      await call();
    }

    expect(await read()).toBe("0 3+1");
  });

  it("is spent with the general one to the last unit by two processes, and nothing that fits is refused", async () => {
    const { balance, usage, read } = await prefixed("3", "2");
    const stop = { second: await startBeside(service()) };
    const urls = [service().url, stop.second.url];
    const calls = Array.from({ length: 300 }, (_, place) => ({
      ...usage(place % 3 === 0 ? "0.03" : "0.02"),
      ...(place % 5 === 0 && { eventKey: `images:${place}` }),
    }));

    const answers = await Promise.all(
      calls.map((input, place) =>
        restDoor.call(urls[place % 2] ?? "", "usageEvents.create", input, testKey),
      ),
    );
    await stop.second.stop();

    const served = calls.filter((_, place) => answers[place]?.status === 201);
    const spent = served.reduce((sum, { charge }) => sum.plus(String(charge)), new Amount(0));
    expect(answers.filter(({ status }) => status !== 201 && status !== 402)).toEqual([]);
    const { available } = (await story.done("balances.get", { balanceId: balance.id })).balance;
    expect(await read()).toBe(`0 ${Number(available)}`);
    expect(formatAmount(new Amount(5).minus(spent))).toBe(available);
    expect(Number(available)).toBeLessThan(0.02);
  });

  itVoids(
    "is with the general one what naive ones are after random grants, charges, holds and voids",
    async () => {
      const random = randomFrom(7);
      const below = (end: number) => random.integer(0, end - 1);
      const { balance, tokens, subscription, usage, read } = await prefixed("9", "0");
      const { clock } = service();
      clock.stand();
      const general = new NaiveBalance();
      const naive = new NaiveBalance();
      general.grant(9, never);
      const trail: string[] = [];
      const recorded: { readonly id: string; readonly paid: readonly [number, number] }[] = [];
      const holds: { readonly id: string; readonly amount: number; readonly on: NaiveBalance }[] =
        [];
      const later = (seconds: number) => new Date(clock.now().getTime() + seconds * 1_000);
      /** Takes an amount from both, and of what is held; null: they do not have it. */
      const take = (amount: number, isOfTokens: boolean, hold?: (typeof holds)[number]) => {
        if (hold !== undefined) hold.on.held -= hold.amount;
        const first = isOfTokens ? Math.min(amount, naive.available) : 0;
        if (amount - first > general.available) return null;
        naive.spend(first);
        general.spend(amount - first);
        return [first, amount - first] as const;
      };
      const calls: (() => Promise<unknown>)[] = [
        async () => {
          const [amount, isGeneral, seconds] = [1 + below(9), below(3) === 0, below(4) * 20];
          const expiresAt = seconds === 0 ? {} : { expiresAt: later(seconds).toISOString() };
          trail.push(`grant ${amount} ${isGeneral} ${seconds}`);
          await story.aGrant(isGeneral ? balance.id : tokens.id, `${amount}`, expiresAt);
          (isGeneral ? general : naive).grant(amount, seconds || never);
        },
        async () => {
          const [amount, isOfTokens] = [below(5), below(3) > 0];
          const fields = isOfTokens ? {} : { eventKey: `images:${trail.length}` };
          trail.push(`charge ${amount} ${isOfTokens}`);
          const { status, body } = await story.call(
            "usageEvents.create",
            usage(`${amount}`, fields),
          );
          const paid = take(amount, isOfTokens);
          expect(status, trail.join("\n")).toBe(paid === null ? 402 : 201);
          if (paid !== null) recorded.push({ id: body.usageEvent.id, paid });
        },
        async () => {
          const [one] = recorded.splice(below(recorded.length), 1);
          if (one === undefined) return;
          trail.push(`void ${one.paid}`);
          await story.done("usageEvents.void", { usageEventId: one.id, reason: "Wrong" });
          naive.grant(one.paid[0], never);
          general.grant(one.paid[1], never);
        },
        async () => {
          const amount = 1 + below(5);
          const used = { subscriptionId: subscription.id, eventKey: "tokens", quantity: "1" };
          const expiresAt = later(3_600).toISOString();
          const input = story.holdOf(balance, { amount: `${amount}`, usage: used, expiresAt });
          const { status, body } = await story.call("holds.create", input);
          const on = naive.available >= amount ? naive : general;
          trail.push(`hold ${amount} ${status}`);
          expect(status, trail.join("\n")).toBe(on.available >= amount ? 201 : 402);
          if (status !== 201) return;
          on.held += amount;
          holds.push({ id: body.hold.id, amount, on });
        },
        async () => {
          const [hold] = holds.splice(below(holds.length), 1);
          if (hold === undefined) return;
          const amount = below(hold.amount + 1);
          const { id: subscriptionId } = subscription;
          const usageEvent = { subscriptionId, eventKey: `tokens:h${trail.length}`, quantity: "1" };
          trail.push(`commit ${amount} of ${hold.amount}`);
          const input = { holdId: hold.id, amount: `${amount}`, usageEvent };
          const { hold: committed } = await story.done("holds.commit", input);
          const paid = take(amount, true, hold);
          expect(paid, trail.join("\n")).not.toBeNull();
          if (paid !== null) recorded.push({ id: committed.usageEventId, paid });
        },
        async () => {
          clock.advance(20);
          trail.push("wait");
          for (const one of [naive, general]) one.wait(20);
        },
      ];
      for (let count = 0; count < 100; count += 1) {
        await calls[below(calls.length)]?.();
        for (const one of [naive, general]) one.wait(0);
        if (below(5) === 0) expect(await read(), trail.join("\n")).toBe(`${naive} ${general}`);
      }
      expect(await read(), trail.join("\n")).toBe(`${naive} ${general}`);
    },
  );

  itVoids(
    "gets nothing back for usage that the general one has paid before it was created",
    async () => {
      const { balance, subscription } = await story.prepaid("10");
      const { serviceId, userId, paymentPlanId } = subscription;
      const components = [
        { type: "PER_UNIT", description: "Tokens", prefix: "tokens", unitAmount: "1" },
      ];
      await story.aRateCard({ paymentPlanId, components });
      const ids: string[] = [];
      const charge = async (quantity: string) => {
        const of = { balanceId: balance.id, eventKey: `tokens:${ids.length}`, charge: byRateCard };
        const input = { ...story.usageOf(subscription), ...of, quantity };
        ids.push((await story.done("usageEvents.create", input)).usageEvent.id);
      };
      for (const quantity of ["5", "1"]) await charge(quantity);
      service().clock.advance(1);
      const input = { serviceId, userId, keyPrefix: "tokens" };
      const { balance: tokens } = await story.done("balances.create", input);
      await story.aGrant(tokens.id, "3");
      await charge("4"); // 1 of it the general one pays
      const left = [];
      for (const usageEventId of ids) {
        await story.done("usageEvents.void", { usageEventId, reason: "Wrong" });
        for (const balanceId of [tokens.id, balance.id]) {
          left.push(Number((await story.done("balances.get", { balanceId })).balance.available));
        }
      }

      expect(left).toEqual([...[0, 8], ...[0, 9], ...[3, 10]]);
    },
  );

  itVoids("shares what the rate card charges and gives back, as a naive account does", async () => {
    const tiers = [
      { upTo: "5", unitAmount: "3" },
      { upTo: null, unitAmount: "1" },
    ];
    const card = [
      { type: "GRADUATED", description: "Tokens", prefix: "tokens", tiers },
      { type: "VOLUME", description: "All", prefix: "images", tiers },
    ] as const;
    const { balance, tokens, usage, read, entries } = await prefixed("40", "10", [...card]);
    const random = randomFrom(3);
    const below = (end: number) => random.integer(0, end - 1);
    const left = { prefixed: 10, general: 40 };
    const paid = { prefixed: 0, general: 0 };
    let events: { readonly id: string; readonly prefix: string; readonly units: number }[] = [];
    let charged = 0;
    const costOf = (of: typeof events) =>
      Number(
        rate(
          card,
          ["tokens", "images"].map((prefix) => {
            const units = of.filter((one) => one.prefix === prefix).map((one) => one.units);
            return { prefix, quantity: `${units.reduce((sum, one) => sum + one, 0)}` };
          }),
        ).amount,
      );
    /** What is paid, or with a negative amount given back. @returns whether it is there */
    const move = (amount: number, prefix: string) => {
      const isOfTokens = prefix === "tokens";
      const first = isOfTokens
        ? amount > 0
          ? Math.min(amount, left.prefixed)
          : -Math.min(Math.max(-amount - paid.general, 0), paid.prefixed)
        : 0;
      if (amount - first > left.general) return false;
      left.prefixed -= first;
      left.general -= amount - first;
      if (isOfTokens) {
        paid.prefixed += first;
        paid.general += Math.max(amount - first, -paid.general);
      }
      charged += amount;
      return true;
    };
    for (let count = 0; count < 40; count += 1) {
      if (below(3) > 0) {
        const one = { prefix: below(3) > 0 ? "tokens" : "images", units: 1 + below(4) };
        const fields = { eventKey: `${one.prefix}:c${count}`, quantity: `${one.units}` };
        const { status, body } = await story.call("usageEvents.create", usage(byRateCard, fields));
        const isPaid = move(costOf([...events, { ...one, id: "" }]) - charged, one.prefix);
        expect(status).toBe(isPaid ? 201 : 402);
        if (isPaid) events.push({ ...one, id: body.usageEvent.id });
      } else if (events.length > 0) {
        const one = events[below(events.length)];
        events = events.filter((other) => other !== one);
        await story.done("usageEvents.void", { usageEventId: one?.id, reason: "Wrong" });
        const due = costOf(events) - charged;
        move(
          Math.min(due, left.general + (one?.prefix === "tokens" ? left.prefixed : 0)),
          one?.prefix ?? "",
        );
      }
      expect(await read()).toBe(`${left.prefixed} ${left.general}`);
    }
    const types = [...(await entries(tokens.id)), ...(await entries(balance.id))];
    expect(new Set(types.map(({ type }) => type))).toEqual(
      new Set(["GRANT", "CHARGE", "CHARGE_ADJUSTED"]),
    );
  });
});

const never = Number.POSITIVE_INFINITY;

/** A balance without an overdraft that takes at once what is spent, from the credit that expires first. */
class NaiveBalance {
  #lots: { left: number; expiresIn: number }[] = [];
  held = 0;

  get available(): number {
    return this.#lots.reduce((sum, { left }) => sum + left, 0) - this.held;
  }

  grant(left: number, expiresIn: number): void {
    this.#lots.push({ left, expiresIn });
    this.#lots.sort((one, other) => (one.expiresIn < other.expiresIn ? -1 : 1));
  }

  spend(amount: number): void {
    let owed = amount;
    for (const lot of this.#lots) {
      const taken = Math.min(lot.left, owed);
      lot.left -= taken;
      owed -= taken;
    }
  }

  /** What is held is kept of the credit that is spent first. */
  wait(seconds: number): void {
    let aside = this.held;
    for (const lot of this.#lots) {
      lot.expiresIn -= seconds;
      const kept = Math.min(lot.left, aside);
      aside -= kept;
      if (lot.expiresIn <= 0) lot.left = kept;
    }
  }

  toString(): string {
    return this.held === 0 ? `${this.available}` : `${this.available}+${this.held}`;
  }
}
