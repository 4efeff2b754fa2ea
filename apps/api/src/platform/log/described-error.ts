import type { Scrub } from "./scrub.ts";

/** An error as the log has it. */
export interface DescribedError {
  readonly type: string;
  readonly message: string;
  readonly stack?: string;
  /** Of node, Postgres or Prisma: `ECONNREFUSED`, `23505`, `P2002`. */
  readonly code?: string;
  readonly cause?: DescribedError;
  /** Where it stands for several, the first of them. */
  readonly errors?: readonly DescribedError[];
}

/** How far causes are followed, and how many of several errors are described. */
const max = { depth: 4, errors: 3 };

/**
 * What may be known of something that was thrown. Whatever else hangs on it stays out: a database's error
 * holds the values of a row, and an HTTP library's the request with its headers.
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
