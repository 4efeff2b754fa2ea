import type { Counts } from "./report.ts";

/** An option of `usance soak <name>`: `--kills 100`. */
export interface Option<Value = unknown> {
  readonly fallback: Value;
  /** Describes the allowed values. */
  readonly allowed: string;
  /** @returns null for a value that is not allowed */
  read(text: string): Value | null;
}

export interface SoakResult {
  /** Receives a sentence for each violation. */
  readonly problems: readonly string[];
  readonly counts: Counts;
  readonly logFiles: readonly string[];
}

/** A soak's options by name. */
export type Choices = Readonly<Record<string, Option>>;

/** The options of a soak and its seed. The same seed draws the same faults. */
export type Options<Of extends Choices> = { readonly seed: number } & {
  readonly [Name in keyof Of]: Of[Name]["fallback"];
};

export interface Soak<Of extends Choices = Choices> {
  readonly name: string;
  /** The faults that it injects. */
  readonly summary: string;
  readonly options: Of;
  /** Imports the code of the soak, so that `--help` shows the options without loading it. */
  run(options: Options<Of>): Promise<SoakResult>;
}

/** Combines a soak's code with its options. */
export const defineSoak = <Of extends Choices>(soak: Soak<Of>): Soak => soak;

export const wholeNumber = (fallback: number, min: number, max: number): Option<number> => ({
  fallback,
  allowed: `a whole number from ${min} to ${max}`,
  read: (text) => {
    const value = Number(text);
    return /^\d+$/.test(text) && value >= min && value <= max ? value : null;
  },
});

/** A share, from 0 to 1. */
export const rate = (fallback: number): Option<number> => ({
  fallback,
  allowed: "a number from 0 to below 1, like 0.3",
  read: (text) => (/^0?\.?\d+$/.test(text) && Number(text) < 1 ? Number(text) : null),
});

/** The output of an earlier run, to repeat it; null if it is not given. */
export const printed = (form: RegExp): Option<string | null> => ({
  fallback: null,
  allowed: "what a run has printed",
  read: (text) => (form.test(text) ? text : null),
});
