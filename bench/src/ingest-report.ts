import { groupedBarsOf } from "./grouped-bars.ts";
import { machine, machineLine } from "./machine.ts";
import { keep, keepJson, rounded } from "./results.ts";
import { medianIn, type Shots } from "./rounds.ts";
import { singleNames } from "./singles.ts";
import { type Figures, targetRows, targets } from "./targets.ts";
import { textTable } from "./text-table.ts";

/** What one side did with so many callers: medians over the rounds. */
interface Line {
  readonly side: string;
  readonly callers: number | null;
  readonly rate: number | null;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  readonly cpuUs: number | null;
  readonly postgresUs: number | null;
}

const drawn = [32, 128];

/**
 * @returns a table of the sides, and one of the targets; the same goes to bench/results as JSON, and
 * the single events as a picture
 */
export async function reportIngest(figures: Figures, options: object): Promise<string> {
  const {
    singles = new Map<number, Shots>(),
    charged,
    batches,
    reads,
    subscriptions,
    memory,
  } = figures;
  const lines = [...singles.values(), charged, batches, reads, subscriptions].flatMap(linesOf);
  const held = targets(figures);
  const measured = { at: new Date().toISOString(), machine: machine(), options, lines };
  const result = { ...measured, memory: memory ?? null, targets: held };
  await keepJson("ingest.json", result);
  const both = drawn.flatMap((callers) => singles.get(callers) ?? []);
  if (both.length === drawn.length) {
    const groups = Object.values(singleNames).map((label) => ({
      label,
      values: both.map((shots) => Math.round(medianIn(shots.get(label) ?? [], "rate") ?? 0)),
    }));
    const series = drawn.map((callers) => `${callers} callers`);
    await keep("ingest.svg", groupedBarsOf("Usage events a second", series, groups));
  }
  return [
    machineLine(result.machine),
    ...(lines.length > 0 ? [sidesTable(lines), ""] : []),
    textTable(targetRows(held)),
    "",
  ].join("\n");
}

const linesOf = (shots: Shots | undefined): Line[] =>
  [...(shots ?? [])].map(([side, own]) => ({
    side,
    callers: medianIn(own, "callers"),
    rate: medianIn(own, "rate"),
    p50Ms: medianIn(own, "p50Ms"),
    p99Ms: medianIn(own, "p99Ms"),
    cpuUs: medianIn(own, "cpuUs"),
    postgresUs: medianIn(own, "postgresUs"),
  }));

/** Of batches, the rate and the CPU are an event's. */
const sidesTable = (lines: readonly Line[]) =>
  textTable([
    ["", "callers", "a second", "p50 ms", "p99 ms", "CPU µs of each", "of it Postgres"],
    ...lines.map(({ side, callers, rate, p50Ms, p99Ms, cpuUs, postgresUs }) => [
      ...[side, shown(callers), shown(rate, Math.round)],
      ...[shown(p50Ms), shown(p99Ms), shown(cpuUs, Math.round), shown(postgresUs, Math.round)],
    ]),
  ]);

const shown = (value: number | null, round = rounded) =>
  value === null ? "not measured" : String(round(value));
