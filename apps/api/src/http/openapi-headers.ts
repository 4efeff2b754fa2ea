import type { OperationMeta } from "../trpc/rest.ts";

/** Every header of answers, for the document's components. */
export const answerHeaders = {
  "X-Request-Id": {
    description: "Names this request in our logs: tell it to us when you ask for help",
    schema: { type: "string" },
  },
  Location: {
    description: "Path of the record that this call made or found",
    schema: { type: "string" },
  },
  "WWW-Authenticate": { description: "`Bearer`", schema: { type: "string" } },
  "Retry-After": {
    description: "Seconds after which it makes sense to try again",
    schema: { type: "integer", minimum: 1 },
  },
  "RateLimit-Limit": {
    description: "Calls a minute that your key may make",
    schema: { type: "integer", minimum: 1 },
  },
  "RateLimit-Remaining": {
    description: "Calls that are left of them",
    schema: { type: "integer", minimum: 0 },
  },
  "RateLimit-Reset": {
    description: "Seconds until all of them are there again",
    schema: { type: "integer", minimum: 1 },
  },
} as const;

/** The headers of an operation's answer with a status, as references to the components. */
export function headersOf(
  status: number,
  { openapi: { protect, method }, location, statuses }: OperationMeta,
): Record<string, { $ref: string }> {
  const limited = protect === true && status !== 401;
  const says: Readonly<Record<keyof typeof answerHeaders, boolean>> = {
    "X-Request-Id": true,
    // With two statuses of success, the record is there on failure too.
    Location: location !== undefined && (status < 300 || (status === 500 && statuses.length > 1)),
    "WWW-Authenticate": status === 401,
    "Retry-After": status === 429 || status === 503 || (status === 409 && method === "POST"),
    "RateLimit-Limit": limited,
    "RateLimit-Remaining": limited,
    "RateLimit-Reset": limited,
  };
  return Object.fromEntries(
    Object.entries(says)
      .filter(([, said]) => said)
      .map(([name]) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}
