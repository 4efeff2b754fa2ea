import { type Options, wholeNumber } from "../define-soak.ts";

export const balancesOptions = {
  /** Of API processes. */
  kills: wholeNumber(100, 0, 100_000),
  postgresKills: wholeNumber(20, 0, 100_000),
  /** API processes on one database. */
  processes: wholeNumber(2, 1, 20),
  /** Who charge a few balances with much credit, each one request at a time. */
  callers: wholeNumber(8, 1, 1_000),
  /** Who place holds and end them, two calls at once for each. */
  holders: wholeNumber(8, 1, 1_000),
};

export type BalancesOptions = Options<typeof balancesOptions>;
