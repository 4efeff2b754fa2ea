import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../results", import.meta.url));

/** Shows how far a benchmark has come, on standard error, so that standard output has its tables alone. */
export const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** To two places. */
export const rounded = (value: number) => Math.round(value * 100) / 100;

/** A bound of the service: a ratio of two sides of one run. */
export interface Target {
  readonly figure: string;
  readonly bound: string;
  /** null: it was not measured. */
  readonly measured: number | null;
  readonly isMet: boolean | null;
}

export const atLeast = (figure: string, bound: number, measured: number | null): Target => ({
  figure,
  bound: `≥ ${bound}`,
  measured,
  isMet: measured === null ? null : measured >= bound,
});

export const atMost = (figure: string, bound: number, measured: number | null): Target => ({
  figure,
  bound: `≤ ${bound}`,
  measured,
  isMet: measured === null ? null : measured <= bound,
});

/** What a benchmark has measured. */
interface Result {
  readonly options: object;
  /** For its table: the first row names the columns. */
  readonly rows: readonly (readonly (string | number | null)[])[];
  readonly targets: readonly Target[];
  /** More, for the file alone. */
  readonly more?: object;
}

/**
 * Writes a result to bench/results, which git ignores.
 *
 * @returns its tables
 */
export async function report(name: string, { rows, ...result }: Result): Promise<string> {
  const machine = {
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: availableParallelism(),
    node: process.versions.node,
  };
  const [columns = [], ...lines] = rows;
  const named = lines.map((line) =>
    Object.fromEntries(line.map((cell, place) => [columns[place] || "side", cell])),
  );
  const file = { measured: new Date().toISOString(), machine, ...result, lines: named };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify(file, null, 2)}\n`);
  return [
    `${machine.cpu}, ${machine.cores} cores, Node ${machine.node}`,
    ...(lines.length > 0 ? [textTable(rows), ""] : []),
    textTable([
      ["target", "bound", "measured", "met"],
      ...result.targets.map(({ figure, bound, measured, isMet }) => [
        figure,
        bound,
        measured,
        isMet === null ? "" : isMet ? "yes" : "no",
      ]),
    ]),
    "",
  ].join("\n");
}

/** Rows of cells below each other: the first column to the left, the others to the right. */
export function textTable(rows: Result["rows"]): string {
  const cells = rows.map((row) => row.map((cell) => shown(cell)));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
  return cells.map((row) => line(row).join("  ").trimEnd()).join("\n");
}

const shown = (cell: string | number | null) =>
  cell === null ? "not measured" : String(typeof cell === "number" ? rounded(cell) : cell);
