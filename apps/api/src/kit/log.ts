/**
 * The fields of a log line besides its time, level and message. `openLog` writes no others, and removes from texts what
 * looks like a secret or an e-mail address.
 */
export const logFields = {
  /** An error: its kind, message and stack, and those of its causes. */
  err: "error",
  /** The reason, where only a message is known. */
  reason: "text",
  /** Why a settlement failed, in the words that its callers see. */
  failure: "text",

  /** `X-Request-Id`. */
  reqId: "text",
  /** The trace that the line belongs to, if tracing is on. */
  traceId: "text",
  method: "text",
  /** `rest`, `trpc` or `page`. */
  door: "text",
  /** The operation's path template or name, never the requested path. */
  route: "text",
  /** The words of a path that is no operation's, in development only. */
  path: "text",
  /** The response's `Usance-Warning`, in development only: it repeats names that the caller made up. */
  warning: "text",
  status: "number",
  durationMs: "number",

  /** The id of the record whose kind the message names. */
  id: "text",
  settlementId: "text",
  invoiceId: "text",
  deliveryId: "text",
  emailId: "text",
  /** A trigger of a state table. */
  trigger: "text",
  transactionHash: "text",
  blockNumber: "text",
  /** The address that signs settlements. */
  signer: "text",
  /** The nonce of one of the signer's transactions. */
  nonce: "number",
  /** The name of a rate limit. */
  limit: "text",
} as const satisfies Record<string, "error" | "text" | "number">;

type ValueOf<Kind> = Kind extends "number" ? number : Kind extends "text" ? string | null : unknown;

/** Fields of a log line. */
export type LogFields = {
  readonly [Name in keyof typeof logFields]?: ValueOf<(typeof logFields)[Name]>;
};

type Say = (about: LogFields, message: string) => void;

/** The service's log: each line has fields and a message. */
export interface Log {
  readonly debug: Say;
  readonly info: Say;
  readonly warn: Say;
  readonly error: Say;
}

/** A log that adds some fields to every line. */
export function logWith(log: Log, fields: LogFields): Log {
  return new LogWith(log, fields);
}

/** A class, because every request creates one and most write nothing. */
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
