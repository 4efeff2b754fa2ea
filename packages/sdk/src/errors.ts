/** The facts about a failed call. */
export interface CallFacts {
  readonly status: number | null;
  readonly requestId: string | null;
  readonly location: string | null;
  readonly retryAfter: number | null;
  readonly idempotencyKey: string | null;
  readonly code?: string | null;
  readonly param?: string | null;
  readonly hint?: string | null;
  readonly limit?: ReachedLimit | null;
}

/** A limit that refused a usage event, and how much of it is left in its window. */
export interface ReachedLimit {
  readonly name: string;
  readonly max: string;
  readonly used: string;
  readonly remaining: string;
  /** When it has more to give, in ISO 8601; null: never. */
  readonly resetsAt: string | null;
}

/** A call failed. There is a subclass for each status, and one for each way to get no response. */
export class UsanceError extends Error {
  override readonly name: string = "UsanceError";
  /** HTTP status; null when there was no response. */
  readonly status: number | null;
  /** Id of the request in the service's log. */
  readonly requestId: string | null;
  /** Where to read the settlement after a ServerError of `settlements.create`: `/api/v1/settlements/…`. */
  readonly location: string | null;
  /** How long to wait before a retry, in seconds. */
  readonly retryAfter: number | null;
  /** Idempotency key of a POST. Repeating the call with this key runs it at most once, whether this call ran or not. */
  readonly idempotencyKey: string | null;

  /**
   * Which error it is: `usage_event_already_recorded`. It never changes, unlike the message. The OpenAPI document lists all.
   * null when the service did not respond.
   */
  readonly code: string | null;
  /** Path of the input field that caused the error: `owner.email`. null if no field did. */
  readonly param: string | null;

  /** What the error means and what to do about it, for people. null when the service did not say. */
  readonly hint: string | null;

  constructor(message: string, facts: CallFacts, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.location = facts.location;
    this.retryAfter = facts.retryAfter;
    this.idempotencyKey = facts.idempotencyKey;
    this.code = facts.code ?? null;
    this.param = facts.param ?? null;
    this.hint = facts.hint ?? null;
  }
}

/** The input is invalid. The message says which field, and what is allowed. */
export class BadRequestError extends UsanceError {
  override readonly name = "BadRequestError";
  declare readonly status: 400;
}

/** The API key is unknown, revoked or expired. */
export class UnauthorizedError extends UsanceError {
  override readonly name = "UnauthorizedError";
  declare readonly status: 401;
}

/** The prepaid balance has too little, or a limit is reached. Nothing was recorded and nothing was charged. */
export class PaymentRequiredError extends UsanceError {
  override readonly name = "PaymentRequiredError";
  declare readonly status: 402;
  /** The limit that was reached; null: the balance is too low. */
  readonly limit: ReachedLimit | null;

  constructor(message: string, facts: CallFacts, options?: { readonly cause?: unknown }) {
    super(message, facts, options);
    this.limit = facts.limit ?? null;
  }
}

/** The API key lacks the scope for this operation. */
export class ForbiddenError extends UsanceError {
  override readonly name = "ForbiddenError";
  declare readonly status: 403;
}

/** The record does not exist, or belongs to another seller. */
export class NotFoundError extends UsanceError {
  override readonly name = "NotFoundError";
  declare readonly status: 404;
}

/** The record's state does not allow the call, or the record already exists. */
export class ConflictError extends UsanceError {
  override readonly name = "ConflictError";
  declare readonly status: 409;
}

/** The input is larger than 1 MiB, or than 16 KiB for a call that needs no API key. */
export class PayloadTooLargeError extends UsanceError {
  override readonly name = "PayloadTooLargeError";
  declare readonly status: 413;
}

/** The `idempotencyKey` was used with another input. */
export class IdempotencyMismatchError extends UsanceError {
  override readonly name = "IdempotencyMismatchError";
  declare readonly status: 422;
}

/** The API key has made too many calls. Wait `retryAfter` seconds. */
export class RateLimitedError extends UsanceError {
  override readonly name = "RateLimitedError";
  declare readonly status: 429;
}

/** The service failed; or, with a `location`, the chain did not confirm a settlement. */
export class ServerError extends UsanceError {
  override readonly name: string = "ServerError";
  declare readonly status: number;
}

/** The chain or the service is unavailable at the moment. */
export class ServiceUnavailableError extends ServerError {
  override readonly name = "ServiceUnavailableError";
  declare readonly status: 503;
}

/** There was no response; `cause` is the error of fetch. A POST may have run nevertheless. */
export class ConnectionError extends UsanceError {
  override readonly name = "ConnectionError";
  declare readonly status: null;
}

/** There was no response within `timeoutMs`. A POST may have run nevertheless. */
export class TimeoutError extends UsanceError {
  override readonly name = "TimeoutError";
  declare readonly status: null;
}

/** The response is not from this API: another service or a proxy sent it. */
export class UnexpectedAnswerError extends UsanceError {
  override readonly name = "UnexpectedAnswerError";
  declare readonly status: number;
}
