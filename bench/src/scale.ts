import { dirname } from "node:path";
import { usanceClient } from "@usance/sdk";
import { allRecorded } from "./all-recorded.ts";
import { batchCallers, batchSide } from "./batches.ts";
import type { Child } from "./child.ts";
import { startDistributed, startPlain } from "./citus-cluster.ts";
import type { Names } from "./events.ts";
import { machine, machineLine } from "./machine.ts";
import { keepJson, rounded } from "./results.ts";
import { inTurns, medianIn, ratioIn, type Shots } from "./rounds.ts";
import { measureCurve, type Point } from "./scale-curve.ts";
import { apiKey, someSubscribers } from "./service.ts";
import { restSide } from "./singles.ts";
import { openStage, type Stage } from "./stage.ts";
import { scaleTargets, type Target, targetRows } from "./targets.ts";
import { textTable } from "./text-table.ts";
import { withClient } from "./with-client.ts";

interface Options {
  /** The folder of `postgres` and `initdb` in a Postgres with Citus. */
  readonly citusBin: string;
  readonly rounds: number;
  /** Of each side in each round. */
  readonly seconds: number;
  /** Whose events they are, in turn. */
  readonly subscribers: number;
  /** Callers of single events. */
  readonly callers: number;
  /** How many workers the points of the curve have; none: no curve. */
  readonly workers: readonly number[];
  /** Of one core, for each worker of the curve. */
  readonly share: number;
}

const plain = "one Postgres";
const citus = "Citus, 2 workers";

/** A line of the first table. */
interface Line {
  readonly what: string;
  readonly name: string;
  readonly rate: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly serviceUs: number;
  readonly postgresUs: number;
}

/**
 * Usage events in one Postgres and on Citus with two workers, in turn, all on the same cores; then on Citus with more
 * and more workers that each have a fixed share of a core. Every event that was answered has to be a row.
 *
 * @returns tables; the same goes to bench/results/scale.json
 */
export async function benchScale(options: Options): Promise<string> {
  const { citusBin, workers, ...width } = options;
  const binaries = dirname(citusBin);
  const stages: Stage[] = [];
  const open = async (start: Parameters<typeof openStage>[0]) => {
    const stage = await openStage(start);
    stages.push(stage);
    const service = await stage.service();
    const client = usanceClient({ baseUrl: service.url, apiKey });
    return { stage, service, names: await someSubscribers(client, options.subscribers) };
  };
  let paired: Awaited<ReturnType<typeof measurePair>>;
  let versions: string;
  try {
    const one = await open(() => startPlain(binaries));
    const many = await open(() => startDistributed(binaries, 2));
    versions = await versionsOf(many.stage.databaseUrl);
    paired = await measurePair({ [plain]: one, [citus]: many }, width);
  } finally {
    await Promise.all(stages.map((stage) => stage.stop()));
  }
  const curve = workers.length > 0 ? await measureCurve({ ...options, binaries }) : [];
  const result = { measured: new Date().toISOString(), machine: machine(), options, versions };
  await keepJson("scale.json", { ...result, ...paired, curve });
  return tablesOf({ ...result, ...paired, curve });
}

interface Subject {
  readonly stage: Stage;
  readonly service: Child;
  readonly names: readonly Names[];
}

async function measurePair(
  subjects: Readonly<Record<string, Subject>>,
  { rounds, seconds, callers }: Pick<Options, "rounds" | "seconds" | "callers">,
) {
  const all = Object.entries(subjects);
  const kinds = [
    { what: "single events", connections: callers, sideOf: restSide },
    {
      what: "batches of 1,000",
      connections: batchCallers,
      sideOf: (service: Child, names: readonly Names[]) => batchSide(service, names, 1_000),
    },
  ];
  const lines: Line[] = [];
  const ratios: number[] = [];
  for (const { what, connections, sideOf } of kinds) {
    const sides = all.map(([name, { service, names }]) => ({ ...sideOf(service, names), name }));
    const shots = await allRecorded(
      all.map(([, { stage }]) => stage.databaseUrl),
      () => inTurns(what, sides, rounds, { connections, seconds }),
    );
    lines.push(...linesOf(`${what}, ${connections} callers`, shots));
    ratios.push(ratioIn(shots, citus, plain, "rate") ?? Number.NaN);
  }
  const [singles = Number.NaN, batches = Number.NaN] = ratios;
  return { lines, targets: scaleTargets(singles, batches) };
}

const linesOf = (what: string, shots: Shots): Line[] =>
  [...shots].map(([name, own]) => {
    const median = (of: Parameters<typeof medianIn>[1]) => medianIn(own, of) ?? Number.NaN;
    return {
      what,
      name,
      rate: Math.round(median("rate")),
      p50Ms: rounded(median("p50Ms")),
      p99Ms: rounded(median("p99Ms")),
      serviceUs: Math.round(median("cpuUs") - median("postgresUs")),
      postgresUs: Math.round(median("postgresUs")),
    };
  });

const versionsOf = (databaseUrl: string): Promise<string> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query(
      "SELECT 'Postgres ' || current_setting('server_version') || ', Citus ' || extversion AS all FROM pg_extension WHERE extname = 'citus'",
    );
    return rows[0].all;
  });

function tablesOf(result: {
  readonly machine: ReturnType<typeof machine>;
  readonly options: Options;
  readonly versions: string;
  readonly lines: readonly Line[];
  readonly targets: readonly Target[];
  readonly curve: readonly Point[];
}): string {
  const { share } = result.options;
  const curve = [
    "",
    `Batches of 1,000 events of all subscriptions; each worker has ${rounded(share)} of a core:`,
    textTable([
      [
        "",
        "events/s",
        "to the first",
        "µs an event: service",
        "coordinator",
        "workers",
        "share of the workers' CPU used",
      ],
      ...result.curve.map((point) => Object.values(point).map(String)),
    ]),
  ];
  return [
    `${machineLine(result.machine)}; ${result.versions}`,
    textTable([
      ["", "", "events/s", "p50 ms", "p99 ms", "service µs an event", "Postgres µs an event"],
      ...result.lines.map((line) => Object.values(line).map(String)),
    ]),
    "",
    textTable(targetRows(result.targets)),
    ...(result.curve.length > 0 ? curve : []),
    "",
  ].join("\n");
}
