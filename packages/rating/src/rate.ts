import { checkComponents } from "./check-components.ts";
import type { Component, Measure, MeteredComponent, Tier } from "./component.ts";
import { Exact, toUsdc, zero } from "./decimals.ts";
import { RatingError } from "./rating-error.ts";
import { measured, type PrefixUsage } from "./usage.ts";

/** A number of units at one price. `amount` is the exact product of the other two. */
export interface RatedPart {
  readonly quantity: string;
  readonly unitAmount: string;
  readonly amount: string;
}

/** The cost of one component. Decimals are in plain notation. */
export interface RatedLine {
  readonly description: string;
  readonly type: Component["type"];
  /** null: all usage, or a component that prices none. */
  readonly prefix: string | null;
  /** null for `FLAT` and `MINIMUM`. */
  readonly measure: Measure | null;
  /** The measured quantity, before `included` is subtracted. 1 for `FLAT` and `MINIMUM`. */
  readonly quantity: string;
  /** How the amount comes about. They add up to `exactAmount`. */
  readonly parts: RatedPart[];
  /** Before rounding. */
  readonly exactAmount: string;
  /** USDC with six decimal places: `exactAmount`, rounded half up. */
  readonly amount: string;
}

export interface Rating {
  /** USDC with six decimal places: the sum of the lines' amounts. */
  readonly amount: string;
  /** One line per component, in their order. */
  readonly lines: RatedLine[];
}

interface Part {
  readonly quantity: Exact;
  readonly unitAmount: Exact;
}

/**
 * Calculates the cost of usage by a rate card. Only each line is rounded, once, half up, to six decimal places. The
 * sum of the lines is exact.
 *
 * @param usage one entry per prefix, in the order of their last events
 * @throws RatingError for a card that checkComponents refuses, for usage that is no decimal, and for an amount with more
 *   than 18 digits before the point
 */
export function rate(components: readonly Component[], usage: readonly PrefixUsage[]): Rating {
  const problem = checkComponents(components);
  if (problem !== null) {
    throw new RatingError([["components", ...problem.path].join("."), problem.rule].join(" "));
  }
  const lines: RatedLine[] = [];
  let total = zero;
  for (const component of components) {
    const { line, amount } = rateComponent(component, usage, total);
    lines.push(line);
    total = total.plus(amount);
  }
  return { amount: usdcText(total), lines };
}

/** @param total of the lines before it */
function rateComponent(component: Component, usage: readonly PrefixUsage[], total: Exact) {
  const { type, description } = component;
  const isMetered = type !== "FLAT" && type !== "MINIMUM";
  const measure = isMetered ? (component.measure ?? "SUM") : null;
  const prefix = isMetered ? component.prefix : undefined;
  const quantity = measure === null ? new Exact(1) : measured(usage, prefix, measure);
  const parts = (isMetered ? partsOf(component, quantity) : dueOnce(dueOf(component, total)))
    .filter(({ quantity: units }) => !units.isZero())
    .map((part) => ({ ...part, amount: part.quantity.times(part.unitAmount) }));
  const exact = parts.reduce((sum, part) => sum.plus(part.amount), zero);
  const amount = toUsdc(exact);
  const line: RatedLine = {
    description,
    type,
    prefix: prefix ?? null,
    measure,
    quantity: quantity.toFixed(),
    parts: parts.map((part) => ({
      quantity: part.quantity.toFixed(),
      unitAmount: part.unitAmount.toFixed(),
      amount: part.amount.toFixed(),
    })),
    exactAmount: exact.toFixed(),
    amount: usdcText(amount),
  };
  return { line, amount };
}

/** A flat fee, or the difference between the lines before and the minimum. */
function dueOf(component: Extract<Component, { type: "FLAT" | "MINIMUM" }>, total: Exact): Exact {
  const amount = new Exact(component.amount);
  return component.type === "FLAT" ? amount : Exact.max(0, amount.minus(total));
}

function partsOf(component: MeteredComponent, quantity: Exact): Part[] {
  const { included = "0", minimum = "0" } = component;
  const parts = priced(component, Exact.max(0, quantity.minus(included)));
  const cost = parts.reduce((sum, part) => sum.plus(part.quantity.times(part.unitAmount)), zero);
  return [...parts, ...dueOnce(Exact.max(0, new Exact(minimum).minus(cost)))];
}

/** @param units that are not included */
function priced(component: MeteredComponent, units: Exact): Part[] {
  switch (component.type) {
    case "PER_UNIT":
      return [{ quantity: units, unitAmount: new Exact(component.unitAmount) }];
    case "PERCENTAGE":
      return [{ quantity: units, unitAmount: new Exact(component.percent).times("0.01") }];
    case "PACKAGE": {
      const unitAmount = new Exact(component.packageAmount);
      return [{ quantity: started(units, new Exact(component.packageSize)), unitAmount }];
    }
    case "GRADUATED":
      return graduated(component.tiers, units);
    case "VOLUME":
      return volume(component.tiers, units);
  }
}

/** Blocks that are full, and one more for a rest. */
export function started(units: Exact, size: Exact): Exact {
  const full = units.divToInt(size);
  return full.times(size).lt(units) ? full.plus(1) : full;
}

function graduated(tiers: readonly Tier[], units: Exact): Part[] {
  let below = zero;
  const parts: Part[] = [];
  for (const tier of tiers) {
    if (units.lte(below)) break;
    const end = tier.upTo === null ? units : Exact.min(units, tier.upTo);
    parts.push(...inTier(tier, end.minus(below)));
    below = end;
  }
  return parts;
}

function volume(tiers: readonly Tier[], units: Exact): Part[] {
  const tier = tiers.find(({ upTo }) => upTo === null || units.lte(upTo));
  return tier === undefined || units.isZero() ? [] : inTier(tier, units);
}

function inTier({ unitAmount, flatAmount = "0" }: Tier, units: Exact): Part[] {
  const flat = new Exact(flatAmount);
  const perUnit = { quantity: units, unitAmount: new Exact(unitAmount) };
  return [perUnit, ...dueOnce(flat)];
}

const dueOnce = (amount: Exact): Part[] =>
  amount.isZero() ? [] : [{ quantity: new Exact(1), unitAmount: amount }];

const largest = new Exact("1e18");

/** USDC with six decimal places. @throws RatingError for more than 18 digits before the point */
export function usdcText(amount: Exact): string {
  if (amount.gte(largest)) {
    throw new RatingError("The amount has more than 18 digits before the decimal point.");
  }
  return amount.toFixed(6);
}
