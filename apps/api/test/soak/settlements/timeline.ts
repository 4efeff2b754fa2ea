import type { Random } from "../random.ts";
import { type CallerKind, callerKinds } from "./callers.ts";
import type { SettlementsOptions } from "./options.ts";

/** The events in order. All numbers are drawn from the seed at the start. */
export type Happening =
  | { readonly kind: "settle"; readonly caller: CallerKind; readonly random: Random }
  | { readonly kind: "kill"; readonly process: number; readonly livesMs: number }
  | { readonly kind: "reorg"; readonly depth: number }
  | { readonly kind: "drop" }
  | { readonly kind: "fee"; readonly gwei: number };

/** The deepest reorganization, in blocks. */
const deepest = 5;

/** All faults of a soak in random order, each with the pause before it in milliseconds. */
export function timelineOf(
  { settlements, kills, reorgs, processes }: SettlementsOptions,
  random: Random,
): readonly (readonly [pauseMs: number, Happening])[] {
  const times = (count: number, make: () => Happening) => Array.from({ length: count }, make);
  const happenings = random.shuffled([
    ...times(settlements, () => ({
      kind: "settle",
      caller: random.weighted(callerKinds),
      random: random.fork(),
    })),
    ...times(kills, () => ({
      kind: "kill",
      process: random.integer(0, processes - 1),
      livesMs: random.integer(0, 3_000),
    })),
    ...times(reorgs, () => ({ kind: "reorg", depth: random.integer(1, deepest) })),
    ...times(Math.ceil(reorgs / 2), () => ({ kind: "drop" })),
    ...times(Math.ceil(reorgs / 2), () => ({ kind: "fee", gwei: random.integer(5, 100) })),
  ]);
  return happenings.map((happening) => [random.integer(0, 150), happening] as const);
}
