/**
 * All that a line of the log may hold besides its time, level and sentence. A field that is not named
 * here is not written, whoever passes it (log/open-log.ts); texts are written without what looks like a
 * secret or an e-mail (log/scrub.ts).
 */
export const logFields = {
  /** What was thrown: kind, message and stack, and those of its causes. */
  err: "error",
  /** Why, where no more than a message is known. */
  reason: "text",
  /** Why a settlement has failed, as its callers are told. */
  failure: "text",

  /** `X-Request-Id`. */
  reqId: "text",
  /** The trace of which it is a part, where traces are kept. */
  traceId: "text",
  method: "text",
  /** `rest`, `trpc` or `page`. */
  door: "text",
  /** The operation's path or name: never what stands in its place in a request. */
  route: "text",
  status: "number",
  durationMs: "number",

  /** Of a record of ours, whose kind the sentence says. */
  id: "text",
  settlementId: "text",
  invoiceId: "text",
  deliveryId: "text",
  /** What of a state table has come about. */
  trigger: "text",
  transactionHash: "text",
  blockNumber: "text",
  /** The address that signs settlements. */
  signer: "text",
  /** Of a transaction of that address. */
  nonce: "number",
  /** Which of the rate limits. */
  limit: "text",
} as const satisfies Record<string, "error" | "text" | "number">;

type ValueOf<Kind> = Kind extends "number" ? number : Kind extends "text" ? string | null : unknown;

export type LogFields = {
  readonly [Name in keyof typeof logFields]?: ValueOf<(typeof logFields)[Name]>;
};

type Say = (about: LogFields, message: string) => void;

/** What the service says of its work: facts and errors, and a sentence. */
export interface Log {
  readonly debug: Say;
  readonly info: Say;
  readonly warn: Say;
  readonly error: Say;
}

/** A log whose every line has these fields as well. */
export function logWith(log: Log, fields: LogFields): Log {
  return new LogWith(log, fields);
}

/** A class, for there is one for each request, and most say nothing. */
class LogWith implements Log {
  readonly #log: Log;
  readonly #fields: LogFields;

  constructor(log: Log, fields: LogFields) {
    this.#log = log;
    this.#fields = fields;
  }

  debug(about: LogFields, message: string): void {
    this.#log.debug({ ...this.#fields, ...about }, message);
  }

  info(about: LogFields, message: string): void {
    this.#log.info({ ...this.#fields, ...about }, message);
  }

  warn(about: LogFields, message: string): void {
    this.#log.warn({ ...this.#fields, ...about }, message);
  }

  error(about: LogFields, message: string): void {
    this.#log.error({ ...this.#fields, ...about }, message);
  }
}
