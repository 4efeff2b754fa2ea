import { usanceClient } from "@usance/sdk";
import { allRecorded } from "./all-recorded.ts";
import {
  cpuOfNodes,
  type Nodes,
  type NodesDatabase,
  startDistributed,
  startPlain,
} from "./citus-cluster.ts";
import { treeOf } from "./cpu.ts";
import { type CpuShare, cpuShare } from "./cpu-share.ts";
import { mixedBatches } from "./events.ts";
import { rounded } from "./report.ts";
import { posts } from "./requests.ts";
import { inTurns, medianIn } from "./rounds.ts";
import { medianOf } from "./run.ts";
import { apiKey, someSubscribers } from "./service.ts";
import { httpSide, type Side } from "./sides.ts";
import { openStage, type Stage } from "./stage.ts";

interface Options {
  /** The folder with `bin`, `lib` and `share` of a Postgres that has Citus. */
  readonly binaries: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly subscribers: number;
  readonly workers: readonly number[];
  /** Of one core, for each worker. */
  readonly share: number;
}

/** A line of the curve. */
export interface Point {
  readonly name: string;
  readonly rate: number;
  /** Its rate to that of the first point. */
  readonly toFirst: number;
  /** Microseconds of CPU for an event. */
  readonly serviceUs: number;
  readonly coordinatorUs: number;
  readonly workersUs: number;
  /** How much of what they may use the workers used, from 0 to 1: below 1, something else is the limit. */
  readonly used: number;
}

/** Processes of the service for each point, so that all workers have work at any time. */
const processes = 2;
const callers = 8;
const size = 1_000;

/** What the nodes used in one shot. */
interface Use {
  /** Microseconds of CPU for an event. */
  readonly coordinator: number;
  readonly workers: number;
  readonly used: number;
}

interface Subject {
  readonly side: Side;
  readonly uses: Use[];
}

/**
 * Batches that have events of all subscriptions, to one Postgres with a share of a core and to Citus with some workers
 * that have as much each, in turn. Coordinators have no limit.
 *
 * @throws Error when this machine cannot limit the CPU time of processes
 */
export async function measureCurve(options: Options): Promise<Point[]> {
  const { binaries, workers, share, rounds, seconds } = options;
  const stages: Stage[] = [];
  const shares: CpuShare[] = [];
  const limit = (pid: number) => {
    const one = cpuShare(share);
    shares.push(one);
    one.add(treeOf([pid]).pids);
  };
  const open = async (name: string, start: () => Promise<NodesDatabase>): Promise<Subject> => {
    let nodes: Nodes | undefined;
    const stage = await openStage(async () => {
      const database = await start();
      nodes = database.nodes;
      return database;
    });
    stages.push(stage);
    if (nodes === undefined) throw new Error("A stage starts its database.");
    const { coordinator, workers: limited } = nodes;
    const services = [];
    while (services.length < processes) services.push(await stage.service());
    const [first] = services;
    const client = usanceClient({ baseUrl: first?.url ?? "", apiKey });
    const names = await someSubscribers(client, options.subscribers);
    for (const pid of limited.length > 0 ? limited : [coordinator]) limit(pid);
    const requestOf = posts("/api/v1/usage-events/batch", mixedBatches(names, size));
    const side = httpSide(name, services, { requestOf, status: 200, each: size });
    return watched({ ...side, name }, nodes, share);
  };
  try {
    const subjects = [await open(`one Postgres`, () => startPlain(binaries))];
    for (const count of workers) {
      const name = `Citus, ${count} ${count === 1 ? "worker" : "workers"}`;
      subjects.push(await open(name, () => startDistributed(binaries, count)));
    }
    const shots = await allRecorded(
      stages.map(({ databaseUrl }) => databaseUrl),
      () =>
        inTurns(
          "Workers",
          subjects.map(({ side }) => side),
          rounds,
          { connections: callers, seconds },
        ),
    );
    const rates = subjects.map(({ side }) => medianIn(shots.get(side.name) ?? [], "rate"));
    return subjects.map(({ side, uses }, place) => {
      const median = (of: Parameters<typeof medianIn>[1]) =>
        medianIn(shots.get(side.name) ?? [], of) ?? Number.NaN;
      // The shots after the one that warms up.
      const use = (of: keyof Use) => medianOf(uses.slice(1).map((one) => one[of]));
      return {
        name: side.name,
        rate: Math.round(rates[place] ?? Number.NaN),
        toFirst: rounded((rates[place] ?? Number.NaN) / (rates[0] ?? Number.NaN)),
        serviceUs: Math.round(median("cpuUs") - median("postgresUs")),
        coordinatorUs: Math.round(use("coordinator")),
        workersUs: Math.round(use("workers")),
        used: rounded(use("used")),
      };
    });
  } finally {
    for (const one of shares) one.lift();
    await Promise.all(stages.map((stage) => stage.stop()));
    for (const one of shares) one.end();
  }
}

/** Notes with each shot of a side what its nodes used. */
function watched(side: Side, nodes: Nodes, share: number): Subject {
  const uses: Use[] = [];
  const limits = share * Math.max(1, nodes.workers.length);
  return {
    uses,
    side: {
      name: side.name,
      shoot: async (width) => {
        const [before, begin] = [cpuOfNodes(nodes), performance.now()];
        const shot = await side.shoot(width);
        const [after, tookMs] = [cpuOfNodes(nodes), performance.now() - begin];
        const coordinatorMs = after.coordinator - before.coordinator;
        const workersMs = after.workers - before.workers;
        const events = shot.rate * (tookMs / 1_000);
        const limitedMs = nodes.workers.length > 0 ? workersMs : coordinatorMs;
        uses.push({
          coordinator: (coordinatorMs * 1_000) / events,
          workers: (workersMs * 1_000) / events,
          used: limitedMs / (tookMs * limits),
        });
        return shot;
      },
    },
  };
}
