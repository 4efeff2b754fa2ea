export { type Anvil, localChainId, publicDevAccount, startAnvil } from "./anvil.ts";
export { freePort, makeFolder } from "./folder.ts";
export type { Exit } from "./guardian.ts";
export { type Postgres, type PostgresOptions, startPostgres } from "./postgres.ts";
export { LocalStackError } from "./processes.ts";
