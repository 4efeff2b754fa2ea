/** Why an operation refuses a request, or fails in a way that callers are told. Gives the HTTP status. */
export type RefusalKind =
  | "invalid"
  | "unauthenticated"
  | "unpaid"
  | "forbidden"
  | "not_found"
  | "wrong_method"
  | "conflict"
  | "mismatch"
  | "too_large"
  | "too_many"
  | "unavailable"
  | "unsettled"
  | "unexpected";

/** What programs and people are told of an error, whichever part of the service answers it. */
export interface ErrorTerms {
  /**
   * Tells programs which error it is, in snake_case. Callers depend on it, so it never changes. Errors with different
   * messages may share a code if they have the same meaning.
   */
  readonly code: string;
  /** Public. */
  readonly message: string;
  /** The message with `<…>` for each part that varies, if any does. */
  readonly pattern?: string | undefined;
  /** When it is answered. In the OpenAPI document, and in a header of the response. */
  readonly meaning: string;
  /** What the caller can do, in the same places. */
  readonly remedy: string;
}

/** A refusal as a noun declares it. */
export interface RefusalTerms extends ErrorTerms {
  readonly kind: RefusalKind;
  /** The path of the input's field that is at fault, if it is one: `owner.email`. */
  readonly param?: string | undefined;
  /** After how many seconds a retry makes sense: the `Retry-After` header. */
  readonly retryAfterSeconds?: number | undefined;
}

/**
 * An operation throws it to refuse a request. Callers get its message word for word over REST and tRPC, so it
 * never contains a secret, SQL or an address of the service's own machines.
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly terms: RefusalTerms;

  constructor(terms: RefusalTerms) {
    super(terms.message);
    this.terms = terms;
  }
}

/* Refusals that several nouns share (docs/specification.md, section 7). */

/** The specification's message for a record that an input names and that does not exist. */
export const referencedRecordNotFound = "Referenced database record was not found.";

/** The specification's message for a record that exists already. */
export const uniqueFieldsTaken = "A database record with these unique fields already exists.";

/** A record that does not exist, or not for this caller. Both have the same answer. */
export const recordNotFound = (
  terms: Required<Pick<RefusalTerms, "code" | "param" | "message">>,
): RefusalTerms => ({
  kind: "not_found",
  ...terms,
  meaning: "No record has this id, or it belongs to another seller.",
  remedy:
    "Check the id, which is case-sensitive, and that the API key acts for the seller who owns the record.",
});

export const notAJsonObject: RefusalTerms = {
  kind: "invalid",
  code: "body_not_json_object",
  message: "Request body must be a JSON object.",
  meaning: "The body is missing, is malformed, or is JSON of another type, such as an array.",
  remedy:
    "Send a JSON object in UTF-8 with `Content-Type: application/json`. No body is needed where no field is required.",
};

export const notAllowed: RefusalTerms = {
  kind: "forbidden",
  code: "missing_scope",
  message: "This API key may not perform this operation.",
  meaning: "The API key is valid but does not have the scope of the operation.",
  remedy: "Use a key with the scope that the OpenAPI document names for the operation.",
};
