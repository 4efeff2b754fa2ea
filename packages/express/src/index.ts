export type { CallOptions, PrepaidOptions } from "./options.ts";
export { type Prepaid, prepaid } from "./prepaid.ts";
export type { Use } from "./run-call.ts";
export type { Subscriber } from "./wallets.ts";
