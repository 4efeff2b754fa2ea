import { dirname } from "node:path";
import { usanceClient } from "@usance/sdk";
import { fund, limit } from "./admitted.ts";
import { allRecorded } from "./all-recorded.ts";
import { batchCallers, batchSide } from "./batches.ts";
import { startDistributed, startPlain } from "./citus-cluster.ts";
import type { Names } from "./events.ts";
import { atLeast, report, textTable } from "./report.ts";
import { measureRounds, medianIn, ratioIn } from "./rounds.ts";
import { measureCurve } from "./scale-curve.ts";
import { apiKey, type Child, someSubscribers } from "./service.ts";
import { restSide } from "./singles.ts";
import { openStage, type Stage } from "./stage.ts";
import { withClient } from "./with-client.ts";

interface Options {
  /** The folder of `postgres` and `initdb` in a Postgres with Citus. */
  readonly citusBin: string;
  readonly rounds: number;
  /** Of each side in each round. */
  readonly seconds: number;
  /** How many subscribers the events rotate through. */
  readonly subscribers: number;
  /** Callers of single events. */
  readonly callers: number;
  /** How many workers the points of the curve have. */
  readonly workers: readonly number[];
  /** Of one core, for each worker of the curve; 0: no curve. */
  readonly share: number;
}

const plain = "one Postgres";
const citus = "Citus, 2 workers";

/**
 * Usage events in one Postgres and on Citus with two workers, one after the other, all on the same cores; then on Citus with more
 * and more workers that each have a fixed share of a core. Every event that was answered has to be a row.
 *
 * @returns the report's tables
 */
export async function benchScale(options: Options): Promise<string> {
  const { citusBin, ...width } = options;
  const binaries = dirname(citusBin);
  const stages: Stage[] = [];
  const open = async (start: Parameters<typeof openStage>[0]) => {
    const stage = await openStage(start);
    stages.push(stage);
    const service = await stage.service();
    const client = usanceClient({ baseUrl: service.url, apiKey });
    const some = () => someSubscribers(client, options.subscribers);
    const admitted = async (admit: typeof limit | typeof fund) =>
      Promise.all((await some()).map((one) => admit(client, one)));
    const names = await some();
    return { stage, service, names, limited: await admitted(limit), charged: await admitted(fund) };
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
  const curve = options.share > 0 ? await measureCurve({ ...options, binaries }) : [];
  const tables = await report("scale", { options, ...paired, more: { versions, curve } });
  if (curve.length === 0) return `${versions}\n${tables}`;
  const share = `Batches of 1,000 events of all subscriptions; each worker has ${options.share} of a core:`;
  const columns = [
    "",
    "events/s",
    "to the first",
    "µs an event: service",
    "coordinator",
    "workers",
  ];
  const rows = curve.map((point) => Object.values(point));
  return [
    versions,
    tables,
    share,
    textTable([[...columns, "share of the workers' CPU used"], ...rows]),
    "",
  ].join("\n");
}

interface Subject {
  readonly stage: Stage;
  readonly service: Child;
  readonly names: readonly Names[];
  /** Others, whose services have a limit. */
  readonly limited: readonly Names[];
  /** Others, who have a balance. */
  readonly charged: readonly Names[];
}

async function measurePair(
  subjects: Readonly<Record<string, Subject>>,
  { rounds, seconds, callers }: Pick<Options, "rounds" | "seconds" | "callers">,
) {
  const all = Object.entries(subjects);
  const kinds = [
    { what: "single events", connections: callers, of: "names", sideOf: restSide },
    { what: "events with limits", connections: callers, of: "limited", sideOf: restSide },
    { what: "charged events", connections: callers, of: "charged", sideOf: restSide },
    {
      what: "batches of 1,000",
      connections: batchCallers,
      of: "names",
      sideOf: (service: Child, names: readonly Names[]) => batchSide(service, names, 1_000),
    },
  ] as const;
  const rows: (string | number | null)[][] = [];
  const ratios: (number | null)[] = [];
  for (const { what, connections, of: which, sideOf } of kinds) {
    const sides = all.map(([name, { service, ...subject }]) => ({
      ...sideOf(service, subject[which]),
      name,
    }));
    const shots = await allRecorded(
      all.map(([, { stage }]) => stage.databaseUrl),
      () => measureRounds(what, sides, rounds, { connections, seconds }),
    );
    for (const [name, own] of shots) {
      const median = (of: Parameters<typeof medianIn>[1]) => medianIn(own, of) ?? Number.NaN;
      const postgresUs = median("postgresUs");
      const times = [median("p50Ms"), median("p99Ms"), median("cpuUs") - postgresUs, postgresUs];
      rows.push([`${what}, ${connections} callers: ${name}`, median("rate"), ...times]);
    }
    ratios.push(ratioIn(shots, citus, plain, "rate"));
  }
  const [singles = null, limited = null, charged = null, batches = null] = ratios;
  return {
    rows: [
      ["", "events/s", "p50 ms", "p99 ms", "service µs an event", "Postgres µs an event"],
      ...rows,
    ],
    targets: [
      atLeast("single events on Citus to one Postgres, 128 callers", 0.45, singles),
      atLeast("events with limits on Citus to one Postgres", 0.25, limited),
      atLeast("charged events on Citus to one Postgres", 0.25, charged),
      atLeast("batches of 1,000 on Citus to one Postgres", 0.85, batches),
    ],
  };
}

const versionsOf = (databaseUrl: string): Promise<string> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query(
      "SELECT 'Postgres ' || current_setting('server_version') || ', Citus ' || extversion AS all FROM pg_extension WHERE extname = 'citus'",
    );
    return rows[0].all;
  });
