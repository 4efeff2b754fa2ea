import { describe, expect, it } from "vitest";
import { restDoor } from "../../test/harness/doors.ts";
import { expectLedgerHolds } from "../../test/harness/ledger-holds.ts";
import { useService } from "../../test/harness/service.ts";
import { Story } from "../../test/harness/story.ts";
import { randomFrom } from "../../test/soak/random.ts";
import { nextBoundary } from "../subscriptions/periods.ts";

const service = useService();
expectLedgerHolds(service);
const story = new Story(restDoor, service);

const hour = 3_600_000;
const intervals = ["DAY", "WEEK", "MONTH"] as const;
type Interval = (typeof intervals)[number];

interface Lot {
  left: number;
  readonly priority: number;
  readonly expiresAt: number;
  readonly createdAt: number;
  readonly isCarried: boolean;
  readonly of: Recurring | null;
}

interface Recurring {
  readonly amount: number;
  readonly most: number;
  readonly interval: Interval;
  readonly priority: number;
  readonly anchor: number;
  readonly endsAt: number;
  isActive: boolean;
  start: number;
  end: number;
  carried: number;
}

interface Hold {
  readonly amount: number;
  readonly expiresAt: number;
}

const never = Number.POSITIVE_INFINITY;

/** A balance that does each thing at its time, and takes what is spent from lots at once. */
class NaiveBalance {
  readonly lots: Lot[] = [];
  readonly recurring: Recurring[] = [];
  readonly holds = new Map<string, Hold>();
  #at = 0;
  #owed = 0;

  get held(): number {
    return [...this.holds.values()].reduce((sum, { amount }) => sum + amount, 0);
  }

  get available(): number {
    return this.lots.reduce((sum, { left }) => sum + left, 0) - this.#owed - this.held;
  }

  runTo(now: number): void {
    for (;;) {
      const times = [
        ...this.lots.filter(({ left }) => left > 0).map(({ expiresAt }) => expiresAt),
        ...[...this.holds.values()].map(({ expiresAt }) => expiresAt),
        ...this.recurring.filter(({ isActive }) => isActive).map(({ end }) => end),
      ].filter((time) => time > this.#at);
      const next = Math.min(...times);
      if (next > now) break;
      this.#at = next;
      for (const [id, { expiresAt }] of this.holds) if (expiresAt <= next) this.holds.delete(id);
      for (const one of this.recurring) if (one.isActive && one.end <= next) this.#begin(one);
      this.#settle();
    }
    this.#at = now;
  }

  #begin(one: Recurring): void {
    if (one.endsAt <= one.end) {
      one.isActive = false;
      return;
    }
    one.start = one.end;
    one.end = endOf(one, one.start);
    one.carried = 0;
    this.#add(one, one.amount, false);
  }

