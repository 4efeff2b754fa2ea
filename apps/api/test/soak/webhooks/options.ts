import { type Options, rate, wholeNumber } from "../define-soak.ts";

export const webhooksOptions = {
  /** Of which two come of each invoice. */
  events: wholeNumber(10_000, 1, 1_000_000),
  /** Of processes, each of which takes calls and delivers. */
  kills: wholeNumber(30, 0, 100_000),
  /** How many attempts the receiver fails. */
  failures: rate(0.15),
  processes: wholeNumber(2, 1, 20),
};

export type WebhooksOptions = Options<typeof webhooksOptions>;
