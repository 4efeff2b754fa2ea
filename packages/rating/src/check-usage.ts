import type { Problem } from "./check-components.ts";
import { Exact } from "./decimals.ts";
import type { PrefixUsage } from "./usage.ts";

/**
 * Checks that usage is possible: each prefix occurs once, and the values of an entry can come from the same events.
 * Omitted values are not compared.
 *
 * @returns the first contradiction; null if the usage is possible
 */
export function checkUsage(usage: readonly PrefixUsage[]): Problem | null {
  const prefixes = new Set<string>();
  for (const [place, one] of usage.entries()) {
    if (prefixes.has(one.prefix)) {
      return { path: [place, "prefix"], rule: "must not be the prefix of another entry." };
    }
    prefixes.add(one.prefix);
    const contradiction = contradictionIn(one);
    if (contradiction !== null) {
      const [field, rule] = contradiction;
      return { path: [place, field], rule };
    }
  }
  return null;
}

function contradictionIn({
  quantity: sum,
  count,
  max: greatest,
  last: newest,
}: PrefixUsage): readonly [field: keyof PrefixUsage, rule: string] | null {
  const quantity = new Exact(sum);
  const max = greatest === undefined ? null : new Exact(greatest);
  const last = newest === undefined ? null : new Exact(newest);
  if (count === 0 && !quantity.isZero()) return ["quantity", "must be 0 if count is 0."];
  if (max?.gt(quantity)) return ["max", "must not be more than quantity."];
  if (last?.gt(max ?? quantity)) {
    return ["last", `must not be more than ${max === null ? "quantity" : "max"}.`];
  }
  if (count === 1 && last !== null && !last.eq(quantity)) {
    return ["last", "must be equal to quantity if count is 1."];
  }
  if (count !== undefined && max !== null && quantity.gt(max.times(count))) {
    return ["quantity", "must not be more than count times max."];
  }
  // The largest and the last quantity are of two events if they differ.
  if (max !== null && last?.lt(max) && max.plus(last).gt(quantity)) {
    return ["last", "must not be more, with max, than quantity."];
  }
  return null;
}
