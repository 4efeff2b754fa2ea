import { databaseUnavailable } from "../../db/unavailable.ts";
import {
  notAJsonObject,
  notAllowed,
  parameterRefusals,
  type RefusalTerms,
} from "../../kit/refusal.ts";
import {
  accessOf,
  apiRoot,
  mayOmitBody,
  takesBody,
  takesIdempotencyKey,
} from "../../operation/define.ts";
import {
  bodyTooLarge,
  contentTypeNotJson,
  keyRequired,
  statusOf,
  tooManyAtOnce,
  tooManyRequests,
  unexpected,
} from "../../operation/errors.ts";
import type { AnyOperation } from "../../operation/operation.ts";
import { badIdempotencyKey, keyOfAnotherRequest, stillRunning } from "../../schemas/idempotency.ts";
import { noRoomForBodies, tooManyBodies } from "../bodies/bodies.ts";
import { tooDeep } from "../bodies/exact-json.ts";
import { mustNotBeCompressed, refusedOptional, unknownCompression } from "../bodies/read-body.ts";
import { linesCompressed } from "../lines/lines-door.ts";

const { missingParameter, invalidParameter } = parameterRefusals;

/** The errors of a status. */
export interface Errors {
  /** The codes of all of them. */
  readonly codes: readonly string[];
  /** By the name of their cause; one for each code and message. */
  readonly shown: Readonly<Record<string, RefusalTerms>>;
}

/**
 * Every error status of an operation, with its errors.
 *
 * @param complaints the schema's refusals of wrong fields
 */
export function errorsOf(
  operation: AnyOperation,
  complaints: Readonly<Record<string, RefusalTerms>>,
): Map<number, Errors> {
  const errors = new Map<number, Errors>();
  if (operation.input !== undefined) errors.set(400, { codes: codesOfFields, shown: {} });
  for (const [name, terms] of Object.entries(refusalsOf(operation, complaints))) {
    const status = statusOf(terms);
    const { codes, shown } = errors.get(status) ?? noErrors;
    const isShown = Object.values(shown).some(
      ({ code, message }) => code === terms.code && message === terms.message,
    );
    errors.set(status, {
      codes: codes.includes(terms.code) ? codes : [...codes, terms.code],
      shown: isShown ? shown : { ...shown, [name]: terms },
    });
  }
  return new Map([...errors].sort(([one], [other]) => one - other));
}

/** Complaints are about one example of the input, which may not lead to both. */
const codesOfFields = [missingParameter, invalidParameter].map(({ code }) => code);
const noErrors: Errors = { codes: [], shown: {} };

/** Every refusal of an operation, by the name of its cause. */
function refusalsOf(
  operation: AnyOperation,
  complaints: Readonly<Record<string, RefusalTerms>> = {},
): Readonly<Record<string, RefusalTerms>> {
  return {
    ...(takesBody(operation) && !mayOmitBody(operation) && { notAJsonObject, contentTypeNotJson }),
    ...(mayOmitBody(operation) && {
      notAJsonObject: refusedOptional(notAJsonObject),
      contentTypeNotJson: refusedOptional(contentTypeNotJson),
    }),
    ...complaints,
    ...(operation.scope !== null && { keyRequired, tooManyRequests, notAllowed }),
    ...operation.refusals,
    ...(operation.cost !== "none" && { tooManyAtOnce }),
    ...(takesIdempotencyKey(operation) && { badIdempotencyKey }),
    ...(takesIdempotencyKey(operation) &&
      operation.remembersAnswer && { keyOfAnotherRequest, stillRunning }),
    ...(operation.lines !== undefined && { notCompressed: linesCompressed }),
    ...(takesBody(operation) && { unknownCompression, tooDeep, bodyTooLarge }),
    ...(takesBody(operation) && accessOf([operation]) === "public" && { mustNotBeCompressed }),
    ...(takesBody(operation) && { tooManyBodies, noRoomForBodies }),
    // Operations outside the API's root answer without the database.
    ...(operation.path.startsWith(apiRoot) && { databaseUnavailable }),
    unexpected,
  };
}
