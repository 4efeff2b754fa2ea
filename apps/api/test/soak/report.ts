/** The results of a soak, one line each. */
export type Counts = readonly (readonly [what: string, count: string])[];

/** Lists the counts, one per line, and the verdict. */
export function reportOf(counts: Counts, problems: readonly string[]): string {
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
