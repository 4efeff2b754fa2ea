/* What `usance biller` runs: a caller of the service that bills usage, with a key of its own and the SDK alone. */
export { type BillerOptions, planBills, runBiller } from "./biller.ts";
export { listen } from "./listen.ts";
