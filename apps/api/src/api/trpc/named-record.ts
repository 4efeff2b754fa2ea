import type { RefusalTerms } from "../../lib/refusal.ts";
import type { Context } from "../../operation/context.ts";
import type { AnyOperation } from "../../operation/define.ts";
import { publicRefusal } from "../../operation/errors.ts";
import type { Exchange } from "../exchange.ts";

export const otherRecordNamed: RefusalTerms = {
  kind: "invalid",
  code: "other_record_named",
  message: "The header Usance-Record must name the record of the body.",
  meaning: "The header `Usance-Record` of a tRPC call has another value than the id in its input.",
  remedy: "Send the same `checkoutSessionId`, `linkToken` or `portalToken` in both.",
};

/** The record that a tRPC call names in its head. */
export interface NamedRecord {
  /** Looks the record up. @throws Refusal when it does not exist */
  readonly find: () => Promise<void>;
  /** @throws PublicError 400 when the input names another record */
  readonly check: (input: unknown) => void;
}

/**
 * Reads the header `Usance-Record`: the record that a tRPC call without an API key is about, which in REST the path names.
 * So the record can be looked up before the body is read. The header names the record of one call, so a batch of several
 * calls has none.
 *
 * @param operations of all calls of the request
 * @returns null without the header, and for operations that look nothing up
 */
export function namedRecord(
  { req }: Pick<Exchange, "req">,
  operations: readonly AnyOperation[],
  { parts, request }: Pick<Context, "parts" | "request">,
): NamedRecord | null {
  const value = req.headers["usance-record"]?.toString();
  const [operation] = operations;
  if (value === undefined || request.calls > 1 || operation?.beforeBody === undefined) return null;
  const { beforeBody, path } = operation;
  const [, field = ""] = /\{(\w+)\}/.exec(path) ?? [];
  return {
    find: () => beforeBody(parts, { [field]: value }),
    check: (input) => {
      if (Object(input)[field] !== value) throw publicRefusal(otherRecordNamed);
    },
  };
}
