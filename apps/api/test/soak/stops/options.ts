import { type Options, wholeNumber } from "../define-soak.ts";

export const stopsOptions = {
  /** SIGTERMs, each to one process, which then restarts. */
  stops: wholeNumber(10, 1, 1_000),
  processes: wholeNumber(2, 2, 20),
  callers: wholeNumber(16, 1, 200),
};

export type StopsOptions = Options<typeof stopsOptions>;
