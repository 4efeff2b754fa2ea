export {
  type Anvil,
  type AnvilOptions,
  localChainId,
  publicDevAccount,
  startAnvil,
} from "./anvil.ts";
export { LocalStackError } from "./errors.ts";
export { freePort } from "./free-port.ts";
export type { Exit } from "./guardian.ts";
export { makeFolder } from "./make-folder.ts";
export { type Postgres, type PostgresOptions, startPostgres } from "./postgres.ts";
export { type Rpc, rpcTo } from "./rpc.ts";
