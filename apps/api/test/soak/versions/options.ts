import { type Options, wholeNumber } from "../define-soak.ts";

export const versionsOptions = {
  /** Processes of each version. */
  processes: wholeNumber(3, 1, 20),
  callers: wholeNumber(16, 1, 1_000),
  /** The longest time between two steps of the upgrade, in milliseconds. */
  pauseMs: wholeNumber(5_000, 0, 600_000),
};

export type VersionsOptions = Options<typeof versionsOptions>;
