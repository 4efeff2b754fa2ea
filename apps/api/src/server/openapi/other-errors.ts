import type { ErrorTerms, RefusalTerms } from "../../kit/refusal.ts";
import {
  badPathEncoding,
  hintOf,
  invalidCall,
  methodNotAllowed,
  routeNotFound,
  statusOf,
  tooManyCalls,
  wrongMethodOfCall,
} from "../../operation/errors.ts";
import type { AnyOperation } from "../../operation/operation.ts";
import { keyForManyCalls } from "../../schemas/idempotency.ts";
import { eventNotAnObject } from "../../schemas/usage-events.ts";
import { connectionRefusals } from "../connections/server.ts";
import { tooManyLines } from "../lines/lines-door.ts";
import { confirmationRequired, notConfirmed } from "../mcp/call-tool.ts";
import { originNotAllowed } from "../mcp/mcp-door.ts";
import { fileRefusals } from "../pages/file-refusals.ts";

/** Every error that is in no operation's responses: of calls that reach no operation, of tRPC alone, and of items of a batch. */
function otherErrors(operations: readonly AnyOperation[]) {
  const refusals: readonly RefusalTerms[] = [
    ...operations.flatMap(({ lines }) => (lines === undefined ? [] : [tooManyLines(lines.max)])),
    eventNotAnObject,
    routeNotFound,
    methodNotAllowed,
    wrongMethodOfCall,
    keyForManyCalls,
    tooManyCalls,
    badPathEncoding(""),
    invalidCall,
    originNotAllowed,
    confirmationRequired,
    notConfirmed,
  ];
  const errors: readonly (ErrorTerms & { readonly status: number })[] = [
    ...refusals.map((terms) => ({ ...terms, status: statusOf(terms) })),
    ...Object.entries(fileRefusals).map(([status, terms]) => ({
      ...terms,
      status: Number(status),
    })),
    ...connectionRefusals,
  ];
  return errors.toSorted((one, other) => one.status - other.status);
}

/** The same as a table in Markdown. `<…>` stands for a part of a message that varies. */
export function tableOfOtherErrors(operations: readonly AnyOperation[]): string {
  const rows = otherErrors(operations).map(
    ({ status, code, message, pattern = message, ...terms }) =>
      `| ${status} | \`${code}\` | \`${pattern}\` | ${hintOf(terms)} |`,
  );
  return ["| status | code | message | meaning |", "| --- | --- | --- | --- |", ...rows].join("\n");
}
