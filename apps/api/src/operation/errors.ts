import { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { type TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import { databaseUnavailable, isDatabaseUnavailable } from "../db/unavailable.ts";
import { notAJsonObject, Refusal, type RefusalKind, type RefusalTerms } from "../kit/refusal.ts";
import { retryAfterSeconds } from "./access/limits/costs.ts";

/** The tRPC error code of each kind of refusal. It determines the HTTP status in REST and tRPC. */
const codeOf = {
  invalid: "BAD_REQUEST",
  unauthenticated: "UNAUTHORIZED",
  unpaid: "PAYMENT_REQUIRED",
  forbidden: "FORBIDDEN",
  not_found: "NOT_FOUND",
  wrong_method: "METHOD_NOT_SUPPORTED",
  conflict: "CONFLICT",
  mismatch: "UNPROCESSABLE_CONTENT",
  too_large: "PAYLOAD_TOO_LARGE",
  too_many: "TOO_MANY_REQUESTS",
  unavailable: "SERVICE_UNAVAILABLE",
  unsettled: "INTERNAL_SERVER_ERROR",
  unexpected: "INTERNAL_SERVER_ERROR",
} as const satisfies Record<RefusalKind, TRPC_ERROR_CODE_KEY>;

export const routeNotFound: RefusalTerms = {
  kind: "not_found",
  code: "route_not_found",
  message: "Not found.",
  meaning: "There is no such path or, over tRPC, no such procedure.",
  remedy: "Check the path; operations are below `/api/v1`.",
};
export const methodNotAllowed: RefusalTerms = {
  kind: "wrong_method",
  code: "method_not_allowed",
  message: "Method not allowed.",
  meaning: "The path exists, but not for this HTTP method.",
  remedy: "Use a method that the header `Allow` lists.",
};
export const wrongMethodOfCall: RefusalTerms = {
  ...methodNotAllowed,
  message: "Queries are called by GET, mutations by POST.",
};
/** The specification has one message for every body that cannot be read. */
export const contentTypeNotJson: RefusalTerms = {
  ...notAJsonObject,
  code: "content_type_not_json",
  meaning: "The header `Content-Type` is missing or is not JSON.",
  remedy: "Send `Content-Type: application/json`.",
};
/** Maximum number of calls in one tRPC request. */
export const maxBatchSize = 50;
export const tooManyCalls: RefusalTerms = {
  kind: "invalid",
  code: "too_many_calls",
  message: "Batch call exceeds maximum size",
  meaning: `A tRPC batch has more than ${maxBatchSize} calls.`,
  remedy: `Set \`maxItems: ${maxBatchSize}\` on tRPC's \`httpBatchLink\`.`,
};
export const badPathEncoding = (message: string): RefusalTerms => ({
  kind: "invalid",
  code: "invalid_path_encoding",
  message,
  pattern: 'Invalid URL-encoding in path "<path>"',
  meaning: "The path of a tRPC call has a percent sign that encodes no character.",
  remedy: "Encode the path, for example with `encodeURIComponent`.",
});
export const invalidCall: RefusalTerms = {
  kind: "invalid",
  code: "invalid_trpc_request",
  message: "This is not a valid tRPC request.",
  meaning:
    "The address breaks a rule of tRPC's protocol: for example, a batch has queries and mutations.",
  remedy: "Call the service with a tRPC client.",
};
export const bodyTooLarge: RefusalTerms = {
  kind: "too_large",
  code: "body_too_large",
  message: "Request body is too large.",
  meaning: "The body is larger than 1 MiB, or than 16 KiB for an operation that needs no API key.",
  remedy: "Send less: split a batch, or send usage events as JSON lines.",
};
export const keyRequired: RefusalTerms = {
  kind: "unauthenticated",
  code: "invalid_api_key",
  message: "A valid API key is required.",
  meaning: "The request has no API key, or its key is unknown, revoked or expired.",
  remedy: "Send `Authorization: Bearer <API_KEY>` with a key that is in use.",
};
/** The header that every 401 response has. */
export const keyChallenge = { "WWW-Authenticate": "Bearer" } as const;
export const tooManyRequests: RefusalTerms = {
  kind: "too_many",
  code: "rate_limited",
  message: "Too many requests.",
  meaning: "The API key, or without a key the network, has made too many calls in this minute.",
  remedy: "Retry after `Retry-After` seconds. `RateLimit-Remaining` tells how many calls are left.",
};
/** The specification has one message for every caller that asks for too much. */
export const tooManyAtOnce: RefusalTerms = {
  ...tooManyRequests,
  code: "too_many_at_once",
  meaning:
    "Too many calls are running or waiting: of this seller, for this record, or, without a key, of this network.",
  remedy: "Retry after `Retry-After` seconds, with fewer calls at once.",
  retryAfterSeconds,
};
export const unexpected: RefusalTerms = {
  kind: "unexpected",
  code: "internal_error",
  message: "An unexpected error occurred.",
  meaning: "The service failed. The change was not made, or its outcome is unknown.",
  remedy:
    "Retry with the same `Idempotency-Key`. If it happens again, tell the operator the `X-Request-Id`.",
};

/** An error whose message is meant for the caller. Messages of all other errors are never sent. */
export class PublicError extends TRPCError {
  readonly terms: RefusalTerms;

  constructor(terms: RefusalTerms) {
    super({ code: codeOf[terms.kind], message: terms.message });
    this.terms = terms;
  }
}

/** The HTTP status of a refusal, for example for one item of a batch. */
export const statusOf = (terms: RefusalTerms): number =>
  getHTTPStatusCodeFromError(publicRefusal(terms));

export function publicRefusal(terms: RefusalTerms): PublicError {
  return new PublicError(terms);
}

/** The public description of an error. */
export const termsOf = (error: TRPCError): RefusalTerms =>
  error instanceof PublicError ? error.terms : termsOfTrpc(error);

/** The public description of an error of tRPC itself, which called no operation. */
function termsOfTrpc({ code, message }: TRPCError): RefusalTerms {
  if (code === "NOT_FOUND") return routeNotFound;
  if (code === "METHOD_NOT_SUPPORTED") return wrongMethodOfCall;
  if (code === "UNSUPPORTED_MEDIA_TYPE") return contentTypeNotJson;
  if (code !== "BAD_REQUEST" && code !== "PARSE_ERROR") return unexpected;
  if (message === tooManyCalls.message) return tooManyCalls;
  return message.startsWith("Invalid URL-encoding") ? badPathEncoding(message) : invalidCall;
}

/**
 * Converts an error that an operation threw to the error that the caller gets.
 *
 * @returns null when it was unexpected, so its message must not be sent
 */
export function publicError(error: unknown): PublicError | null {
  if (error instanceof PublicError) return error;
  return error instanceof Refusal ? publicRefusal(error.terms) : null;
}

/** The error that the caller gets in place of one that is not public. */
export const failureOf = (error: unknown): PublicError =>
  publicRefusal(isDatabaseUnavailable(error) ? databaseUnavailable : unexpected);

/** An error in the format of tRPC's clients. `data.code` is tRPC's own, so the service's code is `data.error`. */
export function errorShape(error: TRPCError, path: string | undefined) {
  const terms = termsOf(error);
  const { code, param, message, kind, limit } = terms;
  const trpcCode = codeOf[kind];
  const httpStatus = statusOf(terms);
  const data = { code: trpcCode, httpStatus, path, error: code, param, hint: hintOf(terms) };
  // The properties alone: tRPC's clients get the type of this answer, without the modules of the service.
  const reached = limit === undefined ? undefined : { ...limit };
  return { message, code: TRPC_ERROR_CODES_BY_KEY[trpcCode], data: { ...data, limit: reached } };
}

/** The result of an item of a batch that was refused. */
export const refusedItem = (terms: RefusalTerms) => ({
  status: statusOf(terms),
  error: terms.message,
  code: terms.code,
  ...(terms.param !== undefined && { param: terms.param }),
  ...(terms.limit !== undefined && { limit: terms.limit }),
});

/** `Retry-After`, if the error says when to retry. Each door sends it with its errors. */
export const retryHeader = ({ retryAfterSeconds }: Pick<RefusalTerms, "retryAfterSeconds">) =>
  retryAfterSeconds !== undefined && { "Retry-After": String(retryAfterSeconds) };

/** What an error means and what to do about it, in ASCII: the specification fixes messages that do not say that. */
export const hintOf = ({ meaning, remedy }: Pick<RefusalTerms, "meaning" | "remedy">) =>
  `${meaning} ${remedy}`;

/** The headers that name an error over REST, whose body is exactly `{"error": string}`. */
export function errorHeaders({
  code,
  param,
  meaning,
  remedy,
  limit,
}: Pick<RefusalTerms, "code" | "param" | "limit"> &
  Partial<Pick<RefusalTerms, "meaning" | "remedy">>) {
  // The name of an unknown field can be any text.
  const isShown = param !== undefined && /^[\x21-\x7e]{1,255}$/.test(param);
  return {
    "Usance-Error": code,
    ...(isShown && { "Usance-Error-Param": param }),
    ...(meaning && remedy && { "Usance-Error-Hint": hintOf({ meaning, remedy }) }),
    ...(limit && {
      "Usance-Limit": limit.name,
      "Usance-Limit-Max": limit.max,
      "Usance-Limit-Used": limit.used,
      "Usance-Limit-Remaining": limit.remaining,
      ...(limit.resetsAt !== null && { "Usance-Limit-Reset": limit.resetsAt }),
    }),
  };
}
