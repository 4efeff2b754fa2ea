import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { claimFolder } from "./claim.ts";
import { ensureCluster, filesOf, isReady, removeStaleLock, superuser } from "./cluster.ts";
import { LocalStackError } from "./errors.ts";
import { openFolder, removeFolder } from "./folder.ts";
import { freePort } from "./free-port.ts";
import { type Exit, type Guarded, spawnGuarded } from "./guardian.ts";
import { keepPort, keptPort } from "./kept-port.ts";
import { endLeftover } from "./leftover.ts";
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

export interface Postgres {
  /** Connects to the database `postgres` as the superuser. Contains the password. */
  readonly url: string;
  /** A port on 127.0.0.1: that of the last start on the folder while it is free, otherwise any free one. */
  readonly port: number;
  /** Resolves when Postgres has ended for any reason. Never rejects. */
  readonly exited: Promise<Exit>;
  /**
   * Closes all connections and shuts down cleanly. Resolves when no process is left and the data folder is free. Safe
   * to call twice.
   */
  stop(): Promise<void>;
  /** Ends Postgres by SIGKILL, like a crash. */
  kill(): Promise<void>;
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
  const { durable, settings, log = () => {}, runAs: choose = chooseRunAs } = options;
  const folder = await openFolder(options.dataDir);
  const releases = [folder.release];
  const release = async () => {
    for (const one of releases) await one();
  };
  try {
    await endLeftover(filesOf(folder.path).pid, filesOf(folder.path).cluster, log);
    const runAs = await choose(folder.path, options.binaries);
    const files = filesOf(runAs.home);
    if (runAs.home !== folder.path) {
      // The home folder is claimed as well, because a copy of the data folder points to the same home.
      releases.push(await claimHome(runAs.home, folder.kept));
      await endLeftover(files.pid, files.cluster, log);
    }
    const password = await ensureCluster(runAs, {
      durable,
      kept: folder.kept,
      password: options.password,
      log,
    });
    await removeStaleLock(files.cluster);
    const { server, port } = await startServer(runAs, {
      kept: folder.kept,
      dataDir: folder.path,
      settings: { ...(durable ? {} : fast), ...settings },
    });
    server.unref();
    if (folder.kept) await keepPort(folder.path, port);
    const exited = server.exited.finally(release);
    return {
      url: `postgres://${superuser}:${password}@127.0.0.1:${port}/postgres`,
      port,
      exited,
      stop: async () => {
        await server.stop();
        await exited;
      },
      kill: async () => {
        await server.kill();
        await exited;
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

async function claimHome(home: string, kept: boolean): Promise<() => Promise<void>> {
  const release = await claimFolder(home);
  return kept ? release : () => removeFolder(home);
}

/** How long the backends of a killed Postgres may take to notice that it has ended, in milliseconds. */
const patience = 10_000;

async function startServer(
  runAs: RunAs,
  options: {
    kept: boolean;
    dataDir: string;
    settings: Readonly<Record<string, string | number>>;
  },
): Promise<{ server: Guarded; port: number }> {
  const deadline = Date.now() + patience;
  for (;;) {
    const port = (await keptPort(options.dataDir)) ?? (await freePort());
    const server = spawnPostgres(runAs, options.kept, {
      port,
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "", // the path of a socket may be at most 107 bytes long
      timezone: "UTC",
      log_timezone: "UTC",
      ...options.settings,
    });
    const failure = await startedOrEnded(server, filesOf(runAs.home));
    if (failure === undefined) return { server, port };
    const mayPass =
      failure.log.includes("could not create any TCP/IP sockets") || // another took the port first
      failure.log.includes("pre-existing shared memory block"); // old backends are still ending
    if (!mayPass || Date.now() > deadline) {
      throw new LocalStackError(`Postgres did not start in ${runAs.home}:\n${failure.log}`);
    }
    await sleep(100);
  }
}

function spawnPostgres(
  runAs: RunAs,
  kept: boolean,
  settings: Record<string, string | number>,
): Guarded {
  const files = filesOf(runAs.home);
  return spawnGuarded({
    command: [
      ...runAs.prefix,
      join(runAs.binaries, "bin", "postgres"),
      "-D",
      files.cluster,
      ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    cwd: runAs.home,
    logFile: files.log,
    pidFile: files.pid,
    scratch: kept ? undefined : runAs.home,
    ...(runAs.user && { user: runAs.user }),
  });
}

async function startedOrEnded(
  server: Guarded,
  files: { cluster: string; pid: string },
): Promise<Exit | undefined> {
  let exit: Exit | undefined;
  void server.exited.then((end) => {
    exit = end;
  });
  while (exit === undefined && !isReady(files)) await sleep(10);
  return exit;
}
