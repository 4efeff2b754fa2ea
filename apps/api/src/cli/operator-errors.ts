import { ChainUnavailable } from "../chain/chain-errors.ts";
import { DatabaseUnavailable } from "../db/assert-database.ts";
import { CannotDistribute } from "../db/citus/distribute.ts";
import { MayNotMigrate, TablesInUse } from "../db/permitted.ts";
import { ConfigError } from "../kit/config/config.ts";
import { WrongChain } from "../server/process/assert-chain.ts";
import { CannotListen } from "../server/process/listen.ts";
import { CommandError } from "./command-error.ts";

const kinds = [
  CannotDistribute,
  CannotListen,
  ChainUnavailable,
  CommandError,
  ConfigError,
  DatabaseUnavailable,
  MayNotMigrate,
  TablesInUse,
  WrongChain,
];

/** Whether the operator can fix the error. Then only its message is shown; other errors are shown with their stack. */
export function isForTheOperator(error: unknown): error is Error {
  return kinds.some((kind) => error instanceof kind);
}
