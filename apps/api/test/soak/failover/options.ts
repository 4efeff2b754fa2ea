import { type Options, wholeNumber } from "../define-soak.ts";

export const failoverOptions = {
  /** Kills of the primary, each with a promotion of the standby. */
  failovers: wholeNumber(10, 0, 1_000),
  /** How often the standby stops, and comes back. */
  losses: wholeNumber(5, 0, 1_000),
  /** Who send events, each one request at a time. */
  callers: wholeNumber(16, 1, 200),
  /** Who settle invoices, one after the other. */
  settlers: wholeNumber(3, 0, 50),
};

export type FailoverOptions = Options<typeof failoverOptions>;
