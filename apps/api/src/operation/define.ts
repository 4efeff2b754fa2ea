import type { OpenApiMethod } from "trpc-to-openapi";
import type { z } from "zod";
import { nounOf } from "../schemas/nouns.ts";
import type { Cost } from "./access/limits/costs.ts";
import { followed } from "./follow.ts";
import {
  type AnyOperation,
  type Call,
  type Description,
  type Follow,
  type Kind,
  type Listing,
  listShapeOf,
  type OperationInfo,
  type PageSpec,
  type PublicSpec,
  type ReadSpec,
  type WriteSpec,
} from "./operation.ts";
import type { Access } from "./ports/tally.ts";
import { type Procedure, procedureOf } from "./procedure.ts";
import {
  answered,
  pageSteps,
  pagesOf,
  publicSteps,
  querySteps,
  type Steps,
  writeSteps,
} from "./run.ts";

export const apiRoot = "/api/v1";

type Route = `${OpenApiMethod} /${string}`;
type TypeOf<R extends Route> = R extends `GET ${string}` ? "query" : "mutation";

/** An operation of the API, defined once and served by REST and tRPC. */
export interface Operation<
  Type extends "query" | "mutation",
  In extends z.ZodType,
  Out extends z.ZodType<object>,
> extends AnyOperation {
  readonly call: Call<z.output<Out>>;
  readonly procedure: Procedure<Type, In, Out>;
}

/** Defines a query that needs an API key. */
export function read<In extends z.ZodType, Out extends z.ZodType<object>>(
  route: `GET /${string}`,
  spec: ReadSpec<In, Out>,
): Operation<"query", In, Out> {
  const defined = operation(route, spec, "read", querySteps(spec));
  const shape = listShapeOf(spec.output);
  if (shape === null) return defined;
  const pages: Listing["pages"] = (ctx, rawInput) => pagesOf(spec, shape, defined, ctx, rawInput);
  const { follow } = spec;
  const following: Follow | undefined =
    follow &&
    ((ctx, rawInput, from) => followed({ ...spec, follow }, defined, ctx, rawInput, from));
  return { ...defined, list: { ...shape, pages }, follow: following };
}

/**
 * Defines a query with an API key whose input is too large for a URL: a POST that changes nothing. It needs the scope to
 * read, and takes no `Idempotency-Key`.
 */
export function queryByPost<In extends z.ZodType, Out extends z.ZodType<object>>(
  route: `POST /${string}`,
  spec: ReadSpec<In, Out>,
): Operation<"mutation", In, Out> {
  return operation(route, spec, "query by POST", querySteps(spec));
}

/**
 * Defines a change that needs an API key. By default it runs in one transaction, from its first read to its audit row,
 * and runs once per `Idempotency-Key`.
 */
export function write<
  R extends Route,
  In extends z.ZodType,
  Out extends z.ZodType<object>,
  Prepared = never,
>(route: R, spec: WriteSpec<In, Out, Prepared>): Operation<TypeOf<R>, In, Out> {
  const isOwn = spec.transaction === "own";
  const remembersAnswer = !isOwn || (spec.remembersAnswer ?? true);
  const kind = isOwn ? "own-transaction write" : "write";
  return { ...operation(route, spec, kind, writeSteps(spec)), remembersAnswer };
}

/**
 * Defines an operation of a page (checkout, invoice, refund, portal, sign-in to the dashboard), for anyone with the record's
 * id or the page's token. It needs no key and can read records of every seller, so its answer must contain only what the page
 * needs.
 */
export function pageOperation<R extends Route, In extends z.ZodType, Out extends z.ZodType<object>>(
  route: R,
  spec: PageSpec<In, Out>,
): Operation<TypeOf<R>, In, Out> {
  return operation(route, spec, "page", pageSteps(spec));
}

/** Defines a query that anyone may call. Its path is not below `apiRoot`. */
export function publicQuery<Out extends z.ZodType<object>>(
  route: `GET /${string}`,
  spec: PublicSpec<Out>,
): Operation<"query", z.ZodVoid, Out> {
  return operation(route, spec, "public", publicSteps(spec));
}

