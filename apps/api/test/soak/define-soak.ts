import type { Counts } from "./report.ts";

export type Value = number | string;

/** What `pnpm soak` can be told: `--kills 100`. */
export interface Option<Read extends Value = number> {
  readonly fallback: Read;
  /** What is allowed, in words. */
  readonly allowed: string;
  /** @returns null when it is not allowed */
  read(text: string): Read | null;
}

export interface SoakResult {
  /** A sentence for each thing that is not as it must be. */
  readonly problems: readonly string[];
  readonly counts: Counts;
  readonly logFiles: readonly string[];
}

/** What each option of a soak is, and its seed: the same one draws the same troubles. */
export type Options<Name extends string, Text extends string = never> = Readonly<
  Record<Name | "seed", number> & Record<Text, string>
>;

/** A soak as who reads what was typed knows it. */
export interface AnySoak {
  readonly name: string;
  readonly options: Readonly<Record<string, Option | Option<string>>>;
  run(options: Readonly<Record<string, Value>>): Promise<SoakResult>;
}

/** A soak, the names of its options that are numbers, and of those that are texts. */
export interface Soak<Name extends string = string, Text extends string = never> {
  readonly name: string;
  readonly options: Readonly<Record<Name, Option> & Record<Text, Option<string>>>;
  run(options: Options<Name, Text>): Promise<SoakResult>;
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

/** What another run has printed, to be seen again; nothing by itself. */
export const printed = (form: RegExp): Option<string> => ({
  fallback: "",
  allowed: "what a run has printed",
  read: (text) => (form.test(text) ? text : null),
});
