import type { z } from "zod";
import type { UsageByPrefix } from "../schemas/linked-usage.ts";
import type { PrefixSum } from "./store.ts";

type Prefix = z.input<typeof UsageByPrefix>;

/** Groups the sums of intervals by their prefix, in the order in which the prefixes come. */
export function usageByPrefix(
  sums: readonly PrefixSum[],
  max: number,
): { prefixes: Prefix[]; hasMorePrefixes: boolean } {
  const byPrefix = [...Map.groupBy(sums, ({ prefix }) => prefix).values()];
  return {
    prefixes: byPrefix.slice(0, max).flatMap(usageOf),
    hasMorePrefixes: byPrefix.length > max,
  };
}

function usageOf(sums: readonly PrefixSum[]): Prefix[] {
  const [first] = sums;
  if (first === undefined) return [];
  const { prefix, prefixQuantity: quantity, prefixCount: count } = first;
  return [{ prefix, quantity, count, intervals: [...sums] }];
}
