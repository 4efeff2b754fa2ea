import type { Log } from "../lib/log.ts";

/**
 * What nobody has caught ends the process, as without this; but its last words are a line of the log.
 * Node would print the error with all that hangs on it: requests with their headers, values of rows.
 */
export function haveLastWordsLogged(log: Log): void {
  process.on("uncaughtException", (error) => {
    log.error({ err: error }, "the process ends: an error that nobody has caught");
    process.exit(1);
  });
}
