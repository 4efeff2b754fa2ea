import type { z } from "zod";
import { nameOf, unknownNameOf, unknownRule } from "./messages.ts";
import { notAJsonObject, type RefusalTerms } from "./refusal.ts";

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
 * The refusal of an input that its schema does not accept: that of the schema's first issue.
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
