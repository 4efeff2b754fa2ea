import { type Options, wholeNumber } from "../define-soak.ts";

export const hostilePayersOptions = {
  /** Honest payments. */
  payers: wholeNumber(90, 3, 10_000),
  /** Strangers who attack them. */
  strangers: wholeNumber(150, 1, 10_000),
  /** Sellers' services. */
  services: wholeNumber(2, 1, 100),
  kills: wholeNumber(30, 0, 100_000),
  processes: wholeNumber(3, 1, 20),
};

export type HostilePayersOptions = Options<typeof hostilePayersOptions>;
