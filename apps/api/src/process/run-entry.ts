import { ConfigError } from "../config.ts";
import { DatabaseUnavailable } from "../db/assert-database.ts";
import { WrongChain } from "./assert-chain.ts";
import { CannotListen } from "./listen.ts";

const forTheOperator = [ConfigError, CannotListen, DatabaseUnavailable, WrongChain];

/**
 * Runs an entry file's work and ends the process. Of a failure that is the operator's to set right
 * only the message is shown, and the exit code is 1; any other is thrown on, stack and all.
 *
 * @param more kinds of error that are the operator's as well
 */
export async function runEntry(
  work: () => Promise<void>,
  more: readonly (new (message: string) => Error)[] = [],
): Promise<never> {
  try {
    await work();
  } catch (error) {
    const known = [...forTheOperator, ...more].some((kind) => error instanceof kind);
    if (!known || !(error instanceof Error)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
  // Or timers nobody waits for would keep the process: the migration engine leaves one of 10 s.
  process.exit(0);
}
