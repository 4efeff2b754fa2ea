import {
  type Component,
  prefixesOf,
  type UsagePricer,
  type UsageUnits,
  usagePricer,
} from "@usance/rating";
import type { Shares } from "../../balances/book.ts";
import { prefixOf } from "../../kit/fields.ts";
import { larger, smaller, textOfUnits, toTokenUnits, unitsOfText } from "../../kit/money.ts";
import type { RefusalTerms } from "../../kit/refusal.ts";
import { quoteTooLarge } from "../../schemas/quotes.ts";

/** Usage that a rate card prices. */
export interface PricedUsage {
  readonly subscriptionId: string;
  readonly eventKey: string;
  readonly occurredAt: Date;
  /** In millionths. */
  readonly quantity: bigint;
}

/** @param now when usage occurs that does not say it */
export const pricedUsage = (
  {
    subscriptionId,
    eventKey,
    occurredAt,
    quantity,
  }: Pick<PricedUsage, "subscriptionId" | "eventKey"> & {
    readonly occurredAt?: Date | undefined;
    readonly quantity: Parameters<typeof toTokenUnits>[0];
  },
  now: Date,
): PricedUsage => ({
  ...{ subscriptionId, eventKey, occurredAt: occurredAt ?? now },
  quantity: toTokenUnits(quantity),
});

/** Events whose keys have one prefix, added up. Quantities are in millionths. */
interface Total {
  readonly quantity: bigint;
  readonly count: number;
  /** Of a card that prices the largest or the last quantity; null: it does not. */
  readonly extremes: Extremes | null;
}

export interface Extremes {
  readonly max: bigint;
  readonly last: Place;
}

/** The place of an event in the order in which a bill measures usage: by time, quantity and key. */
interface Place {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly quantity: bigint;
  readonly eventKey: string;
}

/** By prefix; empty: all that the card does not name. */
export type Totals = ReadonlyMap<string, Total>;

/** As the database stores the total of a prefix: quantities in text with six decimal places. */
export type StoredTotal = readonly [
  prefix: string,
  quantity: string,
  count: number,
  extremes: readonly [max: string, at: number, quantity: string, eventKey: string] | null,
];

/** What was paid for the usage of prefixes that have balances, in token units. */
export type PrefixShares = ReadonlyMap<string, Shares>;

/** What was charged for the usage of a period, in token units. */
export interface Charged {
  readonly charged: bigint;
  readonly shares: PrefixShares;
  readonly totals: Totals;
}

/** A rate card, prepared to price usage. */
export interface PricingCard {
  readonly id: string;
  readonly costOf: UsagePricer;
  /** Those that it names. */
  readonly prefixes: ReadonlySet<string>;
  /** Whether it prices the largest or the last quantity. */
  readonly hasExtremes: boolean;
}

export const pricingCard = (id: string, components: readonly Component[]): PricingCard => ({
  id,
  costOf: usagePricer(components),
  prefixes: new Set(prefixesOf(components)),
  hasExtremes: components.some(
    (one) => "measure" in one && (one.measure === "MAX" || one.measure === "LAST"),
  ),
});

/** What an event costs by the rate card, in token units. It is negative if a larger volume is cheaper. */
export interface Price {
  readonly amount: bigint;
  readonly rateCardId: string;
  readonly period: PrepaidPeriod;
  /** Counts the event, which was charged this. */
  add(): void;
}

/**
 * The usage of a period that a balance is charged for by the rate card: it is priced as if there were no other usage. What
 * an event costs is what all of it costs with the event, less what was charged so far. So at every moment the charges add
 * up to what the card says, in whatever order the events arrive.
 */
export class PrepaidPeriod {
  readonly subscriptionId: string;
  readonly from: Date;
  /** null: it has no end. */
  readonly to: Date | null;
  readonly card: PricingCard;
  readonly #shares: Map<string, Shares>;
  #totals: Totals;
  #charged: bigint;
  #isChanged = false;

  constructor(
    {
      subscriptionId,
      from,
      to,
      card,
    }: Pick<PrepaidPeriod, "subscriptionId" | "from" | "to" | "card">,
    { charged, shares, totals }: Charged,
  ) {
    this.subscriptionId = subscriptionId;
    this.from = from;
    this.to = to;
    this.card = card;
    this.#charged = charged;
    this.#shares = new Map(shares);
    this.#totals = totals;
  }

  /** What was charged for this usage, in token units. */
  get charged(): bigint {
    return this.#charged;
  }

  get shares(): PrefixShares {
    return this.#shares;
  }

