import {
  BadRequestError,
  type CallFacts,
  ConflictError,
  ForbiddenError,
  IdempotencyMismatchError,
  NotFoundError,
  PayloadTooLargeError,
  PaymentRequiredError,
  RateLimitedError,
  ServerError,
  ServiceUnavailableError,
  UnauthorizedError,
  UnexpectedAnswerError,
  UsanceError,
} from "./errors.ts";

const byStatus: Readonly<Record<number, typeof UsanceError>> = {
  400: BadRequestError,
  401: UnauthorizedError,
  402: PaymentRequiredError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  413: PayloadTooLargeError,
  422: IdempotencyMismatchError,
  429: RateLimitedError,
  500: ServerError,
  503: ServiceUnavailableError,
};

/**
 * Makes the error for a response that is not a success.
 *
 * @param body the body that was read; a proxy can send anything
 * @param idempotencyKey of the call
 */
export function errorOf(
  response: Response,
  body: unknown,
  idempotencyKey: string | null,
): UsanceError {
  const facts = factsOf(response, idempotencyKey);
  const { status } = response;
  const Class = byStatus[status] ?? (status >= 500 ? ServerError : UsanceError);
  if (isObject(body) && typeof body.error === "string") return new Class(body.error, facts);
  const message = `The service answered ${status}.`;
  // Gateways send these statuses with their own texts, and with the same meaning.
  const isGateways = status === 413 || status === 429 || status >= 500;
  return new (isGateways ? Class : UnexpectedAnswerError)(message, facts);
}

/** The facts in the status and the headers of a response. */
export function factsOf({ status, headers }: Response, idempotencyKey: string | null): CallFacts {
  return {
    status,
    requestId: headers.get("x-request-id"),
    location: headers.get("location"),
    retryAfter: secondsOf(headers.get("retry-after")),
    idempotencyKey,
    code: headers.get("usance-error"),
    param: headers.get("usance-error-param"),
    hint: headers.get("usance-error-hint"),
  };
}

/** @param retryAfter seconds, or a date, which gateways may send */
function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
