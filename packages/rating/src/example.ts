import type { Component, Measure, MeteredComponent } from "./component.ts";
import { Exact, zero } from "./decimals.ts";
import { type Rating, rate } from "./rate.ts";
import type { PrefixUsage } from "./usage.ts";

/** The quantity of a component whose price says nothing about what is usual. */
const usual = new Exact(1000);

/** The name of usage that no component names. */
const unnamed = "other";

/**
 * Calculates an example of what a card costs: usage of each prefix that its components price, beyond what is included
 * and beyond the first tier or block, so that the example shows more than one price.
 */
export function rateExample(components: readonly Component[]): Rating {
  const metered = components.flatMap((one) =>
    one.type === "FLAT" || one.type === "MINIMUM" ? [] : [one],
  );
  const named = [...new Set(metered.flatMap(({ prefix }) => prefix ?? []))];
  const prefixes = named.length > 0 ? named : [unnamed];
  const usage = prefixes.map((prefix) =>
    usageOf(
      prefix,
      metered.filter((one) => (one.prefix ?? prefixes[0]) === prefix),
    ),
  );
  return rate(components, metered.length > 0 ? usage : []);
}

/** Usage that some quantities can be measured of at once: no event has more than all together. */
function usageOf(prefix: string, components: readonly MeteredComponent[]): PrefixUsage {
  const of = (wanted: Measure) =>
    components
      .filter(({ measure = "SUM" }) => measure === wanted)
      .reduce((most, one) => Exact.max(most, quantityOf(one)), zero);
  const [sum, count, last] = [of("SUM"), of("COUNT"), of("LAST")];
  const max = Exact.max(of("MAX"), last);
  return {
    prefix,
    quantity: Exact.max(sum, max).toFixed(),
    // An event has at most the largest quantity.
    count: count.isZero() ? 1 : Math.min(count.ceil().toNumber(), Number.MAX_SAFE_INTEGER),
    ...(max.isZero() ? {} : { max: max.toFixed(), last: (last.isZero() ? max : last).toFixed() }),
  };
}

/** Twice as much as the first price is for. */
function quantityOf(component: MeteredComponent): Exact {
  const bound = new Exact(component.included ?? 0).plus(firstBound(component));
  return bound.isZero() ? usual : bound.times(2);
}

function firstBound(component: MeteredComponent): string {
  if (component.type === "PACKAGE") return component.packageSize;
  return "tiers" in component ? (component.tiers[0]?.upTo ?? "0") : "0";
}
