import { type Options, rate, wholeNumber } from "../define-soak.ts";

export const webhooksOptions = {
  /** Events. Each invoice has two. */
  events: wholeNumber(10_000, 1, 1_000_000),
  /** Processes. Each takes calls and delivers. */
  kills: wholeNumber(30, 0, 100_000),
  /** The share of attempts that the receiver fails. */
  failures: rate(0.15),
  processes: wholeNumber(2, 1, 20),
};

export type WebhooksOptions = Options<typeof webhooksOptions>;
