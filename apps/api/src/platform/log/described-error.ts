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
  if (!(error instanceof Error)) return { type: typeof error, message: scrub(String(error)) };
  const described = (inner: unknown) => describedError(inner, scrub, depth + 1);
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const goesOn = depth < max.depth;
  return {
    type: error.name,
    message: scrub(error.message),
    ...(error.stack !== undefined && { stack: scrub(error.stack) }),
    ...(/^[A-Z0-9_]{1,40}$/.test(code) && { code }),
    ...(goesOn && error.cause !== undefined && { cause: described(error.cause) }),
    ...(goesOn &&
      error instanceof AggregateError && {
        errors: error.errors.slice(0, max.errors).map(described),
      }),
  };
}
