import { type CostLimits, costs } from "../src/operation/access/limits/costs.ts";
import type { AnyOperation } from "../src/operation/operation.ts";

/**
 * What the table says of calls that take no turn at all. A `write` has no row, since its transactions take turns, nor has a
 * health check, whose result is cached.
 */
const others = {
  own: "is limited by the usage queue or the settlement engine, or waits for a test clock",
};

/** What stands in the table in place of the names: costs that no operation has, and those by default (`usualCost`). */
const unnamed: Readonly<Record<string, string>> = {
  small: "all other reads and calls of pages",
  transaction: "in calls of every cost",
  page: "pages of lists, and proofs of invoices",
  stream: "lists with `Accept: text/csv`",
  follow: "`events.list` with `Accept: text/event-stream`",
};

/** The rows of the table in SECURITY.md: what calls cost, how many run at once, and the operations. */
export function costLines(operations: readonly AnyOperation[]): string[] {
  const named = (cost: string) => {
    const names = operations.filter((one) => one.cost === cost).map(({ name }) => `\`${name}\``);
    return unnamed[cost] ?? names.join(", ");
  };
  const limited = Object.entries<CostLimits>(costs).map(([cost, limits]) => {
    const { does, perSeller, perAddress, perRecord, ofStrangers, ofAll } = limits;
    const counts = [perSeller, perAddress, perRecord, ofStrangers, ofAll].map((max) => max ?? "");
    return [`\`${cost}\`: ${does}`, ...counts, named(cost)];
  });
  const free = Object.entries(others).map(([cost, does]) => [
    `\`${cost}\`: ${does}`,
    ...["", "", "", "", ""],
    named(cost),
  ]);
  return [...limited, ...free].map((cells) => `| ${cells.join(" | ")} |`.replace(/ {2,}/g, " "));
}
