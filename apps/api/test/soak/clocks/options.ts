import { type Options, wholeNumber } from "../define-soak.ts";

export const clocksOptions = {
  jumps: wholeNumber(100, 1, 10_000),
  /** Processes on one database, each with its own clock. */
  processes: wholeNumber(3, 1, 20),
  callers: wholeNumber(12, 1, 200),
};

export type ClocksOptions = Options<typeof clocksOptions>;
