import { type Options, rate, wholeNumber } from "../define-soak.ts";

export const settlementsOptions = {
  settlements: wholeNumber(600, 1, 100_000),
  kills: wholeNumber(100, 0, 100_000),
  reorgs: wholeNumber(50, 0, 100_000),
  /** The share of RPC requests that fail. */
  rpcFaults: rate(0.3),
  /** API processes on one database and one signer. */
  processes: wholeNumber(3, 1, 20),
};

export type SettlementsOptions = Options<typeof settlementsOptions>;
