import type { z } from "zod";
import { nameOf, unknownNameOf, unknownRule } from "./messages.ts";

/** The kind of a refusal, or of a failure that callers are told about. It determines the HTTP status. */
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

/** The public description of an error, whichever part of the service sends it. */
export interface ErrorTerms {
  /**
   * Identifies the error for programs, in snake_case. Callers depend on it, so it never changes. Errors with different
   * messages may share a code if they have the same meaning.
   */
  readonly code: string;
  /** Public. */
  readonly message: string;
  /** The message with `<…>` for each part that varies, if any does. */
  readonly pattern?: string | undefined;
  /** When the error occurs. It is in the OpenAPI document, and in a header of the response. */
  readonly meaning: string;
  /** What the caller can do, in the same places. */
  readonly remedy: string;
}

/** A limit that refuses a usage event, and how much of it is left. Amounts have six decimal places. */
export interface ReachedLimit {
  readonly name: string;
  readonly max: string;
  readonly used: string;
  readonly remaining: string;
  /** When it has more to give, in ISO 8601; null: never. */
  readonly resetsAt: string | null;
}

/** A refusal as a noun declares it. */
export interface RefusalTerms extends ErrorTerms {
  readonly kind: RefusalKind;
  /** The path of the field that is at fault, if any: `owner.email`. */
  readonly param?: string | undefined;
  /** After how many seconds a retry makes sense: the `Retry-After` header. */
  readonly retryAfterSeconds?: number | undefined;
  /** The limit that refuses a usage event. */
  readonly limit?: ReachedLimit | undefined;
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

/** Returns a record that was looked up. @throws Refusal when it was not found */
export function orRefuse<Row>(row: Row | null, why: RefusalTerms): Row {
  if (row === null) throw new Refusal(why);
  return row;
}

/* Refusals that several nouns share (docs/specification.md, section 7). */

/** The specification's message for a record that an input names and that does not exist. */
export const referencedRecordNotFound = "Referenced database record was not found.";

/** The specification's message for a record that exists already. */
export const uniqueFieldsTaken = "A database record with these unique fields already exists.";

/**
 * The refusal of a record that does not exist, or is another seller's: both get the same answer.
 *
 * @param code ends with `_not_found`
 * @param noun the record in the message. Default: as in the code, so `test_clock_not_found` is about a `Test clock`
 */
export const recordNotFound = (
  code: `${string}_not_found`,
  param: string,
  noun = nounIn(code),
): RefusalTerms => ({
  kind: "not_found",
  code,
  param,
  message: `${noun} was not found.`,
  meaning: "No record has this id, or it belongs to another seller.",
  remedy:
    "Check the id, which is case-sensitive, and that the API key acts for the seller who owns the record.",
});

const nounIn = (code: string) => {
  const words = code.replace(/_not_found$/, "").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

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

/* Refusals of a single field of a request. */

/** @param message if the specification's differs from `<field> is required.` */
export const missingParameter = (
  param: string,
  message = `${param} is required.`,
): RefusalTerms => ({
  kind: "invalid",
  code: "missing_parameter",
  param,
  message,
  pattern: "<field> is required.",
  meaning: "A required field was omitted, null or blank.",
  remedy: "Send the field that `Usance-Error-Param` names.",
});

const invalidParameter = (param: string, message: string): RefusalTerms => ({
  kind: "invalid",
  code: "invalid_parameter",
  param,
  message,
  pattern: "<field> must be <what is allowed>.",
  meaning: "A field has the wrong type, is too long or has a value that is not allowed.",
  remedy: "Correct the field that `Usance-Error-Param` names; the message says what is allowed.",
});

const unknownParameter = (param: string): RefusalTerms => ({
  kind: "invalid",
  code: "unknown_parameter",
  param,
  message: unknownRule(param),
  pattern: "<field> is not a known parameter.",
  meaning:
    "The operation has no such query parameter or body field. Only the operations that create services, plans, checkout sessions, usage events, invoices and settlements ignore unknown fields, and so do the GETs of those records and the lists of services and plans.",
  remedy: "Check the spelling, or remove the field.",
});

/** One of each, for lists of all errors. */
export const parameterRefusals = {
  missingParameter: missingParameter("name"),
  invalidParameter: invalidParameter("amount", "amount must be a string."),
  unknownParameter: unknownParameter("foo"),
} as const;

/**
 * Returns the refusal of an input that its schema does not accept, from the schema's first issue.
 *
 * @param raw the input as sent
 * @param of.declared the operation's own refusals; an issue with the message of one of them is that refusal
 * @param of.notAnObject the refusal of an input that is no object
 */
export function refusalOfInput(
  { issues: [issue] }: z.ZodError,
  raw: unknown,
  { declared = [], notAnObject = notAJsonObject }: Expectations = {},
): RefusalTerms {
  if (issue === undefined) return notAnObject;
  const { message, path } = issue;
  if (issue.code === "unrecognized_keys") {
    return unknownParameter(unknownNameOf(issue));
  }
  const param = nameOf(issue);
  const missing = missingParameter(param, message);
  if (message === missingParameter(param).message) return missing;
  if (path.length > 0 && isAbsent(raw, path)) return missing;
  const own = declared.find((one) => one.message === message && one.code !== missing.code);
  if (own !== undefined) return own;
  return path.length === 0 ? notAnObject : invalidParameter(param, message);
}

interface Expectations {
  readonly declared?: readonly RefusalTerms[];
  readonly notAnObject?: RefusalTerms;
}

function isAbsent(raw: unknown, path: readonly PropertyKey[]): boolean {
  const value = path.reduce<unknown>((node, name) => Object(node)[name], raw);
  return value === undefined || value === null;
}
