import { parameterRefusals } from "../kit/parameter-refusals.ts";
import type { ErrorTerms, RefusalTerms } from "../kit/refusal.ts";
import {
  badPathEncoding,
  invalidCall,
  methodNotAllowed,
  routeNotFound,
  statusOf,
  tooManyCalls,
  wrongMethodOfCall,
} from "../operation/errors.ts";
import type { AnyOperation } from "../operation/operation.ts";
import { keyForManyCalls } from "../schemas/idempotency.ts";
import { eventNotAnObject } from "../schemas/usage-events.ts";
import { fileRefusals } from "./app.ts";
import { connectionRefusals } from "./connections/server.ts";
import { tooManyLines } from "./lines/lines-door.ts";
import { refusalsOf } from "./openapi/errors.ts";

/** An error of the service, wherever it is answered. */
interface CataloguedError extends Pick<ErrorTerms, "code" | "meaning" | "remedy"> {
  readonly status: number;
  /** Each message with this code; `<…>` stands for a part that varies. */
  readonly messages: readonly string[];
}

/** Every error that the service answers, by status and code. @throws Error when one code has two meanings */
export function errorCatalogue(operations: readonly AnyOperation[]): CataloguedError[] {
  const refusals: readonly RefusalTerms[] = [
    ...Object.values(parameterRefusals),
    ...operations.flatMap((operation) => Object.values(refusalsOf(operation))),
    ...operations.flatMap(({ lines }) => (lines === undefined ? [] : [tooManyLines(lines.max)])),
    eventNotAnObject,
    routeNotFound,
    methodNotAllowed,
    wrongMethodOfCall,
    keyForManyCalls,
    tooManyCalls,
    badPathEncoding(""),
    invalidCall,
  ];
  const files = Object.entries(fileRefusals);
  return catalogueOf([
    ...refusals.map((terms) => ({ ...terms, status: statusOf(terms) })),
    ...files.map(([status, terms]) => ({ ...terms, status: Number(status) })),
    ...connectionRefusals,
  ]);
}

/** @throws Error when two errors have the same code but another status, meaning or remedy */
export function catalogueOf(
  errors: readonly (ErrorTerms & { readonly status: number })[],
): CataloguedError[] {
  const known = new Map<string, CataloguedError>();
  for (const { code, status, message, pattern = message, meaning, remedy } of errors) {
    const { messages, ...same } = known.get(code) ?? {
      code,
      status,
      messages: [],
      meaning,
      remedy,
    };
    if (same.status !== status || same.meaning !== meaning || same.remedy !== remedy) {
      throw new Error(`The code ${code} has two meanings: give one of the errors another code.`);
    }
    known.set(code, { ...same, messages: [...new Set([...messages, pattern])] });
  }
  return [...known.values()].sort(
    (one, other) => one.status - other.status || (one.code < other.code ? -1 : 1),
  );
}
