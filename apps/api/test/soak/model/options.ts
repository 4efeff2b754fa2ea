import { type Options, printed, wholeNumber } from "../define-soak.ts";

export const modelOptions = {
  runs: wholeNumber(400, 1, 10_000_000),
  /** In a run, on an average. */
  commands: wholeNumber(100, 1, 10_000),
  /** Services, each with a database, a chain and a clock of its own, that have their runs side by side. */
  lanes: wholeNumber(2, 1, 16),
  /** Where fast-check is to begin: at what an earlier run has found. */
  path: printed(/^[\d:]+$/),
  replayPath: printed(/^[\w+/:]+$/),
};

export type ModelOptions = Options<typeof modelOptions>;
