import { type Options, wholeNumber } from "../define-soak.ts";

export const requestsOptions = {
  /** Requests of each operation through each door. */
  requests: wholeNumber(2_000, 4, 100_000),
};

export type RequestsOptions = Options<typeof requestsOptions>;
