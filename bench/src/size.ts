import { usanceClient } from "@usance/sdk";
import { fill } from "./fill.ts";
import { emptyOut, lookAt } from "./filled.ts";
import { machine, machineLine } from "./machine.ts";
import { keepJson, rounded } from "./results.ts";
import { inTurns, medianIn, ratioIn } from "./rounds.ts";
import { apiKey, someSubscribers } from "./service.ts";
import type { Side } from "./sides.ts";
import { type SizeFigure, sizeFigures } from "./size-figures.ts";
import { openStage, type Stage } from "./stage.ts";
import { textTable } from "./text-table.ts";

interface Options {
  /** Of `usage_events`, where there are many; 1,000 for each subscription. */
  readonly rows: number;
  readonly rounds: number;
  /** Of each side in each round. */
  readonly seconds: number;
}

/** Subscriptions whose events are taken. */
const ingested = 1_000;

const none = "at none";
const many = "at many";

/**
 * The same work where no events are and where many are, on two services with a Postgres each, in turn.
 * Both have the same subscriptions and invoices; where there are none, reads find the 1,000 events of one
 * subscription, and what is written is taken out before more is.
 *
 * Filling ends with a checkpoint, after which the first change of a page writes all of it to the WAL. In use
 * that is spread over the minutes between checkpoints. So of what is written each side has two shots that
 * are not measured, and not only the one of inTurns: after one, a fifth of the events still wrote a page.
 *
 * @returns two tables; the same goes to bench/results/size.json
 */
export async function benchSize(options: Options): Promise<string> {
  const subscriptions = Math.floor(options.rows / 1_000);
  const small = await openStage();
  const large = await openStage();
  try {
    const atNone = await prepare(small, { subscriptions, used: 1 });
    const atMany = await prepare(large, { subscriptions, used: subscriptions });
    const lines: Line[] = [];
    for (const [index, one] of atNone.figures.entries()) {
      const other = atMany.figures[index];
      if (other === undefined) throw new Error("Both have the same figures.");
      const emptied = one.writes ? before(() => emptyOut(small.databaseUrl), one.side) : one.side;
      lines.push(await compare({ ...one, side: emptied }, other, options));
    }
    const result = {
      measured: new Date().toISOString(),
      machine: machine(),
      options,
      filledAtRate: atMany.filledAtRate,
      lines,
      sizes: Object.fromEntries(atMany.sizes),
    };
    await keepJson("size.json", result);
    return tablesOf(result);
  } finally {
    await Promise.all([small.stop(), large.stop()]);
  }
}

/** Fills a stage's database, and makes it ready to be measured. */
async function prepare(
  stage: Stage,
  of: { readonly subscriptions: number; readonly used: number },
) {
  const service = await stage.service();
  const [original] = await someSubscribers(usanceClient({ baseUrl: service.url, apiKey }), 1);
  if (original === undefined) throw new Error("One was asked for.");
  const filledAtRate = Math.round(await fill(stage.databaseUrl, original, { ...of, billed: true }));
  const filled = await lookAt(stage.databaseUrl, ingested);
  return { filledAtRate, sizes: filled.sizes, figures: await sizeFigures(service, filled) };
}

const before = (first: () => Promise<void>, { name, shoot }: Side): Side => ({
  name,
  shoot: async (width) => {
    await first();
    return shoot(width);
  },
});

type Line = Awaited<ReturnType<typeof compare>>;

async function compare(one: SizeFigure, other: SizeFigure, { rounds, seconds }: Options) {
  const sides = [
    { ...one.side, name: none },
    { ...other.side, name: many },
  ];
  const width = { connections: one.callers, seconds };
  if (one.writes) for (const side of sides) await side.shoot(width);
  const shots = await inTurns("Size", sides, rounds, width);
  const rate = (name: string) => Math.round(medianIn(shots.get(name) ?? [], "rate") ?? Number.NaN);
  return {
    name: other.side.name,
    callers: one.callers,
    none: rate(none),
    many: rate(many),
    ratio: rounded(ratioIn(shots, many, none, "rate") ?? Number.NaN),
  };
}

function tablesOf(result: {
  readonly machine: ReturnType<typeof machine>;
  readonly options: Options;
  readonly filledAtRate: number;
  readonly lines: readonly Line[];
  readonly sizes: Readonly<Record<string, number>>;
}): string {
  const rows = result.options.rows.toLocaleString("en");
  return [
    `${machineLine(result.machine)}; ${result.filledAtRate} rows a second to fill`,
    textTable([
      ["a second", "callers", none, `at ${rows}`, "ratio"],
      ...result.lines.map((line) => Object.values(line).map(String)),
    ]),
    "",
    textTable([
      [`size at ${rows}`, "MB"],
      ...Object.entries(result.sizes).map(([name, bytes]) => [name, String(rounded(bytes / 1e6))]),
    ]),
    "",
  ].join("\n");
}
