import { type Options, wholeNumber } from "../define-soak.ts";

export const yearOptions = {
  subscriptions: wholeNumber(200, 1, 10_000),
  /** How many of them have signed a spending cap, under which their bills are collected. */
  capped: wholeNumber(20, 0, 10_000),
  /** Plans, each with its own rate card. */
  kinds: wholeNumber(20, 1, 1_000),
  months: wholeNumber(24, 1, 24),
  /** Billers that are killed each month, before two bill the rest. */
  kills: wholeNumber(3, 0, 100),
};

export type YearOptions = Options<typeof yearOptions>;
