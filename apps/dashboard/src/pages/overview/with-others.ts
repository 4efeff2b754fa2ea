import { difference, isZero, sum } from "@usance/ui";
import type { UsageSeries } from "../../api/records.ts";

type Series = Pick<UsageSeries, "prefixes" | "quantity" | "count">;

interface UsageOf {
  /** null: of all others. */
  readonly prefix: string | null;
  readonly quantity: string;
  readonly count: number;
}

/** The prefixes with the most events, and all others together: so the rows add up to the whole. */
export function withOthers({ prefixes, quantity, count }: Series): UsageOf[] {
  const rest = difference(quantity, sum(prefixes.map((one) => one.quantity)));
  const restCount = count - prefixes.reduce((all, one) => all + one.count, 0);
  const others = { prefix: null, quantity: rest, count: restCount };
  return restCount === 0 && isZero(rest) ? [...prefixes] : [...prefixes, others];
}
