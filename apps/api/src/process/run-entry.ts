import { ConfigError } from "../config/config.ts";
import { DatabaseUnavailable } from "../db/assert-database.ts";
import { TablesInUse } from "../db/giving-way.ts";
import { MayNotMigrate } from "../db/permitted.ts";
import { WrongChain } from "./assert-chain.ts";
import { CannotListen } from "./listen.ts";

const forTheOperator = [
  ConfigError,
  CannotListen,
  DatabaseUnavailable,
  MayNotMigrate,
  TablesInUse,
  WrongChain,
];

/**
 * Runs an entry file's work and ends the process. Of a failure that is the operator's to set right
 * only the message is shown; any other is thrown on, stack and all.
 *
 * @param more kinds of error that are the operator's as well
 * @param failed the exit code then
 */
export async function runEntry(
  work: () => Promise<void>,
  more: readonly (new (message: string) => Error)[] = [],
  failed = 1,
): Promise<never> {
  try {
    await work();
  } catch (error) {
    const known = [...forTheOperator, ...more].some((kind) => error instanceof kind);
    if (!known || !(error instanceof Error)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(failed);
  }
  // Or timers nobody waits for would keep the process: the migration engine leaves one of 10 s.
  process.exit();
}
