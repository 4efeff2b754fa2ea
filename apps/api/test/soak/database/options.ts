import { type Options, wholeNumber } from "../define-soak.ts";

export const databaseOptions = {
  /** Faults of each kind. */
  faults: wholeNumber(12, 1, 1_000),
  /** The longest duration of a fault, in milliseconds. */
  longest: wholeNumber(90_000, 100, 600_000),
  processes: wholeNumber(2, 1, 20),
  callers: wholeNumber(16, 1, 200),
};

export type DatabaseOptions = Options<typeof databaseOptions>;
