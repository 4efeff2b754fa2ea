import type { RefusalTerms } from "../../kit/refusal.ts";
import { takesIdempotencyKey } from "../../operation/define.ts";
import type { AnyOperation } from "../../operation/operation.ts";
import { ignoresOthers } from "../../operation/warnings.ts";
import type { Errors } from "./errors.ts";

interface Header {
  readonly description: string;
  readonly required: boolean;
  readonly schema: object;
}

const limitHeader = (description: string): Header => ({
  description,
  required: false,
  schema: { type: "string" },
});

/** All response headers. */
const answerHeaders = {
  "X-Request-Id": {
    description: "Request id. Quote it when you contact support",
    required: true,
    schema: { type: "string" },
  },
  Location: {
    description: "Path of the record that this call created or found",
    required: true,
    schema: { type: "string" },
  },
  "WWW-Authenticate": {
    description: "Authentication scheme for API keys: `Bearer`",
    required: true,
    schema: { type: "string", const: "Bearer" },
  },
  "Retry-After": {
    description: "Seconds to wait before you retry",
    required: true,
    schema: { type: "integer", minimum: 1 },
  },
  "Usance-Error": {
    description:
      "Code of the error, for programs: it never changes, unlike the message. The examples of the response say what each code means; others may be added",
    required: true,
    schema: { type: "string" },
  },
  "Usance-Error-Param": {
    description: "Path of the parameter or field that is at fault; absent unless it is one",
    required: false,
    schema: { type: "string" },
  },
  "Usance-Error-Hint": {
    description: "What the error means and what to do about it, for people",
    required: false,
    schema: { type: "string" },
  },
  "Usance-Limit": limitHeader("Name of the limit that refused the usage event; absent if none did"),
  "Usance-Limit-Max": limitHeader("The most that may be used in a window of the limit"),
  "Usance-Limit-Used": limitHeader("What is used of the limit in this window"),
  "Usance-Limit-Remaining": limitHeader("What is left of the limit in this window"),
  "Usance-Limit-Reset": limitHeader(
    "When the limit has more to give, in ISO 8601; absent if it never has",
  ),
  "Usance-Warning": {
    description:
      "Sentences, separated by `; `: the call was done, but you may have meant something else, for example because a field is unknown and was ignored, or because recorded usage is in no period of its subscription until now, so that no bill contains it",
    required: false,
    schema: { type: "string" },
  },
  "Idempotent-Replayed": {
    description:
      "Present if this is the response of an earlier call with the same `Idempotency-Key`; nothing was executed again",
    required: false,
    schema: { type: "string", const: "true" },
  },
  "RateLimit-Limit": {
    description: "Calls per minute that your key may make; absent when rate limits are off",
    required: false,
    schema: { type: "integer", minimum: 1 },
  },
  "RateLimit-Remaining": {
    description: "Calls left in the current minute",
    required: false,
    schema: { type: "integer", minimum: 0 },
  },
  "RateLimit-Reset": {
    description: "Seconds until the limit resets",
    required: false,
    schema: { type: "integer", minimum: 1 },
  },
} as const satisfies Record<string, Header>;

type Name = keyof typeof answerHeaders;

/** The headers of the document's components: those that are the same in every response. */
const { "Usance-Error": codeOfError, ...shared } = answerHeaders;
export const sharedHeaders = shared;

/**
 * The headers of an operation's response with a status. Headers equal to those in the document's components are
 * references.
 *
 * @param errors the possible errors of the response; undefined for a success
 */
export function headersOf(
  status: number,
  operation: AnyOperation,
  errors?: Errors,
): Record<string, object> {
  const says = saidBy(status, operation, Object.values(errors?.shown ?? {}));
  return Object.fromEntries(
    Object.entries<Header>(answerHeaders).flatMap(([name, header]) => {
      const said = says[name as Name];
      if (said === "never") return [];
      if (name === "Usance-Error") return [[name, codeHeader(errors?.codes ?? [])]];
      const shown = said === "sometimes" && header.required ? { ...header, required: false } : null;
      return [[name, shown ?? { $ref: `#/components/headers/${name}` }]];
    }),
  );
}

/** The header with the codes of one response. */
const codeHeader = (codes: readonly string[]): Header => ({
  ...codeOfError,
  schema: { type: "string", enum: codes },
});

type Said = "always" | "sometimes" | "never";

function saidBy(
  status: number,
  operation: AnyOperation,
  errors: readonly RefusalTerms[],
): Readonly<Record<Name, Said>> {
  const succeeds = errors.length === 0;
  const isLimited = operation.scope !== null && status !== 401;
  // The settlement record exists even if settling failed.
  const isUnsettled =
    status === 500 && Object.values(operation.refusals).some(({ kind }) => kind === "unsettled");
  const waits = errors.map(
    ({ retryAfterSeconds }) => status === 429 || retryAfterSeconds !== undefined,
  );
  const refusedByLimit = when(
    false,
    errors.some(({ limit }) => limit !== undefined),
  );
  return {
    "X-Request-Id": "always",
    Location: when(operation.location !== undefined && succeeds, isUnsettled),
    "WWW-Authenticate": when(status === 401),
    "Retry-After": when(!succeeds && !waits.includes(false), waits.includes(true)),
    "Usance-Error": when(!succeeds),
    "Usance-Error-Param": when(
      false,
      errors.some(({ param }) => param !== undefined),
    ),
    "Usance-Error-Hint": when(false, !succeeds),
    "Usance-Limit": refusedByLimit,
    "Usance-Limit-Max": refusedByLimit,
    "Usance-Limit-Used": refusedByLimit,
    "Usance-Limit-Remaining": refusedByLimit,
    "Usance-Limit-Reset": refusedByLimit,
    "Usance-Warning": when(false, succeeds && (operation.warns || ignoresOthers(operation.input))),
    "Idempotent-Replayed": when(false, takesIdempotencyKey(operation) && (succeeds || isUnsettled)),
    "RateLimit-Limit": when(false, isLimited),
    "RateLimit-Remaining": when(false, isLimited),
    "RateLimit-Reset": when(false, isLimited),
  };
}

const when = (always: boolean, sometimes = false): Said =>
  always ? "always" : sometimes ? "sometimes" : "never";
