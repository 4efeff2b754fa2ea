import type { Parts } from "../../operation/ports/parts.ts";
import { addUpUsage } from "../../usage/stored-sums/add-up-usage.ts";
import { startRounds } from "./rounds.ts";

export const usageAdderName = "add-up-usage";

/** The pause after a step that left nothing to add, and after an error, in milliseconds. */
const pauses = { done: 2_000, trouble: 5_000 };
/** While there is more to add, three quarters of the time are left to those who record usage. */
const restsPerStep = 3;

export type UsageAdderParts = Parameters<typeof addUpUsage>[0] & Pick<Parts, "watch" | "log">;

/**
 * Adds new usage to the stored sums in a loop. Every process runs this; one of them adds at a time.
 *
 * @returns a function that stops it
 */
export function startUsageAdder(parts: UsageAdderParts): () => Promise<void> {
  return startRounds(parts, {
    name: usageAdderName,
    run: () => addUpUsage(parts),
    failed: "usage not added up",
    pauseMs: (result, tookMs) => (result === "more" ? restsPerStep * tookMs : pauses[result]),
  });
}
