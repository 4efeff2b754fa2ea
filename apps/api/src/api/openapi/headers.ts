import { type AnyOperation, takesIdempotencyKey } from "../../operation/define.ts";
import type { Errors } from "./errors.ts";

interface Header {
  readonly description: string;
  readonly required: boolean;
  readonly schema: object;
}

/** Every header of answers, for the document's components. */
export const answerHeaders = {
  "X-Request-Id": {
    description: "Names this request in our logs: tell it to us when you ask for help",
    required: true,
    schema: { type: "string" },
  },
  Location: {
    description: "Path of the record that this call made or found",
    required: true,
    schema: { type: "string" },
  },
  "WWW-Authenticate": {
    description: "How a key is sent: `Bearer`",
    required: true,
    schema: { type: "string", const: "Bearer" },
  },
  "Retry-After": {
    description: "Seconds after which it makes sense to try again",
    required: true,
    schema: { type: "integer", minimum: 1 },
  },
  "Idempotent-Replayed": {
    description:
      "There when this is the answer of an earlier call with the same `Idempotency-Key`: nothing was done again",
    required: false,
    schema: { type: "string", const: "true" },
  },
  "RateLimit-Limit": {
    description: "Calls a minute that your key may make; left out where nothing is limited",
    required: false,
    schema: { type: "integer", minimum: 1 },
  },
  "RateLimit-Remaining": {
    description: "Calls that are left of them",
    required: false,
    schema: { type: "integer", minimum: 0 },
  },
  "RateLimit-Reset": {
    description: "Seconds until all of them are there again",
    required: false,
    schema: { type: "integer", minimum: 1 },
  },
} as const satisfies Record<string, Header>;

type Name = keyof typeof answerHeaders;

/**
 * The headers of an operation's answer with a status, as references to the components where they are what
 * they are there.
 *
 * @param errors what the answer may say; nothing for a success
 */
export function headersOf(
  status: number,
  operation: AnyOperation,
  errors: Errors = {},
): Record<string, object> {
  const says = saidBy(status, operation, Object.values(errors));
  return Object.fromEntries(
    Object.entries<Header>(answerHeaders).flatMap(([name, header]) => {
      const said = says[name as Name];
      if (said === "never") return [];
      const shown = said === "sometimes" && header.required ? { ...header, required: false } : null;
      return [[name, shown ?? { $ref: `#/components/headers/${name}` }]];
    }),
  );
}

type Said = "always" | "sometimes" | "never";

function saidBy(
  status: number,
  operation: AnyOperation,
  errors: readonly Errors[string][],
): Readonly<Record<Name, Said>> {
  const succeeds = errors.length === 0;
  const isLimited = operation.scope !== null && status !== 401;
  // Not settled, a settlement is there all the same.
  const isUnsettled =
    status === 500 && Object.values(operation.refusals).some(({ kind }) => kind === "unsettled");
  const waits = errors.map(
    ({ retryAfterSeconds }) => status === 429 || retryAfterSeconds !== undefined,
  );
  return {
    "X-Request-Id": "always",
    Location: when(operation.location !== undefined && succeeds, isUnsettled),
    "WWW-Authenticate": when(status === 401),
    "Retry-After": when(!succeeds && !waits.includes(false), waits.includes(true)),
    "Idempotent-Replayed": when(false, takesIdempotencyKey(operation) && (succeeds || isUnsettled)),
    "RateLimit-Limit": when(false, isLimited),
    "RateLimit-Remaining": when(false, isLimited),
    "RateLimit-Reset": when(false, isLimited),
  };
}

const when = (always: boolean, sometimes = false): Said =>
  always ? "always" : sometimes ? "sometimes" : "never";
