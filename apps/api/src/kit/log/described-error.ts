import type { Scrub } from "./scrub.ts";

/** An error in the form in which it is logged. */
export interface DescribedError {
  readonly type: string;
  readonly message: string;
  readonly stack?: string;
  /** The code from Node, Postgres or Prisma: `ECONNREFUSED`, `23505`, `P2002`. */
  readonly code?: string;
  readonly cause?: DescribedError;
  /** The first few errors of an AggregateError. */
  readonly errors?: readonly DescribedError[];
}

/** How deep causes are followed, and how many errors of an AggregateError are described. */
const max = { depth: 4, errors: 3 };

/**
 * Describes a thrown value for the log. Other properties are left out, because they may be confidential: a database
 * error holds the values of a row, and an HTTP library's error holds the request with its headers.
 */
export function describedError(error: unknown, scrub: Scrub, depth = 0): DescribedError {
  if (!isErrorLike(error)) return { type: typeof error, message: scrub(textOf(error)) };
  const described = (inner: unknown) => describedError(inner, scrub, depth + 1);
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const goesOn = depth < max.depth;
  return {
    type: error.name ?? "Error",
    message: scrub(reasonOf(error)),
    ...(typeof error.stack === "string" && { stack: scrub(error.stack) }),
    ...(/^[A-Z0-9_]{1,40}$/.test(code) && { code }),
    ...(goesOn && error.cause !== undefined && { cause: described(error.cause) }),
    ...(goesOn &&
      error.errors !== undefined && { errors: error.errors.slice(0, max.errors).map(described) }),
  };
}

interface ErrorLike {
  readonly message: string;
  readonly name?: string;
  readonly stack?: string;
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly errors?: readonly unknown[];
}

/** Errors, and the objects with an error's fields that pg-boss emits instead. */
function isErrorLike(error: unknown): error is ErrorLike {
  return (
    typeof error === "object" &&
    error !== null &&
    "message" in error &&
    typeof error.message === "string"
  );
}

/**
 * The message. An AggregateError of Node has none when every address of a host refused the connection: its reason is in
 * its errors.
 */
function reasonOf({ message, errors, code, name }: ErrorLike): string {
  if (message !== "") return message;
  const inner = (errors ?? []).filter(isErrorLike).slice(0, max.errors).map(reasonOf).join("; ");
  return inner || (typeof code === "string" ? code : (name ?? "Error"));
}

/** `[object Object]` would tell nothing; other properties may be confidential. */
function textOf(thrown: unknown): string {
  if (typeof thrown !== "object" || thrown === null) return String(thrown);
  return `A thrown ${thrown.constructor?.name ?? "object"} without a message`;
}
