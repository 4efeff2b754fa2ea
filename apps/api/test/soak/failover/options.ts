import { type Options, wholeNumber } from "../define-soak.ts";

export const failoverOptions = {
  /** Kills of the primary, each followed by a promotion of the standby. */
  failovers: wholeNumber(10, 0, 1_000),
  /** How often the standby stops and returns. */
  losses: wholeNumber(5, 0, 1_000),
  /** How many callers send events, one request at a time. */
  callers: wholeNumber(16, 1, 200),
  /** How many callers settle invoices, one invoice at a time. */
  settlers: wholeNumber(3, 0, 50),
};

export type FailoverOptions = Options<typeof failoverOptions>;
