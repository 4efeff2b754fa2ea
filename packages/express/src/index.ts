export { type Prepaid, type PrepaidOptions, prepaid } from "./prepaid.ts";
export type { Use } from "./run-call.ts";
export type { CallOptions } from "./terms.ts";
export type { Subscriber } from "./wallets.ts";
