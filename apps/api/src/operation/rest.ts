import type { OpenApiMeta, OpenApiMethod } from "trpc-to-openapi";
import type { RefusalTerms } from "../lib/refusal.ts";
import type { Parts } from "../ports/parts.ts";

export const apiRoot = "/api/v1";

/** An operation on a list that is given one item a line as well, as many as the caller has. */
export interface Lines {
  /** The input's field that holds the list. */
  readonly of: string;
  /** How many lines a body may have. */
  readonly max: number;
  /** A short line for each item, out of the operation's answer. */
  readonly resultsOf: (answer: never) => readonly object[];
  /** Some of them, for the document. */
  readonly examples: readonly object[];
}

/**
 * Looks for what the path names before anything of a body is read, which a stranger may have made large or slow. The
 * tRPC door has no such path.
 *
 * @throws Refusal when it does not exist
 */
type BeforeBody = (
  parts: Pick<Parts, "db">,
  parameters: Readonly<Record<string, string>>,
) => Promise<void>;

/** How an operation stands on the REST door and in the OpenAPI document. */
export interface OperationMeta extends OpenApiMeta {
  readonly openapi: NonNullable<OpenApiMeta["openapi"]>;
  /** The statuses that have the answer's form; the first is the usual one. */
  readonly statuses: readonly [number, ...number[]];
  /** An answer with the other status, where its fields' own examples would say something else. */
  readonly otherExample: object | undefined;
  /** What the operation itself may refuse, by name. What every operation may refuse is not repeated. */
  readonly refusals: Readonly<Record<string, RefusalTerms>>;
  /** The collection of the new record: the answer says in `Location` where to read it. */
  readonly location: string | undefined;
  readonly lines: Lines | undefined;
  readonly beforeBody: BeforeBody | undefined;
  /** Under an `Idempotency-Key` the answer is remembered; otherwise its records themselves know their key. */
  readonly remembersAnswer: boolean;
}

/** Whether an operation is told anything in a body: a DELETE says all in its path. */
export function takesBody({ openapi: { method } }: OperationMeta): boolean {
  return method !== "GET" && method !== "DELETE";
}

/** Who may call all of some operations: one that anyone may call makes a stranger's of the request that it is in. */
export function accessOf(operations: readonly OperationMeta[]): "keyed" | "public" {
  return operations.some(({ openapi: { protect } }) => protect === false) ? "public" : "keyed";
}

/** An `Idempotency-Key` belongs to the API key it comes with: the checkout page has none, and needs none. */
export function takesIdempotencyKey({ openapi: { method, protect } }: OperationMeta): boolean {
  return method !== "GET" && protect !== false;
}

interface Details {
  readonly description?: string;
  /** Default 200. */
  readonly status?: number;
  /** Another status with the same form of answer, where there are two. */
  readonly alsoStatus?: number;
  readonly otherExample?: object;
  readonly refusals?: Readonly<Record<string, RefusalTerms>>;
  /** Takes no API key. */
  readonly open?: boolean;
  /** Default, with status 201: the route's own path. */
  readonly location?: `/${string}`;
  /** Takes `application/x-ndjson` as well. */
  readonly lines?: Lines;
  readonly beforeBody?: BeforeBody;
  /** Default true. */
  readonly remembersAnswer?: boolean;
}

/**
 * An operation's place on the REST door.
 *
 * @param route method and path below the API root: `GET /services/{serviceId}`
 * @param summary what it does, in a few words
 */
export function rest(
  route: `${OpenApiMethod} /${string}`,
  summary: string,
  details: Details = {},
): OperationMeta {
  const [method, path] = route.split(" ") as [OpenApiMethod, `/${string}`];
  const location = details.location ?? (details.status === 201 ? path : undefined);
  return restOutsideRoot(method, `${apiRoot}${path}`, summary, {
    ...details,
    ...(location !== undefined && { location: `${apiRoot}${location}` }),
  });
}

/** The same for the few paths that are not resources: `/health`. */
export function restOutsideRoot(
  method: OpenApiMethod,
  path: `/${string}`,
  summary: string,
  {
    description,
    status = 200,
    alsoStatus,
    otherExample,
    refusals = {},
    open = false,
    location,
    lines,
    beforeBody,
    remembersAnswer = true,
  }: Details = {},
): OperationMeta {
  return {
    openapi: {
      method,
      path,
      summary,
      protect: !open,
      ...(description !== undefined && { description }),
    },
    statuses: alsoStatus === undefined ? [status] : [status, alsoStatus],
    otherExample,
    refusals,
    location,
    lines,
    beforeBody,
    remembersAnswer,
  };
}
