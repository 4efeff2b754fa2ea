import { existsSync, readFileSync } from "node:fs";
import { LocalStackError } from "./errors.ts";
import { commandOf, gone, startOf } from "./processes.ts";

/** How long a leftover server may take to end cleanly, in milliseconds. */
const patience = 10_000;

/**
 * Stops the server that an earlier process left behind in a data folder, if there is one. Only the holder of the
 * folder's claim may call it: the claim means that the earlier process is dead, and that its guardian is stopping the
 * server, or dead as well.
 *
 * @param pidFile the file in which the guardian stored the server's process id
 * @param marker a part of the server's command line that no other process has, because the id may have been reused
 * @throws LocalStackError when even SIGKILL does not end it
 */
export async function endLeftover(
  pidFile: string,
  marker: string,
  log: (message: string) => void,
): Promise<void> {
  const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, "utf8")) : 0;
  if (pid === 0 || startOf(pid) === undefined || !commandOf(pid)?.includes(marker)) return;
  log(`Ending a server that an earlier run left behind (process ${pid}).`);
  signal(pid, "SIGINT");
  if (await gone(pid, patience)) return;
  signal(pid, "SIGKILL");
  if (await gone(pid, patience)) return;
  throw new LocalStackError(
    `The server left behind by an earlier run cannot be ended: process ${pid}.`,
  );
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    const over = error instanceof Error && "code" in error && error.code === "ESRCH";
    if (!over) throw error;
  }
}
