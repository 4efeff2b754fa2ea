import {
  badIdempotencyKey,
  keyOfAnotherRequest,
  stillRunning,
} from "../../contract/idempotency.ts";
import { databaseUnavailable } from "../../db/unavailable.ts";
import { notAJsonObject, notAllowed, type RefusalTerms } from "../../lib/refusal.ts";
import {
  type AnyOperation,
  accessOf,
  apiRoot,
  takesBody,
  takesIdempotencyKey,
} from "../../operation/define.ts";
import {
  bodyTooLarge,
  keyRequired,
  statusOf,
  tooManyRequests,
  unexpectedMessage,
} from "../../operation/errors.ts";
import { tooDeep } from "../bodies/check-json.ts";
import { tooManyLongNumbers } from "../bodies/inexact-numbers.ts";
import { mustNotBeCompressed } from "../bodies/read-bytes.ts";
import { noRoomForBodies, tooManyBodies } from "../bodies/unread-body.ts";
import { notCompressed } from "../lines/lines-door.ts";

/** The error messages of a status, by the name of their cause. */
export type Errors = Readonly<Record<string, Pick<RefusalTerms, "message" | "retryAfterSeconds">>>;

/**
 * Every error status of an operation, with its messages.
 *
 * @param complaints the schema's messages for wrong fields
 */
export function errorsOf(
  operation: AnyOperation,
  complaints: Readonly<Record<string, RefusalTerms>>,
): Map<number, Errors> {
  const refusals: Readonly<Record<string, RefusalTerms>> = {
    ...(takesBody(operation) && { notAJsonObject }),
    ...complaints,
    ...(operation.scope !== null && { keyRequired, tooManyRequests, notAllowed }),
    ...operation.refusals,
    ...(takesIdempotencyKey(operation) && { badIdempotencyKey }),
    ...(takesIdempotencyKey(operation) &&
      operation.remembersAnswer && { keyOfAnotherRequest, stillRunning }),
    ...(operation.lines !== undefined && { notCompressed }),
    ...(takesBody(operation) && { tooDeep, tooManyLongNumbers, bodyTooLarge }),
    ...(takesBody(operation) && accessOf([operation]) === "public" && { mustNotBeCompressed }),
    ...(takesBody(operation) && { tooManyBodies, noRoomForBodies }),
    // Operations outside the API's root answer without the database.
    ...(operation.path.startsWith(apiRoot) && { databaseUnavailable }),
  };
  const errors = new Map<number, Errors>();
  for (const [name, terms] of Object.entries(refusals)) {
    const status = statusOf(terms);
    const others = errors.get(status) ?? {};
    const isSaid = Object.values(others).some(({ message }) => message === terms.message);
    if (!isSaid) errors.set(status, { ...others, [name]: terms });
  }
  errors.set(500, { ...errors.get(500), unexpected: { message: unexpectedMessage } });
  return new Map([...errors].sort(([one], [other]) => one - other));
}
