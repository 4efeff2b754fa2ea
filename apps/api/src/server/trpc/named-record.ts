import type { RefusalTerms } from "../../kit/refusal.ts";
import type { Context } from "../../operation/context.ts";
import { publicRefusal } from "../../operation/errors.ts";
import type { AnyOperation } from "../../operation/operation.ts";
import type { Exchange } from "../exchange.ts";

export const recordNotNamed: RefusalTerms = {
  kind: "invalid",
  code: "record_not_named",
  message: "The header Usance-Record is required.",
  meaning:
    "A tRPC mutation that needs no API key does not name its record in the header `Usance-Record`, or is sent in a batch with other calls.",
  remedy:
    "Send the call alone, with the `checkoutSessionId`, `linkToken` or `portalToken` of its input in this header.",
};
export const otherRecordNamed: RefusalTerms = {
  kind: "invalid",
  code: "other_record_named",
  message: "The header Usance-Record must name the record of the body.",
  meaning: "The header `Usance-Record` of a tRPC call has another value than the id in its input.",
  remedy: "Send the same `checkoutSessionId`, `linkToken` or `portalToken` in both.",
};

/** The record that a tRPC call names in its head. */
export interface NamedRecord {
  /** Looks the record up. @throws PublicError 400 without the header, Refusal when the record does not exist */
  readonly find: () => Promise<void>;
  /** @throws PublicError 400 when the input names another record */
  readonly check: (input: unknown) => void;
}

/**
 * Reads the header `Usance-Record`: the record that a tRPC call without an API key is about, which in REST the path names.
 * So the record is looked up before the body is read. The header names the record of one call, so a batch of several
 * calls cannot contain such a call.
 *
 * @returns null for an operation that looks nothing up before the body
 */
export function namedRecord(
  { req }: Pick<Exchange, "req">,
  { beforeBody, path }: Pick<AnyOperation, "beforeBody" | "path">,
  { parts, request }: Pick<Context, "parts" | "request">,
): NamedRecord | null {
  if (beforeBody === undefined) return null;
  const value = req.headers["usance-record"]?.toString();
  const [, field = ""] = /\{(\w+)\}/.exec(path) ?? [];
  return {
    find: async () => {
      if (value === undefined || request.calls > 1) throw publicRefusal(recordNotNamed);
      await beforeBody(parts, { [field]: value });
    },
    check: (input) => {
      const named: unknown = Object(input)[field];
      // The schema refuses an input without the field.
      if (named !== undefined && named !== value) throw publicRefusal(otherRecordNamed);
    },
  };
}
