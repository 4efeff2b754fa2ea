import type { Log } from "../../kit/log.ts";

/**
 * Logs an uncaught error and ends the process. Node itself would print the error with all its properties, such as
 * requests with their headers, or values of rows.
 */
export function haveLastWordsLogged(log: Log): void {
  process.on("uncaughtException", (error) => {
    log.error({ err: error }, "uncaught error: the process exits");
    process.exit(1);
  });
}
