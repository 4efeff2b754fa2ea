import type { Component, MeteredComponent } from "./component.ts";
import { Exact, toUsdc, zero } from "./decimals.ts";
import { started, usdcText } from "./rate.ts";
import { measured, type PrefixUsage } from "./usage.ts";

/**
 * Calculates what usage alone costs by a rate card: without fees, and without minimums, which are due in any case. Each line
 * is rounded as `rate` rounds it.
 *
 * @returns USDC with six decimal places
 * @throws RatingError as `rate` does
 */
export type UsagePricer = (usage: readonly PrefixUsage[]) => string;

/** Prepares a valid rate card, so that pricing takes the same time for one tier as for fifty. */
export function usagePricer(components: readonly Component[]): UsagePricer {
  const prices = components.flatMap((one) =>
    one.type === "FLAT" || one.type === "MINIMUM" ? [] : priceOf(one),
  );
  return (usage) => {
    const known = new Map<string, Exact>();
    let total = zero;
    for (const { prefix, measure, included, costOf } of prices) {
      const name = `${measure} ${prefix ?? ""}`;
      const quantity = known.get(name) ?? measured(usage, prefix, measure);
      known.set(name, quantity);
      if (quantity.gt(included)) total = total.plus(toUsdc(costOf(quantity.minus(included))));
    }
    return usdcText(total);
  };
}

function priceOf(component: MeteredComponent) {
  const { prefix, measure = "SUM", included = "0" } = component;
  return { prefix, measure, included: new Exact(included), costOf: costOfUnits(component) };
}

/** @returns what a number of units costs, which is more than 0 */
function costOfUnits(component: MeteredComponent): (units: Exact) => Exact {
  switch (component.type) {
    case "PER_UNIT": {
      const unitAmount = new Exact(component.unitAmount);
      return (units) => units.times(unitAmount);
    }
    case "PERCENTAGE": {
      const part = new Exact(component.percent).times("0.01");
      return (units) => units.times(part);
    }
    case "PACKAGE": {
      const [size, amount] = [component.packageSize, component.packageAmount].map(
        (text) => new Exact(text),
      ) as [Exact, Exact];
      return (units) => started(units, size).times(amount);
    }
    case "GRADUATED":
    case "VOLUME": {
      const tiers = preparedTiers(component);
      return (units) => {
        const tier = tiers.find(({ upTo }) => upTo === null || units.lte(upTo));
        if (tier === undefined) throw new Error("The last tier of a valid card has no end.");
        return tier.due.plus(units.minus(tier.start).times(tier.unitAmount));
      };
    }
  }
}

/** The tiers, with what is due in each for units that are in it besides those from its start on. */
function preparedTiers({ type, tiers }: Extract<MeteredComponent, { readonly tiers: unknown }>) {
  let [end, before] = [zero, zero];
  return tiers.map(({ upTo, unitAmount: price, flatAmount = "0" }) => {
    const start = type === "GRADUATED" ? end : zero;
    const due = type === "GRADUATED" ? before.plus(flatAmount) : new Exact(flatAmount);
    const tier = {
      start,
      due,
      unitAmount: new Exact(price),
      upTo: upTo === null ? null : new Exact(upTo),
    };
    end = tier.upTo ?? end;
    before = due.plus(end.minus(start).times(price));
    return tier;
  });
}
