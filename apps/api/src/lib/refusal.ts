/** The ways an operation can say no, or fail in a way that the caller is told about. */
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

/** A refusal as a noun declares it: the kind gives the HTTP status, the message is public. */
export interface RefusalTerms {
  readonly kind: RefusalKind;
  readonly message: string;
  /** When trying again makes sense, in seconds: the answer's `Retry-After`. */
  readonly retryAfterSeconds?: number | undefined;
}

/**
 * Thrown by operations. Its message reaches the caller word for word on both doors, so it never
 * holds a secret, SQL or an address of our own machines.
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

/** Messages that several nouns share (specification, section 7). */
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
