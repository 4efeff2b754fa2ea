import type { Counts } from "./report.ts";

/** What `pnpm soak` can be told: `--kills 100`. */
export interface Option {
  readonly fallback: number;
  /** What is allowed, in words. */
  readonly allowed: string;
  /** @returns null when it is not allowed */
  read(text: string): number | null;
}

export interface SoakResult {
  /** A sentence for each thing that is not as it must be. */
  readonly problems: readonly string[];
  readonly counts: Counts;
  readonly logFiles: readonly string[];
}

/** What each option of a soak is, and its seed: the same one draws the same troubles. */
export type Options<Name extends string> = Readonly<Record<Name | "seed", number>>;

export interface Soak<Name extends string = string> {
  readonly name: string;
  readonly options: Readonly<Record<Name, Option>>;
  run(options: Options<Name>): Promise<SoakResult>;
}

export const wholeNumber = (fallback: number, least: number, most: number): Option => ({
  fallback,
  allowed: `a whole number from ${least} to ${most}`,
  read: (text) => {
    const value = Number(text);
    return /^\d+$/.test(text) && value >= least && value <= most ? value : null;
  },
});

/** How many of all: 0 to 1. */
export const rate = (fallback: number): Option => ({
  fallback,
  allowed: "a number from 0 to below 1, like 0.3",
  read: (text) => (/^0?\.?\d+$/.test(text) && Number(text) < 1 ? Number(text) : null),
});
