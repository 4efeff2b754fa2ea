import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Amount } from "../../kit/money.ts";
import { askedBy, type BilledPeriod, correctionOf, leftOf, nextBill } from "./next-bill.ts";
import type { BillRow } from "./store.ts";

const day = 86_400_000;
const hour = 3_600_000;
const at = (days: number) => new Date(Date.UTC(2027, 0, 1) + days * day);
const sum = (amounts: readonly Amount[]) =>
  amounts.reduce((total, amount) => total.plus(amount), new Amount(0));

/** A subscription with daily periods in memory: its usage, its bills, and what a biller does. */
class Subscription {
  /** The units of each period, which the price of a unit depends on. */
  readonly units: number[] = [0];
  readonly bills: (BillRow & { credited: Amount; amount: Amount; status: BillRow["status"] })[] =
    [];
  readonly statuses: string[] = [];
  now = at(0);
  endedAt: Date | null = null;
  readonly prices: readonly number[];
  readonly leastAmount: Amount;

  constructor(prices: readonly number[], leastAmount: Amount) {
    this.prices = prices;
    this.leastAmount = leastAmount;
  }

  /** More units can cost less, as with `VOLUME`. */
  get charges(): Amount[] {
    return this.units.map((units) =>
      new Amount(units).times(this.prices[units % this.prices.length] ?? 0).div(1_000),
    );
  }

  get periods(): BilledPeriod[] {
    return this.units.map((_, place) => {
      const isLast = place === this.units.length - 1;
      const to = at(place + 1);
      return { from: at(place), to, end: isLast && this.endedAt !== null ? this.endedAt : to };
    });
  }

  endPeriod(): void {
    if (this.endedAt !== null) return;
    this.units.push(0);
    this.now = at(this.units.length - 1);
  }

  next() {
    const ends = this.bills.map(({ periodEnd }) => periodEnd?.getTime() ?? 0);
    const billed = sum(this.bills.map(askedBy));
    const left = sum(this.bills.map(leftOf));
    const coveredUntil = ends.length === 0 ? null : new Date(Math.max(...ends));
    const terms = { now: this.now, graceMs: hour, leastAmount: this.leastAmount };
    return nextBill(this.periods, this.charges, { billed, left, coveredUntil }, terms);
  }

  /** Runs a biller: every bill that is due is made, and what is owed is given back. */
  run(): void {
    for (;;) {
      const next = this.next();
      if (next === null) return;
      this.statuses.push(next.status);
      const { status, amount, end, carriedForward } = next;
      if (status === "DUE") {
        expect(amount.gte(this.leastAmount)).toBe(true);
        this.bills.unshift(newBill(this.bills.length, amount, end));
      } else if (status === "OWED") {
        const correction = correctionOf(this.bills, carriedForward.negated(), this.leastAmount);
        const bill = this.bills.find(({ id }) => id === correction?.invoiceId);
        if (bill === undefined || correction === null)
          throw new Error("Every bill can be credited.");
        const amount = new Amount(correction.amount.toFixed(6));
        const isPart = amount.lt(carriedForward.negated());
        this.statuses.push(`${correction.action}${isPart ? " of a part" : ""}`);
        if (correction.action === "VOID") bill.status = "VOID";
        else credit(bill, amount);
      } else return;
    }
  }

  /** What all bills ask for, less what was given back. */
  get billed(): Amount {
    return sum(
      this.bills
        .filter(({ status }) => status !== "VOID" && status !== "EXPIRED")
        .map(({ amount, credited }) => amount.minus(credited)),
    );
  }

  /** What the seller has waived. */
  get waived(): Amount {
    return sum(
      this.bills.map(({ credited, creditNotes }) =>
        creditNotes.reduce((rest, note) => rest.minus(note.amount.toFixed()), credited),
      ),
    );
  }
}

type Bill = Subscription["bills"][number];

const newBill = (number: number, amount: Amount, periodEnd: Date | null): Bill => ({
  id: `bill ${number}`,
  status: "OPEN",
  amount,
  credited: new Amount(0),
  creditedBeforePayment: new Amount(0),
  paidFromBalance: new Amount(0),
  billHash: "",
  periodEnd,
  createdAt: periodEnd ?? at(0),
  creditNotes: [],
  settlements: [],
});

function credit(bill: Bill, amount: Amount, isOfUsage = true): void {
  const credited = bill.credited.plus(amount);
  expect(amount.gt(0) && credited.lte(bill.amount)).toBe(true);
  const isPaid = bill.status === "PAID";
  Object.assign(bill, {
    credited,
    ...(!isPaid && { creditedBeforePayment: credited }),
    ...(isOfUsage && { creditNotes: [...bill.creditNotes, { amount }] }),
  });
}

