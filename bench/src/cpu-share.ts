import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** How often the kernel refills a share, in microseconds. Less than its default of 100 ms, which stops a server for long. */
const periodUs = 10_000;

const root = "/sys/fs/cgroup";

/** A control group of this process, with a share of one core. */
export interface CpuShare {
  /** Puts processes into it, and so all that they start from now on. */
  add(pids: readonly number[]): void;
  /** Takes all of its processes out. */
  end(): void;
}

/** The two interfaces of Linux's control groups. */
interface Kind {
  readonly folder: string;
  limit(folder: string, quotaUs: number): void;
}

const version1: Kind = {
  folder: join(root, "cpu"),
  limit: (folder, quotaUs) => {
    writeFileSync(join(folder, "cpu.cfs_period_us"), String(periodUs));
    writeFileSync(join(folder, "cpu.cfs_quota_us"), String(quotaUs));
  },
};

const version2: Kind = {
  folder: root,
  limit: (folder, quotaUs) => writeFileSync(join(folder, "cpu.max"), `${quotaUs} ${periodUs}`),
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
  const move = (into: string, pids: readonly string[]) => {
    for (const pid of pids) {
      try {
        writeFileSync(join(into, "cgroup.procs"), pid);
      } catch (error) {
        if (existsSync(`/proc/${pid}`)) throw error; // otherwise it has ended
      }
    }
  };
  return {
    add: (pids) => move(folder, pids.map(String)),
    end: () => {
      const inside = readFileSync(join(folder, "cgroup.procs"), "utf8");
      move(
        parent,
        inside.split("\n").filter((pid) => pid !== ""),
      );
      rmdirSync(folder);
    },
  };
}

function kind(): Kind {
  if (existsSync(join(version1.folder, "cpu.cfs_quota_us"))) return version1;
  const controllers = join(root, "cgroup.subtree_control");
  if (!existsSync(controllers)) throw new Error("This machine has no control groups for CPU time.");
  writeFileSync(controllers, "+cpu");
  return version2;
}
