import { type CostLimits, costs } from "../src/operation/access/limits/costs.ts";
import type { AnyOperation } from "../src/operation/operation.ts";

/** The costs whose calls do not run in turns. */
const others = {
  write: "changes records, in transactions that take turns",
  own: "is limited by the queue of usage events or by the settlement engine, or waits for a test clock",
  none: "is a health check, whose result is cached",
};

/** What stands in the table in place of the names: costs that no operation has, and those by default (`usualCost`). */
const unnamed: Readonly<Record<string, string>> = {
  small: "all others",
  transaction: "in calls of every cost",
  page: "pages of lists",
  stream: "lists with `Accept: text/csv`",
  write: "all changes with a key, unless named above or below",
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
