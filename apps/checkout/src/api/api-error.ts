import { TRPCClientError } from "@trpc/client";

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
export function apiErrorOf(cause: unknown): ApiError {
  if (!(cause instanceof TRPCClientError))
    return new ApiError("unreachable", said(cause), { cause });
  const status = statusOf(cause.data);
  if (status === 404) return new ApiError("unknown", cause.message, { cause });
  const terms = { retryAfterS: retryAfterOf(cause), cause };
  if (status === 429) return new ApiError("too-many", cause.message, terms);
  const refused = status !== null && status >= 400 && status < 500;
  return new ApiError(refused ? "refused" : "unreachable", cause.message, terms);
}

const said = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));

/** @returns null if the answer is not from the API, for example from a proxy, or missing */
function statusOf(data: unknown): number | null {
  if (typeof data !== "object" || data === null || !("httpStatus" in data)) return null;
  return typeof data.httpStatus === "number" ? data.httpStatus : null;
}

function retryAfterOf({ meta }: TRPCClientError<never>): number | null {
  const response = meta?.response;
  const header = response instanceof Response ? response.headers.get("Retry-After") : null;
  return header !== null && /^\d+$/.test(header) ? Number(header) : null;
}
