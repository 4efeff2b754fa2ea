/** What is known of a call that did not succeed. */
export interface CallFacts {
  readonly status: number | null;
  readonly requestId: string | null;
  readonly location: string | null;
  readonly retryAfter: number | null;
  readonly idempotencyKey: string | null;
  readonly code?: string | null;
  readonly param?: string | null;
}

/** A call did not succeed. Its classes are by status, and for the two ways of getting no answer. */
export class UsanceError extends Error {
  override readonly name: string = "UsanceError";
  /** HTTP status; null when no answer came. */
  readonly status: number | null;
  /** Names the request in the service's log. */
  readonly requestId: string | null;
  /** Where to read what came of it, of a ServerError of `settlements.create`: `/api/v1/settlements/…`. */
  readonly location: string | null;
  /** When trying again makes sense, in seconds. */
  readonly retryAfter: number | null;
  /** Of a POST: the same call with this key is done once, whatever came of this one. */
  readonly idempotencyKey: string | null;

  /**
   * Which error it is: `usage_event_already_recorded`. It never changes, unlike the message; docs/errors.md lists all.
   * null when the service has not answered.
   */
  readonly code: string | null;
  /** Path of the input's field that is at fault: `owner.email`. null unless it is one. */
  readonly param: string | null;

  constructor(message: string, facts: CallFacts, options?: ErrorOptions) {
    super(message, options);
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.location = facts.location;
    this.retryAfter = facts.retryAfter;
    this.idempotencyKey = facts.idempotencyKey;
    this.code = facts.code ?? null;
    this.param = facts.param ?? null;
  }
}

/** Something in the input is wrong; the message says what, and what is allowed. */
export class BadRequestError extends UsanceError {
  override readonly name = "BadRequestError";
  declare readonly status: 400;
}

/** There is no such API key, or it was revoked. */
export class UnauthorizedError extends UsanceError {
  override readonly name = "UnauthorizedError";
  declare readonly status: 401;
}

/** The API key may not do this. */
export class ForbiddenError extends UsanceError {
  override readonly name = "ForbiddenError";
  declare readonly status: 403;
}

/** There is no such record among those that the API key sees. */
export class NotFoundError extends UsanceError {
  override readonly name = "NotFoundError";
  declare readonly status: 404;
}

/** The record's state does not allow it, or there is one already. */
export class ConflictError extends UsanceError {
  override readonly name = "ConflictError";
  declare readonly status: 409;
}

/** The input is larger than 1 MiB, or 16 KiB of a call that needs no API key. */
export class PayloadTooLargeError extends UsanceError {
  override readonly name = "PayloadTooLargeError";
  declare readonly status: 413;
}

/** The `idempotencyKey` was used with another input. */
export class IdempotencyMismatchError extends UsanceError {
  override readonly name = "IdempotencyMismatchError";
  declare readonly status: 422;
}

/** The API key has made too many calls; `retryAfter` says when it may again. */
export class RateLimitedError extends UsanceError {
  override readonly name = "RateLimitedError";
  declare readonly status: 429;
}

/** The service failed; or, with a `location`, the chain did not confirm a settlement. */
export class ServerError extends UsanceError {
  override readonly name: string = "ServerError";
  declare readonly status: number;
}

/** The chain or the service is away for now. */
export class ServiceUnavailableError extends ServerError {
  override readonly name = "ServiceUnavailableError";
  declare readonly status: 503;
}

/** No answer came; `cause` is what fetch said. A POST may have been done all the same. */
export class ConnectionError extends UsanceError {
  override readonly name = "ConnectionError";
  declare readonly status: null;
}

/** No answer came within `timeoutMs`. A POST may have been done all the same. */
export class TimeoutError extends UsanceError {
  override readonly name = "TimeoutError";
  declare readonly status: null;
}

/** The answer is not of this API: something else is at the address, or in between. */
export class UnexpectedAnswerError extends UsanceError {
  override readonly name = "UnexpectedAnswerError";
  declare readonly status: number;
}
