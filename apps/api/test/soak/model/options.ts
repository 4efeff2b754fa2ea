import { type Options, printed, wholeNumber } from "../define-soak.ts";

export const modelOptions = {
  runs: wholeNumber(400, 1, 10_000_000),
  /** The average number of commands in a run. */
  commands: wholeNumber(100, 1, 10_000),
  /** Services that run at the same time, each with its own database, chain and clock. */
  lanes: wholeNumber(2, 1, 16),
  /** The path at which fast-check starts, to repeat a failure of an earlier run. */
  path: printed(/^[\d:]+$/),
  replayPath: printed(/^[\w+/:]+$/),
};

export type ModelOptions = Options<typeof modelOptions>;
