import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureCluster, filesOf, isReady, removeStaleLock, superuser } from "./cluster.ts";
import { type Folder, freePort, keepPort, keptPort, openFolder } from "./folder.ts";
import { type Guarded, type Running, running, spawnGuarded } from "./guardian.ts";
import { endLeftover, LocalStackError } from "./processes.ts";
import { chooseRunAs, type RunAs } from "./run-as.ts";

export interface PostgresOptions {
  /**
   * The folder that stores the database. It is created at the first start and must not be used for anything else.
   * Without a folder, the database is lost when Postgres stops.
   */
  readonly dataDir?: string;
  /**
   * Whether every commit survives every crash. False is faster, for temporary databases: a crash of Postgres loses the
   * last second, and a crash of the machine may corrupt the database.
   */
  readonly durable: boolean;
  /** Further settings, such as `max_connections`. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** Called with a sentence about anything slow or unusual. */
  readonly log?: (message: string) => void;
  /** The superuser's password in a new cluster; default: a random one. */
  readonly password?: string;
  /** The folder with Postgres's `bin`, `lib` and `share`; default: that of the npm package. */
  readonly binaries?: string;
  /** Chooses the user that Postgres runs as; default: the way that works on this machine. */
  readonly runAs?: (dataDir: string, binaries?: string) => Promise<RunAs>;
}

/** `stop` closes all connections and shuts down cleanly. */
export interface Postgres extends Running {
  /** Connects to the database `postgres` as the superuser. Contains the password. */
  readonly url: string;
  /** A port on 127.0.0.1: that of the last start on the folder while it is free, otherwise any free one. */
  readonly port: number;
}

const fast = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/**
 * Starts Postgres on the data folder, at 127.0.0.1. Postgres ends with this process, however that ends,
 * and does not keep it alive.
 *
 * @throws LocalStackError when a live process uses the folder (after a wait of up to 3 s, because that process may be
 *   closing), when there is no binary or no user to run it as, and with its log when it fails
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const {
    durable,
    settings,
    password: given,
    log = () => {},
    runAs: choose = chooseRunAs,
  } = options;
  const folder = await openFolder(options.dataDir);
  try {
    const files = filesOf(folder.path);
    await endLeftover(files.pid, files.cluster, log);
    const runAs = await choose(folder.path, options.binaries);
    const password = await ensureCluster(folder, runAs, { durable, password: given, log });
    await removeStaleLock(files.cluster);
    const all = { ...(durable ? {} : fast), ...settings };
    const { server, port } = await startServer(folder, runAs, all);
    await keepPort(folder, port);
    const url = `postgres://${superuser}:${password}@127.0.0.1:${port}/postgres`;
    return { url, port, ...running(server, folder.release) };
  } catch (error) {
    await folder.release();
    throw error;
  }
}

/** How long the backends of a killed Postgres may take to notice that it has ended, in milliseconds. */
const patience = 10_000;

async function startServer(
  folder: Folder,
  runAs: RunAs,
  settings: Readonly<Record<string, string | number>>,
): Promise<{ server: Guarded; port: number }> {
  const deadline = Date.now() + patience;
  for (;;) {
    const port = (await keptPort(folder)) ?? (await freePort());
    const server = spawnPostgres(folder, runAs, {
      port,
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "", // the path of a socket may be at most 107 bytes long
      timezone: "UTC",
      log_timezone: "UTC",
      ...settings,
    });
    const failure = await server.failureBefore(() => isReady(filesOf(folder.path)));
    if (failure === undefined) return { server, port };
    const mayPass =
      failure.log.includes("could not create any TCP/IP sockets") || // another took the port first
      failure.log.includes("pre-existing shared memory block"); // old backends are still ending
    if (!mayPass || Date.now() > deadline) {
      throw new LocalStackError(`Postgres did not start in ${folder.path}:\n${failure.log}`);
    }
    await sleep(100);
  }
}

function spawnPostgres(
  { path, kept }: Folder,
  { prefix, binaries, user }: RunAs,
  settings: Readonly<Record<string, string | number>>,
): Guarded {
  const { cluster, log: logFile, pid: pidFile } = filesOf(path);
  const set = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return spawnGuarded({
    command: [...prefix, join(binaries, "bin", "postgres"), "-D", cluster, ...set],
    cwd: path,
    logFile,
    pidFile,
    scratch: kept ? undefined : path,
    user,
  });
}