/** Of a thousand units. Small ones make bills that are less than the least amount. */
const price = fc.oneof(fc.nat({ max: 2_000 }), fc.nat({ max: 150 }));
const place = fc.nat({ max: 60 });
const often = <One>(arbitrary: fc.Arbitrary<One>) => ({ weight: 6, arbitrary });
const change = fc.oneof(
  often(fc.record({ kind: fc.constant("use" as const), place, units: fc.nat({ max: 40 }) })),
  often(fc.record({ kind: fc.constant("void usage" as const), place, units: fc.nat({ max: 60 }) })),
  often(fc.record({ kind: fc.constant("end period" as const) })),
  often(fc.record({ kind: fc.constant("run" as const), afterHours: fc.nat({ max: 3 }) })),
  often(fc.record({ kind: fc.constant("pay" as const), place })),
  often(fc.record({ kind: fc.constant("void bill" as const), place })),
  often(fc.record({ kind: fc.constant("expire bill" as const), place })),
  often(
    fc.record({
      kind: fc.constant("waive" as const),
      place,
      tenths: fc.integer({ min: 1, max: 10 }),
    }),
  ),
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("cancel" as const) }) },
);

type Change = typeof change extends fc.Arbitrary<infer One> ? One : never;

function take(subscription: Subscription, one: Change): void {
  const { units, bills } = subscription;
  switch (one.kind) {
    case "use":
      units[one.place % units.length] = (units[one.place % units.length] ?? 0) + one.units;
      break;
    case "void usage": {
      const before = units[one.place % units.length] ?? 0;
      units[one.place % units.length] = Math.max(before - one.units, 0);
      break;
    }
    case "end period":
      subscription.endPeriod();
      break;
    case "run":
      subscription.now = new Date(subscription.now.getTime() + one.afterHours * hour);
      subscription.run();
      break;
    case "pay": {
      for (const bill of bills.slice(one.place % 3)) {
        if (bill.status === "OPEN") bill.status = "PAID";
      }
      break;
    }
    case "void bill": {
      const bill = bills[one.place % Math.max(bills.length, 1)];
      if (bill?.status === "OPEN") bill.status = "VOID";
      break;
    }
    case "expire bill": {
      const bill = bills[one.place % Math.max(bills.length, 1)];
      if (bill?.status === "OPEN") bill.status = "EXPIRED";
      break;
    }
    case "waive": {
      const bill = bills[one.place % Math.max(bills.length, 1)];
      if (bill === undefined || !(bill.status === "PAID" || bill.status === "OPEN")) break;
      const left = leftOf(bill);
      const waived = left.times(one.tenths).div(10).toDecimalPlaces(6);
      // A credit note cannot lower the amount due to zero.
      const isRefused = waived.isZero() || (bill.status === "OPEN" && waived.gte(left));
      if (!isRefused) credit(bill, waived, false);
      break;
    }
    case "cancel":
      subscription.endedAt ??= subscription.now;
  }
}

describe("the bills of a subscription", () => {
  it("together cost what all its usage costs less what was waived, whatever was recorded, voided, paid, expired, waived or cancelled when", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        fc.array(price, { minLength: 1, maxLength: 4 }),
        fc.constantFrom("0", "0.01", "5"),
        fc.array(change, { maxLength: 120, size: "max" }),
        fc.boolean(),
        (prices, least, changes, isAllVoided) => {
          const leastAmount = new Amount(least);
          const subscription = new Subscription(prices, leastAmount);
          for (const one of changes) take(subscription, one);
          subscription.endedAt ??= subscription.now;
          if (isAllVoided) subscription.units.fill(0);
          subscription.now = new Date(subscription.now.getTime() + 2 * hour);
          subscription.run();

          const owed = sum(subscription.charges).minus(subscription.waived);
          const rest = Amount.max(owed, 0).minus(subscription.billed);
          expect(rest.gte(0) && (rest.isZero() || rest.lt(leastAmount)), rest.toFixed()).toBe(true);
          for (const status of subscription.statuses) seen.add(status);
        },
      ),
      { numRuns: 1_000, seed: 38 },
    );
    expect([...seen].toSorted()).toEqual([
      "CREDIT",
      "CREDIT of a part",
      "DONE",
      "DUE",
      "OWED",
      "RUNNING",
      "VOID",
      "VOID of a part",
      "WAITING",
    ]);
  });

  it("have one period each, also those that no biller was there for", () => {
    const subscription = new Subscription([1_000], new Amount("0.01"));
    for (let count = 0; count < 3; count += 1) {
      subscription.units[count] = 10;
      subscription.endPeriod();
    }
    subscription.now = new Date(subscription.now.getTime() + hour);
    subscription.run();
    expect(subscription.bills.map(({ amount }) => amount.toFixed())).toEqual(["10", "10", "10"]);
  });

  it("have a period of its own also for a subscription that was cancelled as the period began", () => {
    const subscription = new Subscription([1_000], new Amount("0.01"));
    subscription.units[0] = 10;
    subscription.endPeriod();
    subscription.units[1] = 5;
    subscription.endedAt = subscription.now;
    subscription.now = new Date(subscription.now.getTime() + hour);
    subscription.bills.unshift(newBill(0, new Amount(10), subscription.endedAt));

    const next = subscription.next();
    expect([next?.isOfPeriod, next?.broughtForward.toFixed(), next?.amount.toFixed()]).toEqual([
      ...[true, "0", "5"],
    ]);
    subscription.run();
    expect(subscription.statuses).toEqual(["DUE", "DONE"]);
  });
});
