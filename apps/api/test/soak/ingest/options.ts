import { type Options, wholeNumber } from "../define-soak.ts";

export const ingestOptions = {
  /** Kills of API processes. */
  kills: wholeNumber(100, 0, 100_000),
  postgresKills: wholeNumber(20, 0, 100_000),
  /** API processes on one database. */
  processes: wholeNumber(2, 1, 20),
  /** Callers that send events, each one request at a time. */
  callers: wholeNumber(16, 1, 1_000),
};

export type IngestOptions = Options<typeof ingestOptions>;
