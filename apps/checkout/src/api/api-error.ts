/**
 * `unknown`: there is no such session. `refused`: the API gives the reason. `too-many`: call again later.
 * `unreachable`: the outcome of the call is unknown.
 */
type ApiErrorKind = "unknown" | "refused" | "too-many" | "unreachable";

export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly kind: ApiErrorKind;
  /** Seconds until the API accepts calls again, if it says so. */
  readonly retryAfterS: number | null;

  constructor(
    kind: ApiErrorKind,
    message: string,
    { retryAfterS = null, cause }: { retryAfterS?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.kind = kind;
    this.retryAfterS = retryAfterS;
  }
}

/** The meaning of a failed API call for the page. */
export const apiErrorOf = (cause: unknown): ApiError =>
  cause instanceof ApiError
    ? cause
    : new ApiError("unreachable", cause instanceof Error ? cause.message : String(cause), {
        cause,
      });

/** The meaning of an answer without a result: a refusal of the API, or what something between it and the page has said. */
export function refusalIn(answer: unknown, headers: Headers): ApiError {
  const { message, data } = partOf(partOf(answer).error);
  const { httpStatus: status } = partOf(data);
  if (typeof message !== "string" || typeof status !== "number") {
    return new ApiError("unreachable", "The answer is not from the API.");
  }
  if (status === 404) return new ApiError("unknown", message);
  const terms = { retryAfterS: retryAfterIn(headers) };
  if (status === 429) return new ApiError("too-many", message, terms);
  return new ApiError(status >= 400 && status < 500 ? "refused" : "unreachable", message, terms);
}

const partOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};

function retryAfterIn(headers: Headers): number | null {
  const header = headers.get("Retry-After");
  return header !== null && /^\d+$/.test(header) ? Number(header) : null;
}
