/** An option of `pnpm soak <name>`: `--kills 100`. */
export interface Option {
  readonly fallback: number;
  /** Describes the allowed values. */
  readonly allowed: string;
  /** @returns null for a value that is not allowed */
  read(text: string): number | null;
}

/** The results of a soak, one line each. */
export type Counts = readonly (readonly [what: string, count: string | number])[];

export interface SoakResult {
  /** Receives a sentence for each violation. */
  readonly problems: readonly string[];
  readonly counts: Counts;
  readonly logFiles: readonly string[];
}

/** A soak's options and its seed. The same seed draws the same faults. */
type Options<Name extends string> = { readonly seed: number } & Readonly<Record<Name, number>>;

/** The options of a soak, as its code reads them. */
export type OptionsOf<Of extends Readonly<Record<string, Option>>> = Options<keyof Of & string>;

export interface Soak<Name extends string = string> {
  readonly name: string;
  /** The faults that it injects. */
  readonly summary: string;
  readonly options: Readonly<Record<Name, Option>>;
  run(options: Options<Name>): Promise<SoakResult>;
}

export const wholeNumber = (fallback: number, min: number, max: number): Option => ({
  fallback,
  allowed: `a whole number from ${min} to ${max}`,
  read: (text) => {
    const value = Number(text);
    return /^\d+$/.test(text) && value >= min && value <= max ? value : null;
  },
});

/** A share, from 0 to 1. */
export const rate = (fallback: number): Option => ({
  fallback,
  allowed: "a number from 0 to below 1, like 0.3",
  read: (text) => (/^0?\.?\d+$/.test(text) && Number(text) < 1 ? Number(text) : null),
});

/** Lists the counts, one per line, and the verdict. */
export function reportOf({ counts, problems }: SoakResult): string {
  const width = Math.max(...counts.map(([what]) => what.length));
  const lines = counts.map(([what, count]) => `${what.padEnd(width)}  ${count}`);
  const verdict = problems.length === 0 ? ["The oracle holds."] : problems;
  return `${[...lines, "", ...verdict].join("\n")}\n`;
}

/** The number of occurrences of each thing that was counted. */
export const listed = (counts: ReadonlyMap<string, number>) =>
  [...counts]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([what, count]) => `${what} ${count}`)
    .join(", ");
