import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

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
