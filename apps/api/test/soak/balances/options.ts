import { type Options, wholeNumber } from "../define-soak.ts";

export const balancesOptions = {
  /** Kills of API processes. */
  kills: wholeNumber(100, 0, 100_000),
  postgresKills: wholeNumber(20, 0, 100_000),
  /** API processes on one database. */
  processes: wholeNumber(2, 1, 20),
  /** Callers that charge a few balances with much credit, each one request at a time. */
  callers: wholeNumber(8, 1, 1_000),
  /** Callers that place holds and end each with two concurrent calls. */
  holders: wholeNumber(8, 1, 1_000),
};

export type BalancesOptions = Options<typeof balancesOptions>;
