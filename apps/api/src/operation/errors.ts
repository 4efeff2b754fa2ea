import { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { type TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import { databaseUnavailable, isDatabaseUnavailable } from "../db/unavailable.ts";
import { notAJsonObject, Refusal, type RefusalKind, type RefusalTerms } from "../lib/refusal.ts";

/** The tRPC error code of each kind of refusal. It determines the HTTP status in REST and tRPC. */
const codeOf = {
  invalid: "BAD_REQUEST",
  unauthenticated: "UNAUTHORIZED",
  forbidden: "FORBIDDEN",
  not_found: "NOT_FOUND",
  conflict: "CONFLICT",
  mismatch: "UNPROCESSABLE_CONTENT",
  too_large: "PAYLOAD_TOO_LARGE",
  too_many: "TOO_MANY_REQUESTS",
  unavailable: "SERVICE_UNAVAILABLE",
  unsettled: "INTERNAL_SERVER_ERROR",
} as const satisfies Record<RefusalKind, TRPC_ERROR_CODE_KEY>;

export const routeNotFound: RefusalTerms = { kind: "not_found", message: "Not found." };
export const bodyTooLarge: RefusalTerms = {
  kind: "too_large",
  message: "Request body is too large.",
};
export const keyRequired: RefusalTerms = {
  kind: "unauthenticated",
  message: "A valid API key is required.",
};
/** The header that every 401 response has. */
export const keyChallenge = { "WWW-Authenticate": "Bearer" } as const;
export const tooManyRequests: RefusalTerms = { kind: "too_many", message: "Too many requests." };
export const unexpectedMessage = "An unexpected error occurred.";

/** An error whose message is meant for the caller. Messages of all other errors are never sent. */
export class PublicError extends TRPCError {}

/** The HTTP status of a refusal, for example for one item of a batch. */
export const statusOf = (terms: RefusalTerms): number =>
  getHTTPStatusCodeFromError(publicRefusal(terms));

export function publicRefusal({ kind, message }: RefusalTerms): PublicError {
  return new PublicError({ code: codeOf[kind], message });
}

/**
 * Converts an error that an operation threw to the error that the caller gets.
 *
 * @returns null when it was unexpected, so its message must not be sent
 */
export function publicError(error: unknown): PublicError | null {
  if (error instanceof PublicError) return error;
  if (error instanceof Refusal) return publicRefusal(error);
  // The REST or tRPC handler could not read the input as JSON.
  const isUnread = error instanceof TRPCError && error.code === "BAD_REQUEST";
  return isUnread ? publicRefusal(notAJsonObject) : null;
}

/** How the caller is told of an error that is not public. */
export function failureOf(error: unknown): {
  readonly error: PublicError;
  /** The `Retry-After` header, if any. */
  readonly headers: Readonly<Record<string, string>>;
} {
  if (!isDatabaseUnavailable(error)) {
    const code = "INTERNAL_SERVER_ERROR";
    return { error: new PublicError({ code, message: unexpectedMessage }), headers: {} };
  }
  const headers = { "Retry-After": String(databaseUnavailable.retryAfterSeconds) };
  return { error: publicRefusal(databaseUnavailable), headers };
}

/** An error in the format of tRPC's clients. */
export function errorShape(error: TRPCError, path: string | undefined) {
  const { code } = error;
  const data = { code, httpStatus: getHTTPStatusCodeFromError(error), path };
  return { message: protocolMessage(error), code: TRPC_ERROR_CODES_BY_KEY[code], data };
}

/** The message for the caller of an error that the tRPC protocol itself raised. */
function protocolMessage(error: TRPCError): string {
  if (error instanceof PublicError) return error.message;
  switch (error.code) {
    case "NOT_FOUND":
      return routeNotFound.message;
    case "BAD_REQUEST":
    case "METHOD_NOT_SUPPORTED":
      return error.message; // from the protocol: a batch that is too large, a query sent by POST
    default:
      return unexpectedMessage;
  }
}
