import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { Socket } from "node:net";

/**
 * A small shell script between this process and a server. Its standard input is a pipe whose other
 * end only this process holds: when this process ends, in whatever way, the pipe closes and the
 * server is ended cleanly. When the server ends by itself, so does the script.
 *
 * - The inner `sh` notes its process id and then becomes the server, so no server runs unnoted.
 * - The signal is repeated because the first one may come before the server minds signals: `&` in a
 *   script starts a process with SIGINT ignored. After 30 s (600 times 0.05 s) it is SIGKILL.
 * - The file descriptor 3 is the pipe: the standard input of what `&` starts is empty.
 * - Once the pipe has closed, the watcher minds SIGTERM no more, so that it always comes to its end.
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
  /** Whether it was told to, by `stop` or `kill`. */
  readonly asked: boolean;
  /** The exit status as a shell gives it: 128 + n for the signal n. Null when the guardian was killed. */
  readonly status: number | null;
  /** The last lines of the server's log. */
  readonly log: string;
}

export interface Guarded {
  /** Resolves when the server has ended, asked or not. Never rejects. */
  readonly exited: Promise<Exit>;
  /** Lets this process end although the server runs; its end is then the server's. */
  unref(): void;
  /** Ends the server cleanly and resolves when it is gone. Safe to call twice. */
  stop(): Promise<void>;
  /** Ends guardian and server by SIGKILL, as a crash would, and resolves when the guardian is gone. */
  kill(): Promise<void>;
}

export interface GuardedCommand {
  readonly command: readonly string[];
  readonly cwd: string;
  /** Where the output goes; begun anew at each start. */
  readonly logFile: string;
  /** Where the server's process id is noted. */
  readonly pidFile: string;
  /** A folder to remove once the server has ended, even if this process is gone by then. */
  readonly scratch?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
  /** Whom to run as, where that is not the user of this process. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

/**
 * Runs a server that does not outlive this process: it is ended cleanly when this process ends,
 * be it by SIGKILL. It stands in a session of its own, so that a terminal's Ctrl-C reaches this process
 * only, which may then close in order.
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
  const exited = ended(child).then((end) => ({
    asked,
    status: end.status,
    log: end.error ?? tail(options.logFile),
  }));

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
        const running = child.exitCode === null && child.signalCode === null;
        if (child.pid !== undefined && running) process.kill(-child.pid, "SIGKILL");
      }),
  };
}

function ended(child: ChildProcess): Promise<{ status: number | null; error?: string }> {
  return new Promise((resolve) => {
    child.once("exit", (status) => resolve({ status }));
    child.once("error", (error) => resolve({ status: null, error: error.message }));
    // Nothing is ever written to the pipe: its only error is that the guardian is gone, as `exit` tells.
    child.stdin?.on("error", () => {});
  });
}

function tail(file: string): string {
  if (!existsSync(file)) return "";
  return readFileSync(file, "utf8").trimEnd().split("\n").slice(-10).join("\n");
}