  #add(of: Recurring, left: number, isCarried: boolean): void {
    const { priority, end: expiresAt } = of;
    this.lots.push({ left, priority, expiresAt, createdAt: this.#at, isCarried, of });
  }

  #settle(): void {
    this.lots.sort(
      (one, other) =>
        one.priority - other.priority ||
        (one.expiresAt === other.expiresAt ? 0 : one.expiresAt - other.expiresAt) ||
        one.createdAt - other.createdAt ||
        Number(other.isCarried) - Number(one.isCarried),
    );
    for (const lot of this.lots) {
      const taken = Math.min(lot.left, this.#owed);
      lot.left -= taken;
      this.#owed -= taken;
    }
    let aside = this.held;
    const carried = new Map<Recurring, number>();
    for (const lot of this.lots) {
      const kept = Math.min(lot.left, aside);
      aside -= kept;
      if (lot.expiresAt > this.#at || lot.left === kept) continue;
      const { of, expiresAt } = lot;
      if (of !== null && expiresAt === of.start) {
        carried.set(of, (carried.get(of) ?? 0) + lot.left - kept);
      }
      lot.left = kept;
    }
    let isMore = false;
    for (const [of, left] of carried) {
      const amount = Math.min(left, of.most - of.carried);
      if (amount === 0) continue;
      of.carried += amount;
      this.#add(of, amount, true);
      isMore = true;
    }
    if (isMore && this.#owed > 0) this.#settle();
  }

  grant(now: number, left: number, priority: number, expiresAt: number): void {
    this.lots.push({ left, priority, expiresAt, createdAt: now, isCarried: false, of: null });
    this.#settle();
  }

  addRecurring(
    now: number,
    terms: Pick<Recurring, "amount" | "most" | "interval" | "priority" | "endsAt">,
  ): void {
    const at = { anchor: now, start: now, carried: 0, isActive: true };
    const one = { ...terms, ...at, end: endOf({ ...terms, anchor: now }, now) };
    this.recurring.push(one);
    this.#add(one, one.amount, false);
    this.#settle();
  }

  spend(amount: number): void {
    this.#owed += amount;
    this.#settle();
  }

  hold(id: string, hold: Hold): void {
    this.holds.set(id, hold);
    this.#settle();
  }

  endHold(id: string, spent: number): void {
    this.holds.delete(id);
    this.#owed += spent;
    this.#settle();
  }
}

function endOf({ interval, anchor }: Pick<Recurring, "interval" | "anchor">, at: number): number {
  const end = nextBoundary(interval, new Date(anchor), new Date(at));
  if (end === null) throw new Error("There is a next period.");
  return end.getTime();
}

const seeds = [1, 2, 3, 4, 5];

describe("a balance", () => {
  it.each(seeds)("is what a naive one is after random calls, seed %i", async (seed) => {
    const random = randomFrom(seed);
    const below = (end: number) => random.integer(0, end - 1);
    const { clock } = service();
    clock.stand();
    clock.set(
      ["2027-01-31T10:00:00Z", "2028-01-29T10:00:00Z", "2027-02-28T10:00:00Z"][below(3)] ?? "",
    );
    const overdraft = below(2) * 5;
    const invoice = await story.anInvoice({ amount: "100000" });
    const { serviceId, userId } = invoice;
    const { balance } = await story.done("balances.create", {
      serviceId,
      userId,
      overdraft: String(overdraft),
    });
    const balanceId = balance.id as string;
    const naive = new NaiveBalance();
    const active: string[] = [];
    const trail: string[] = [];
    const now = () => {
      clock.advance(1);
      const at = clock.now().getTime();
      naive.runTo(at);
      return at;
    };
    const iso = (time: number) => new Date(time).toISOString();
    const compare = async () => {
      const read = (await story.done("balances.get", { balanceId })).balance;
      expect(
        { available: Number(read.available), held: Number(read.held) },
        trail.join("\n"),
      ).toEqual({ available: naive.available, held: naive.held });
    };
    const calls: (() => Promise<unknown>)[] = [
      async () => {
        const at = now();
        const amount = 1 + below(9);
        const priority = below(3) * 50;
        const expiresAt = below(2) === 0 ? never : at + (1 + below(60)) * hour;
        trail.push(
          `${iso(at)} grant ${amount} p${priority} until ${expiresAt === never ? "-" : iso(expiresAt)}`,
        );
        await story.aGrant(balanceId, String(amount), {
          priority,
          ...(expiresAt !== never && { expiresAt: iso(expiresAt) }),
        });
        naive.grant(at, amount, priority, expiresAt);
      },
      async () => {
        const at = now();
        if (naive.recurring.filter(({ isActive }) => isActive).length >= 4) return;
        const interval = intervals[below(3)] ?? "DAY";
        const terms = { amount: 1 + below(9), most: below(8), interval, priority: below(3) * 50 };
        const endsAt = below(3) === 0 ? at + (1 + below(100)) * hour : never;
        trail.push(
          `${iso(at)} recurring ${JSON.stringify(terms)} until ${endsAt === never ? "-" : iso(endsAt)}`,
        );
        const { recurringGrant } = await story.done("balances.addRecurringGrant", {
          balanceId,
          amount: String(terms.amount),
          rolloverMax: String(terms.most),
          interval,
          priority: terms.priority,
          reason: "Included",
          ...(endsAt !== never && { endsAt: iso(endsAt) }),
        });
        naive.addRecurring(at, { ...terms, endsAt });
        active.push(recurringGrant.id);
      },
      async () => {
        if (below(4) > 0) return;
        now();
        const place = below(active.length);
        const one = naive.recurring[place];
        if (one === undefined || !one.isActive) return;
        trail.push(`end ${place}`);
        await story.done("balances.endRecurringGrant", {
          balanceId,
          recurringGrantId: active[place],
        });
        one.isActive = false;
      },
      async () => {
        const at = now();
        const amount = 1 + below(6);
        const expiresAt = at + (1 + below(23)) * hour;
        trail.push(`${iso(at)} hold ${amount} until ${iso(expiresAt)}`);
        const fields = { amount: String(amount), expiresAt: iso(expiresAt) };
        const { status, body } = await story.call(
          "holds.create",
          story.holdOf({ id: balanceId }, fields),
        );
        expect(status, trail.join("\n")).toBe(naive.available + overdraft >= amount ? 201 : 402);
        if (status === 201) naive.hold(body.hold.id, { amount, expiresAt });
      },
      async () => {
        const at = now();
        const [id] = naive.holds.keys();
        if (id === undefined) return;
        const held = naive.holds.get(id)?.amount ?? 0;
        const spent = below(held + 1);
        trail.push(`${iso(at)} end hold of ${held}: ${spent}`);
        if (spent === 0) await story.done("holds.release", { holdId: id });
        else await story.done("holds.commit", { holdId: id, amount: String(spent) });
        naive.endHold(id, spent);
      },
      async () => {
        const at = now();
        const amount = below(2) === 0 ? undefined : 1 + below(6);
        trail.push(`${iso(at)} pay ${amount}`);
        const { status, body } = await story.call("invoices.applyBalance", {
          invoiceId: invoice.id,
          ...(amount !== undefined && { amount: String(amount) }),
        });
        const { available } = naive;
        expect(status, trail.join("\n")).toBe(available >= (amount ?? 1) ? 200 : 402);
        if (status === 200) naive.spend(amount ?? available);
        else expect(body.error).toBe("Balance is too low.");
      },
      async () => {
        const hours = [1, 5, 24, 26, 24 * 8, 24 * 40][below(6)] ?? 1;
        clock.advance(hours * 3_600);
        trail.push(`wait ${hours}h`);
        now();
        if (below(2) === 0) await compare();
      },
    ];
    for (let count = 0; count < 60; count += 1) {
      await calls[below(calls.length)]?.();
      if (below(3) === 0) {
        now();
        await compare();
      }
    }
    now();
    await compare();
    // A call settles the credits.
    await story.aGrant(balanceId, "1", { priority: 100 });
    naive.grant(clock.now().getTime(), 1, 100, never);
    const rows = await service().parts.db.balanceCredit.findMany({
      where: { balanceId, remaining: { gt: 0 } },
    });
    const shown = (priority: number, expiresAt: number, left: number) =>
      `${priority} ${expiresAt === never ? "-" : iso(expiresAt)} ${left}`;
    expect(
      rows
        .map((row) => shown(row.priority, row.expiresAt?.getTime() ?? never, Number(row.remaining)))
        .sort(),
      trail.join("\n"),
    ).toEqual(
      naive.lots
        .filter(({ left }) => left > 0)
        .map((lot) => shown(lot.priority, lot.expiresAt, lot.left))
        .sort(),
    );
  });
});
