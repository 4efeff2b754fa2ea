import { type Options, wholeNumber } from "../define-soak.ts";

export const clocksOptions = {
  jumps: wholeNumber(100, 1, 10_000),
  /** On one database, each with a clock of its own. */
  processes: wholeNumber(3, 1, 20),
  callers: wholeNumber(12, 1, 200),
};

export type ClocksOptions = Options<typeof clocksOptions>;
