import { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { type TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import { notAJsonObject, Refusal, type RefusalKind, type RefusalTerms } from "../lib/refusal.ts";

/** Every kind of refusal and the code, hence the HTTP status, that it has on both doors. */
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
/** What every answer with 401 says besides: how a key is sent. */
export const keyChallenge = { "WWW-Authenticate": "Bearer" } as const;
export const tooManyRequests: RefusalTerms = { kind: "too_many", message: "Too many requests." };
export const unexpectedMessage = "An unexpected error occurred.";

/** An error whose message was written for the caller. All others stay inside. */
export class PublicError extends TRPCError {}

/** The HTTP status of a refusal, where it is that of one thing of many in an answer. */
export const statusOf = (terms: RefusalTerms): number =>
  getHTTPStatusCodeFromError(publicRefusal(terms));

export function publicRefusal({ kind, message }: RefusalTerms): PublicError {
  return new PublicError({ code: codeOf[kind], message });
}

/**
 * What the caller may hear of an error that an operation threw.
 *
 * @returns null when it was unexpected: the caller hears nothing of it
 */
export function publicError(error: unknown): PublicError | null {
  if (error instanceof PublicError) return error;
  if (error instanceof Refusal) return publicRefusal(error);
  // A door could not read the input as JSON.
  const isUnread = error instanceof TRPCError && error.code === "BAD_REQUEST";
  return isUnread ? publicRefusal(notAJsonObject) : null;
}

/** An error as tRPC's clients read it. */
export function errorShape(error: TRPCError, path: string | undefined) {
  const { code } = error;
  const data = { code, httpStatus: getHTTPStatusCodeFromError(error), path };
  return { message: protocolMessage(error), code: TRPC_ERROR_CODES_BY_KEY[code], data };
}

/** What the caller hears of errors that the tRPC protocol itself raises. */
function protocolMessage(error: TRPCError): string {
  if (error instanceof PublicError) return error.message;
  switch (error.code) {
    case "NOT_FOUND":
      return routeNotFound.message;
    case "BAD_REQUEST":
    case "METHOD_NOT_SUPPORTED":
      return error.message; // of the protocol itself: a batch too large, a query by POST
    default:
      return unexpectedMessage;
  }
}
