import type { Component, Measure, MeteredComponent } from "./component.ts";
import type { PrefixUsage } from "./usage.ts";

/** The usage of a period whose event keys begin with a prefix, added up. Quantities are in millionths. */
export interface UsageUnits {
  readonly prefix: string;
  readonly quantity: bigint;
  readonly count: number;
  /** The largest quantity; it is read only if the card has a component that measures it, as is the last one. */
  readonly max: bigint;
  /** The quantity of the event that occurred last. */
  readonly last: bigint;
}

/** Reads usage whose values are decimals. @throws SyntaxError for text that is no decimal */
export const usageUnits = ({
  prefix,
  quantity,
  count = 1,
  max = quantity,
  last = quantity,
}: PrefixUsage): UsageUnits => ({
  ...{ prefix, count, quantity: unitsOf(quantity, places.units) },
  ...{ max: unitsOf(max, places.units), last: unitsOf(last, places.units) },
});

/**
 * Calculates what usage alone costs by a rate card: without fees, and without minimums, which are due in any case. Each line
 * is rounded as `rate` rounds it.
 *
 * @param usage one entry per prefix, in the order of their last events
 * @returns millionths of USDC, also more than `rate` accepts
 */
export type UsagePricer = (usage: readonly UsageUnits[]) => bigint;

/*
 * A price has at most 14 decimal places, also of a percentage, and a quantity six. So all is counted in whole units, which
 * takes a tenth of the time of decimals: usage is priced while its balance is locked.
 */
const places = { units: 6, price: 14, cost: 20 } as const;
const one = 10n ** BigInt(places.units);
const rounding = 10n ** BigInt(places.cost - places.units);

/** Reads a decimal in units of a decimal place. Later places must be zeros. @throws SyntaxError for text that is no decimal */
export function unitsOf(text: string, place: number): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.slice(0, place).padEnd(place, "0"));
}

/** Prepares a valid rate card, so that pricing takes the same time for one tier as for fifty. */
export function usagePricer(components: readonly Component[]): UsagePricer {
  const prices = components.flatMap((component) =>
    component.type === "FLAT" || component.type === "MINIMUM" ? [] : priceOf(component),
  );
  return (usage) => {
    let total = 0n;
    for (const { prefix, measure, included, costOf } of prices) {
      const units = measured(usage, prefix, measure) - included;
      if (units > 0n) total += (costOf(units) + rounding / 2n) / rounding;
    }
    return total;
  };
}

function priceOf(component: MeteredComponent) {
  const { prefix, measure = "SUM", included = "0" } = component;
  const costOf = costOfUnits(component);
  return { prefix, measure, included: unitsOf(included, places.units), costOf };
}

function measured(
  usage: readonly UsageUnits[],
  prefix: string | undefined,
  measure: Measure,
): bigint {
  let units = 0n;
  for (const entry of usage) {
    if (prefix !== undefined && entry.prefix !== prefix) continue;
    if (measure === "SUM") units += entry.quantity;
    else if (measure === "COUNT") units += BigInt(entry.count) * one;
    else if (measure === "LAST") units = entry.last;
    else if (entry.max > units) units = entry.max;
  }
  return units;
}

/** @returns what a number of units costs, which is more than 0 */
function costOfUnits(component: MeteredComponent): (units: bigint) => bigint {
  switch (component.type) {
    case "PER_UNIT": {
      const unitAmount = unitsOf(component.unitAmount, places.price);
      return (units) => units * unitAmount;
    }
    case "PERCENTAGE": {
      const part = unitsOf(component.percent, places.price - 2);
      return (units) => units * part;
    }
    case "PACKAGE": {
      const size = unitsOf(component.packageSize, places.units);
      const amount = unitsOf(component.packageAmount, places.cost);
      return (units) => ((units + size - 1n) / size) * amount;
    }
    case "GRADUATED":
    case "VOLUME": {
      const tiers = preparedTiers(component);
      return (units) => {
        const tier = tiers.find(({ upTo }) => upTo === null || units <= upTo);
        if (tier === undefined) throw new Error("The last tier of a valid card has no end.");
        return tier.due + (units - tier.start) * tier.unitAmount;
      };
    }
  }
}

/** The tiers, with what is due in each for units that are in it besides those from its start on. */
function preparedTiers({ type, tiers }: Extract<MeteredComponent, { readonly tiers: unknown }>) {
  let [end, before] = [0n, 0n];
  return tiers.map((tier) => {
    const unitAmount = unitsOf(tier.unitAmount, places.price);
    const flat = unitsOf(tier.flatAmount ?? "0", places.cost);
    const isGraduated = type === "GRADUATED";
    const start = isGraduated ? end : 0n;
    const due = isGraduated ? before + flat : flat;
    const upTo = tier.upTo === null ? null : unitsOf(tier.upTo, places.units);
    end = upTo ?? end;
    before = due + (end - start) * unitAmount;
    return { start, due, unitAmount, upTo };
  });
}
