import type { Component, Tier } from "../src/component.ts";
import type { PrefixUsage } from "../src/usage.ts";

/*
 * A second implementation for the tests, written from docs/billing.md alone: fractions of whole numbers, and one unit of
 * six decimal places at a time where the rule speaks of units. It shares no code with rate.ts.
 */

interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

const fraction = (text: string): Fraction => {
  const [whole = "", decimals = ""] = text.split(".");
  return { over: BigInt(whole + decimals), under: 10n ** BigInt(decimals.length) };
};
const nothing = fraction("0");
const plus = (a: Fraction, b: Fraction) => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
});
const minus = (a: Fraction, b: Fraction) => plus(a, { ...b, over: -b.over });
const times = (a: Fraction, b: Fraction) => ({
  over: a.over * b.over,
  under: a.under * b.under,
});
const isMore = (a: Fraction, b: Fraction) => a.over * b.under > b.over * a.under;
const larger = (a: Fraction, b: Fraction) => (isMore(a, b) ? a : b);
const smaller = (a: Fraction, b: Fraction) => (isMore(a, b) ? b : a);

/** Millionths, rounded half up: what is left over is compared with half of a millionth. */
function millionths({ over, under }: Fraction): bigint {
  const whole = (over * 1_000_000n) / under;
  const rest = over * 1_000_000n - whole * under;
  return 2n * rest >= under ? whole + 1n : whole;
}

const usdc = (units: bigint) => {
  const digits = units.toString().padStart(7, "0");
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
};

interface NaiveRating {
  readonly amount: string;
  readonly lines: readonly { readonly amount: string; readonly exact: Fraction }[];
}

export function rateNaively(
  components: readonly Component[],
  usage: readonly PrefixUsage[],
): NaiveRating {
  let total = 0n;
  const lines = [];
  for (const component of components) {
    const exact =
      component.type === "MINIMUM"
        ? larger(nothing, minus(fraction(component.amount), { over: total, under: 1_000_000n }))
        : costOf(component, usage);
    total += millionths(exact);
    lines.push({ amount: usdc(millionths(exact)), exact });
  }
  return { amount: usdc(total), lines };
}

function costOf(
  component: Exclude<Component, { type: "MINIMUM" }>,
  usage: readonly PrefixUsage[],
): Fraction {
  if (component.type === "FLAT") return fraction(component.amount);
  let value = nothing;
  for (const one of usage) {
    if (component.prefix !== undefined && component.prefix !== one.prefix) continue;
    const { quantity, count = 1, max = quantity, last = quantity } = one;
    if (component.measure === "COUNT") value = plus(value, fraction(String(count)));
    else if (component.measure === "MAX") value = larger(value, fraction(max));
    else if (component.measure === "LAST") value = fraction(last);
    else value = plus(value, fraction(quantity));
  }
  const units = larger(nothing, minus(value, fraction(component.included ?? "0")));
  return larger(priceOf(component, units), fraction(component.minimum ?? "0"));
}

function priceOf(
  component: Exclude<Component, { type: "MINIMUM" | "FLAT" }>,
  units: Fraction,
): Fraction {
  switch (component.type) {
    case "PER_UNIT":
      return times(units, fraction(component.unitAmount));
    case "PERCENTAGE":
      return times(times(units, fraction(component.percent)), fraction("0.01"));
    case "PACKAGE": {
      const size = fraction(component.packageSize);
      const over = units.over * size.under;
      const under = units.under * size.over;
      return times(
        { over: (over + under - 1n) / under, under: 1n },
        fraction(component.packageAmount),
      );
    }
    case "GRADUATED":
      return component.tiers
        .map((tier, place) => {
          const from = fraction(component.tiers[place - 1]?.upTo ?? "0");
          const end = tier.upTo === null ? units : smaller(units, fraction(tier.upTo));
          return isMore(units, from) ? inTier(tier, minus(end, from)) : nothing;
        })
        .reduce(plus, nothing);
    case "VOLUME": {
      const tier = component.tiers.find(
        ({ upTo }) => upTo === null || !isMore(units, fraction(upTo)),
      );
      return tier !== undefined && isMore(units, nothing) ? inTier(tier, units) : nothing;
    }
  }
}

const inTier = ({ unitAmount, flatAmount = "0" }: Tier, units: Fraction) =>
  plus(times(units, fraction(unitAmount)), fraction(flatAmount));

/** Whether two decimals or fractions are the same number. */
export function isSame(a: Fraction, b: string): boolean {
  const other = fraction(b);
  return a.over * other.under === other.over * a.under;
}

/** Whether parts add up to a whole. */
export function addUpTo(parts: readonly string[], whole: string): boolean {
  return isSame(parts.map(fraction).reduce(plus, nothing), whole);
}

/** Whether one number times another is a third. */
export function multiplyTo(one: string, other: string, product: string): boolean {
  return isSame(times(fraction(one), fraction(other)), product);
}