/** Creates an operation: its description with defaults, its `call` and its tRPC procedure. */
function operation<R extends Route, In extends z.ZodType, Out extends z.ZodType<object>>(
  route: R,
  described: Description<In, Out>,
  kind: Kind,
  steps: Steps<z.output<Out>>,
): Operation<TypeOf<R>, In, Out> {
  const [method, path] = route.split(" ") as [OpenApiMethod, `/${string}`];
  const { name, summary, description, input, output, otherExample, lines, beforeBody } = described;
  const { status = 200, alsoStatus, refusals = {} } = described;
  const location = described.location ?? (status === 201 ? path : undefined);
  const type = typeOf(route);
  const root = kind === "public" ? "" : apiRoot;
  const isKeyed = kind !== "page" && kind !== "public";
  const access = kind === "read" || kind === "query by POST" ? "read" : "write";
  const { resource, tag } = nounOf(name);
  if (isKeyed && resource === undefined)
    throw new Error(`${name} takes a key, so its noun needs a resource.`);
  const info = {
    name,
    kind,
    type,
    method,
    path: `${root}${path}` as const,
    summary,
    description,
    input,
    output,
    scope: isKeyed ? `${resource}:${access}` : null,
    tag,
    statuses: alsoStatus === undefined ? [status] : [status, alsoStatus],
    otherExample,
    refusals,
    location: location && `${root}${location}`,
    lines,
    beforeBody,
    cost: described.cost ?? usualCost(kind, output),
    warns: described.warns ?? false,
    isKeyedByInput: described.isKeyedByInput ?? false,
    remembersAnswer: true,
  } satisfies OperationInfo;
  const call: Call<z.output<Out>> = (ctx, rawInput) =>
    answered(info, ctx, () => steps(info, ctx, rawInput));
  return { ...info, call, list: undefined, follow: undefined, procedure: procedureOf(info, call) };
}

function usualCost(kind: Kind, output: z.ZodType): Cost {
  if (kind === "public") return "none";
  if (kind === "write") return "write";
  if (kind === "own-transaction write") return "own";
  return listShapeOf(output) === null ? "small" : "page";
}

function typeOf<R extends Route>(route: R): TypeOf<R>;
function typeOf(route: Route): "query" | "mutation" {
  return route.startsWith("GET ") ? "query" : "mutation";
}

/** Whether an operation takes a body. GET and DELETE do not. */
export function takesBody({ method }: Pick<AnyOperation, "method">): boolean {
  return method !== "GET" && method !== "DELETE";
}

/**
 * Whether the body of an operation is optional: it takes one, and no field of it is required. Clients in some languages
 * then send none, or an empty list for an empty object. Each operation of the specification that takes a body requires it.
 */
export function mayOmitBody(operation: Pick<AnyOperation, "method" | "path" | "input">): boolean {
  const known = withoutBody.get(operation);
  if (known !== undefined) return known;
  const names = Array.from(operation.path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
  const read = operation.input?.safeParse(Object.fromEntries(names.map((name) => [name, "x"])));
  const needed = read?.error?.issues.some(({ path }) => !names.includes(String(path[0])));
  const may = takesBody(operation) && needed !== true;
  withoutBody.set(operation, may);
  return may;
}

const withoutBody = new WeakMap<object, boolean>();

/**
 * Returns which limits apply to a request with these operations. One operation without a key makes the request public.
 */
export function accessOf(operations: readonly Pick<AnyOperation, "scope">[]): Access {
  return operations.some(({ scope }) => scope === null) ? "public" : "keyed";
}

/** Whether an operation accepts an `Idempotency-Key`: changes by an API key, so not those of pages. */
export function takesIdempotencyKey({
  scope,
  isKeyedByInput,
}: Pick<AnyOperation, "scope" | "isKeyedByInput">): boolean {
  return !isKeyedByInput && (scope?.endsWith(":write") ?? false);
}
