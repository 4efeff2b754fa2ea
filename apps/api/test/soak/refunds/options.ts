import { type Options, wholeNumber } from "../define-soak.ts";

export const refundsOptions = {
  refunds: wholeNumber(40, 1, 1_000),
  kills: wholeNumber(60, 0, 100_000),
  reorgs: wholeNumber(30, 0, 100_000),
  /** API processes on one database. */
  processes: wholeNumber(3, 1, 20),
};

export type RefundsOptions = Options<typeof refundsOptions>;
