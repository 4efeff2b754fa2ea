import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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
import { mixedBatches } from "./events.ts";
import { rounded } from "./report.ts";
import { posts } from "./requests.ts";
import { httpSide, measureRounds, medianIn, type Side } from "./rounds.ts";
import { medianOf } from "./run.ts";
import { apiKey, someSubscribers } from "./service.ts";
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
 * that have as much each, one after the other. Coordinators have no limit.
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
        measureRounds(
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

/** How often the kernel refills a share, in microseconds. Less than its default of 100 ms, which stops a server for long. */
const periodUs = 10_000;

const root = "/sys/fs/cgroup";

/** A control group of this process, with a share of one core. */
export interface CpuShare {
  /** Puts processes into it, and so all that they start from now on. */
  add(pids: readonly number[]): void;
  /** Lifts the limit, so that its processes can end fast. */
  lift(): void;
  /** Removes the group, whose processes have ended. */
  end(): void;
}

/** The two interfaces of Linux's control groups. */
interface Kind {
  readonly folder: string;
  /** @param quotaUs null: no limit */
  limit(folder: string, quotaUs: number | null): void;
}

const version1: Kind = {
  folder: join(root, "cpu"),
  limit: (folder, quotaUs) => {
    writeFileSync(join(folder, "cpu.cfs_period_us"), String(periodUs));
    writeFileSync(join(folder, "cpu.cfs_quota_us"), String(quotaUs ?? -1));
  },
};

const version2: Kind = {
  folder: root,
  limit: (folder, quotaUs) =>
    writeFileSync(join(folder, "cpu.max"), `${quotaUs ?? "max"} ${periodUs}`),
};

let made = 0;

/**
 * Makes a control group.
 *
 * @param share of one core, above 0
 * @throws Error when this machine does not let this process make one: it takes Linux, and usually root
 */
export function cpuShare(share: number): CpuShare {
  made += 1;
  const { folder: parent, limit } = kind();
  const folder = join(parent, `usance-bench-${process.pid}-${made}`);
  mkdirSync(folder);
  limit(folder, Math.round(share * periodUs));
  return {
    add: (pids) => {
      for (const pid of pids) {
        try {
          writeFileSync(join(folder, "cgroup.procs"), String(pid));
        } catch (error) {
          if (existsSync(`/proc/${pid}`)) throw error; // otherwise it has ended
        }
      }
    },
    lift: () => limit(folder, null),
    end: () => rmdirSync(folder),
  };
}

function kind(): Kind {
  if (existsSync(join(version1.folder, "cpu.cfs_quota_us"))) return version1;
  const controllers = join(root, "cgroup.subtree_control");
  if (!existsSync(controllers)) throw new Error("This machine has no control groups for CPU time.");
  writeFileSync(controllers, "+cpu");
  return version2;
}
