/** Why an operation refuses a request, or fails in a way that callers are told. Gives the HTTP status. */
export type RefusalKind =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "mismatch"
  | "too_large"
  | "too_many"
  | "unavailable"
  | "unsettled";

/** A refusal as a noun declares it. The message is public. */
export interface RefusalTerms {
  readonly kind: RefusalKind;
  readonly message: string;
  /** After how many seconds a retry makes sense: the `Retry-After` header. */
  readonly retryAfterSeconds?: number | undefined;
}

/**
 * An operation throws it to refuse a request. Callers get its message word for word over REST and tRPC, so it
 * never contains a secret, SQL or an address of the service's own machines.
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly kind: RefusalKind;
  readonly retryAfterSeconds: number | undefined;

  constructor({ kind, message, retryAfterSeconds }: RefusalTerms) {
    super(message);
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/* Refusals that several nouns share (docs/specification.md, section 7). */

export const referencedRecordNotFound: RefusalTerms = {
  kind: "not_found",
  message: "Referenced database record was not found.",
};
export const uniqueFieldsTaken: RefusalTerms = {
  kind: "conflict",
  message: "A database record with these unique fields already exists.",
};
export const notAJsonObject: RefusalTerms = {
  kind: "invalid",
  message: "Request body must be a JSON object.",
};
export const notAllowed: RefusalTerms = {
  kind: "forbidden",
  message: "This API key may not perform this operation.",
};
