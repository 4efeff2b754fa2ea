import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * The guardian: a small shell script between this process and a server. Its standard input is a pipe whose other end
 * only this process holds. When this process ends for any reason, the pipe closes and the script stops the server
 * cleanly. When the server ends by itself, the script ends too.
 *
 * - The inner `sh` writes its process id to the file and then becomes the server, so every running server has its id
 *   in the file.
 * - The signal is repeated because the server may not handle the first one yet: `&` in a script starts a process with
 *   SIGINT ignored. After 30 s (600 times 0.05 s) the script sends SIGKILL.
 * - File descriptor 3 is the pipe, because a process started with `&` has an empty standard input.
 * - Once the pipe has closed, the watcher ignores SIGTERM, so that it always finishes.
 */
const script = `
pidfile=$1; scratch=$2; shift 2
exec 3<&0
sh -c 'echo $$ >"$0"; exec "$@"' "$pidfile" "$@" </dev/null 3<&- &
server=$!
(
  read -r _ <&3
  trap '' TERM
  signal=INT; n=0
  while kill -$signal $server; do
    n=$((n + 1)); [ $n -lt 600 ] || signal=KILL
    sleep 0.05
  done
  [ -z "$scratch" ] || rm -rf -- "$scratch"
) >/dev/null 2>&1 &
watcher=$!
wait $server; status=$?
kill $watcher
wait $watcher
exit $status
`;

/** How a server ended. */
export interface Exit {
  /** Whether `stop` or `kill` was called. */
  readonly asked: boolean;
  /** The exit status in the shell's form: 128 + n for signal n. Null when the guardian was killed. */
  readonly status: number | null;
  /** The last lines of the server's log. */
  readonly log: string;
}

/** A server that runs. */
export interface Running {
  /** Resolves when it has ended for any reason. Never rejects. */
  readonly exited: Promise<Exit>;
  /** Stops it cleanly. Resolves when no process is left and the folder is free. Safe to call twice. */
  stop(): Promise<void>;
  /** Ends guardian and server by SIGKILL, like a crash. */
  kill(): Promise<void>;
}

export interface Guarded extends Running {
  /** Lets this process end while the server runs, which then ends as well. */
  unref(): void;
  /** Waits until the server is ready. @returns how it ended, if it ended before */
  failureBefore(isReady: () => boolean): Promise<Exit | undefined>;
}

export interface GuardedCommand {
  readonly command: readonly string[];
  readonly cwd: string;
  /** The file for the output; truncated at each start. */
  readonly logFile: string;
  /** The file for the server's process id. */
  readonly pidFile: string;
  /** A folder to delete once the server has ended, even if this process has ended before. */
  readonly scratch?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
  /** The user to run as, if it is not the user of this process. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
}

/**
 * Runs a server that never outlives this process: it is stopped cleanly when this process ends, even by SIGKILL. It
 * runs in a session of its own, so that a terminal's Ctrl-C reaches only this process, which can then shut down in
 * order.
 */
export function spawnGuarded(options: GuardedCommand): Guarded {
  const log = openSync(options.logFile, "w", 0o600);
  const child = spawn(
    "/bin/sh",
    ["-c", script, "guardian", options.pidFile, options.scratch ?? "", ...options.command],
    {
      cwd: options.cwd,
      env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC", ...options.env },
      stdio: ["pipe", log, log],
      detached: true,
      ...options.user,
    },
  );
  closeSync(log);
  let asked = false;
  let exit: Exit | undefined;
  const exited = ended(child).then(({ status, error }) => {
    exit = { asked, status, log: error ?? tail(options.logFile) };
    return exit;
  });

  async function end(how: () => void): Promise<void> {
    asked = true;
    child.ref();
    how();
    await exited;
  }
  return {
    exited,
    unref: () => {
      child.unref();
      if (child.stdin instanceof Socket) child.stdin.unref();
    },
    stop: () => end(() => child.stdin?.end()),
    kill: () =>
      end(() => {
        const runs = child.exitCode === null && child.signalCode === null;
        if (child.pid !== undefined && runs) process.kill(-child.pid, "SIGKILL");
      }),
    failureBefore: async (isReady) => {
      while (exit === undefined && !isReady()) await sleep(10);
      return exit;
    },
  };
}

/** Returns the handle of a started server. @param end releases what the server used, once it has ended */
export function running(server: Guarded, end: () => Promise<void>): Running {
  server.unref();
  const exited = server.exited.finally(end);
  const ending = (how: () => Promise<void>) => async () => {
    await how();
    await exited;
  };
  return { exited, stop: ending(server.stop), kill: ending(server.kill) };
}

function ended(child: ChildProcess): Promise<{ status: number | null; error?: string }> {
  return new Promise((resolve) => {
    child.once("exit", (status) => resolve({ status }));
    child.once("error", (error) => resolve({ status: null, error: error.message }));
    // Nothing is written to the pipe, so its only possible error is that the guardian has ended, which `exit` reports.
    child.stdin?.on("error", () => {});
  });
}

function tail(file: string): string {
  if (!existsSync(file)) return "";
  return readFileSync(file, "utf8").trimEnd().split("\n").slice(-10).join("\n");
}
