import { type Options, wholeNumber } from "../define-soak.ts";

export const balancesOptions = {
  /** How many events are charged at least. */
  debits: wholeNumber(1_000_000, 0, 100_000_000),
  /** Of API processes. */
  kills: wholeNumber(100, 0, 100_000),
  postgresKills: wholeNumber(20, 0, 100_000),
  /** Reorganisations of the chain, which take top-ups back. */
  reorgs: wholeNumber(20, 0, 100_000),
  /** Of the clocks of processes. */
  jumps: wholeNumber(40, 0, 100_000),
  /** API processes on one database, each with a clock of its own. */
  processes: wholeNumber(2, 1, 20),
  /** Who charge a few balances with much credit, each one request at a time. */
  callers: wholeNumber(8, 1, 1_000),
  /** Who place holds and end them, two calls at once for each. */
  holders: wholeNumber(8, 1, 1_000),
  /** Who top their balance up, and spend it. */
  payers: wholeNumber(4, 0, 100),
};

export type BalancesOptions = Options<typeof balancesOptions>;