  get totals(): Totals {
    return this.#totals;
  }

  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** What an event costs. @returns the refusal when that is more than can be charged */
  priceOf(usage: PricedUsage): Price | RefusalTerms {
    const totals = withUsage(this.#totals, this.card, usage);
    const cost = this.card.costOf(inOrder(totals));
    if (cost > largest) return quoteTooLarge;
    const add = () => {
      this.#totals = totals;
      this.charge(cost - this.#charged);
    };
    return { amount: cost - this.#charged, rateCardId: this.card.id, period: this, add };
  }

  /** Counts an event no longer. @returns its prefix if it was the largest or the last of several; null: it was not */
  remove(usage: PricedUsage): string | null {
    const prefix = prefixIn(this.card, usage.eventKey);
    const before = this.#totals.get(prefix);
    if (before === undefined) throw new Error("A total must have the events that it counts.");
    const { quantity, count, extremes } = before;
    const totals = new Map(this.#totals);
    if (count === 1) totals.delete(prefix);
    else totals.set(prefix, { quantity: quantity - usage.quantity, count: count - 1, extremes });
    this.#totals = totals;
    this.#isChanged = true;
    const isExtreme =
      extremes !== null &&
      (usage.quantity === extremes.max || usage.eventKey === extremes.last.eventKey);
    return isExtreme ? prefix : null;
  }

  /** Counts other extremes of a prefix, of which events are left. */
  setExtremes(prefix: string, extremes: Extremes): void {
    const before = this.#totals.get(prefix);
    if (before === undefined) throw new Error("Only usage has a largest quantity.");
    this.#totals = new Map(this.#totals).set(prefix, { ...before, extremes });
  }

  /** What the usage costs beyond what was charged, in token units; negative: less. */
  get due(): bigint {
    return this.card.costOf(inOrder(this.#totals)) - this.#charged;
  }

  /** Counts that an amount more was charged. */
  charge(amount: bigint): void {
    this.#charged += amount;
    this.#isChanged = true;
  }

  /** Notes who has paid for usage of a prefix that has a balance. */
  share(prefix: string, { prefixed, general }: Shares): void {
    const before = this.#shares.get(prefix) ?? { prefixed: 0n, general: 0n };
    const after = { prefixed: before.prefixed + prefixed, general: before.general + general };
    this.#shares.set(prefix, after);
  }

  /**
   * Divides what is given back for usage of a prefix: the general balance, which has paid last, gets it first, as far as it has
   * paid for that prefix; then the one for the prefix, as far as it has. Beyond that, what other usage costs less is the
   * general one's.
   *
   * @param before what the general balance has paid for it before there was the other, which is not in the shares
   */
  unshare(prefix: string, amount: bigint, before: bigint): Shares {
    const paid = this.#shares.get(prefix);
    if (paid === undefined) return { prefixed: 0n, general: amount };
    const prefixed = smaller(larger(amount - before - paid.general, 0n), paid.prefixed);
    const general = amount - prefixed;
    const shared = smaller(larger(general - before, 0n), paid.general);
    this.share(prefix, { prefixed: -prefixed, general: -shared });
    return { prefixed, general };
  }
}

/** The largest amount of USDC, in token units: 18 digits before the point. */
const largest = 10n ** 24n - 1n;

/** As packages/rating reads usage: in the order of the last events. */
function inOrder(totals: Totals): UsageUnits[] {
  const entries = [...totals].map(([prefix, total]) => ({ prefix, ...total }));
  entries.sort((one, other) =>
    one.extremes && other.extremes ? compare(one.extremes.last, other.extremes.last) : 0,
  );
  return entries.map(({ prefix, quantity, count, extremes }) => ({
    prefix,
    quantity,
    count,
    max: extremes?.max ?? 0n,
    last: extremes?.last.quantity ?? 0n,
  }));
}

/** The prefix among whose usage a card counts an event; empty: it does not name the event's. */
function prefixIn({ prefixes }: PricingCard, eventKey: string): string {
  const prefix = prefixOf(eventKey);
  return prefixes.has(prefix) ? prefix : "";
}

function withUsage(totals: Totals, card: PricingCard, usage: PricedUsage): Totals {
  const { eventKey, quantity } = usage;
  const prefix = prefixIn(card, eventKey);
  const before = totals.get(prefix);
  const last = { at: usage.occurredAt.getTime(), quantity, eventKey };
  const extremes = card.hasExtremes ? withPlace(before?.extremes ?? null, last) : null;
  const total = {
    quantity: (before?.quantity ?? 0n) + quantity,
    count: (before?.count ?? 0) + 1,
    extremes,
  };
  return new Map(totals).set(prefix, total);
}

function withPlace(before: Extremes | null, place: Place): Extremes {
  if (before === null) return { max: place.quantity, last: place };
  const isLargest = place.quantity > before.max;
  return {
    max: (isLargest ? place : { quantity: before.max }).quantity,
    last: compare(place, before.last) > 0 ? place : before.last,
  };
}

function compare(one: Place, other: Place): number {
  if (one.at !== other.at) return one.at - other.at;
  if (one.quantity !== other.quantity) return one.quantity < other.quantity ? -1 : 1;
  return Buffer.compare(Buffer.from(one.eventKey), Buffer.from(other.eventKey));
}

export const readTotals = (stored: readonly StoredTotal[]): Totals =>
  new Map(
    stored.map(([prefix, quantity, count, extremes]) => [
      prefix,
      { quantity: unitsOfText(quantity), count, extremes: extremes && readExtremes(extremes) },
    ]),
  );

const readExtremes = ([max, at, quantity, eventKey]: NonNullable<StoredTotal[3]>): Extremes => ({
  max: unitsOfText(max),
  last: { at, quantity: unitsOfText(quantity), eventKey },
});

export const storedTotals = (totals: Totals): StoredTotal[] =>
  [...totals].map(([prefix, { quantity, count, extremes }]) => [
    prefix,
    textOfUnits(quantity),
    count,
    extremes && [
      textOfUnits(extremes.max),
      extremes.last.at,
      textOfUnits(extremes.last.quantity),
      extremes.last.eventKey,
    ],
  ]);

/** As the database stores them: amounts in text with six decimal places. */
export type StoredShare = readonly [prefix: string, prefixed: string, general: string];

export const readShares = (stored: readonly StoredShare[]): PrefixShares =>
  new Map(
    stored.map(([prefix, prefixed, general]) => [
      prefix,
      { prefixed: unitsOfText(prefixed), general: unitsOfText(general) },
    ]),
  );

export const storedShares = (shares: PrefixShares): StoredShare[] =>
  [...shares].map(([prefix, { prefixed, general }]) => [
    prefix,
    textOfUnits(prefixed),
    textOfUnits(general),
  ]);
