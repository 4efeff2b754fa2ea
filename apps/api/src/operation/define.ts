import type { OpenApiMethod } from "trpc-to-openapi";
import type { z } from "zod";
import { nounOf } from "../contract/nouns.ts";
import type { JsonAnswer } from "../lib/json-answer.ts";
import type { RefusalTerms } from "../lib/refusal.ts";
import type { Parts } from "../ports/parts.ts";
import type { Access } from "../ports/tally.ts";
import type { Context } from "./context.ts";
import { type ListShape, listShapeOf } from "./list.ts";
import { type Procedure, procedureOf } from "./procedure.ts";
import {
  answered,
  openSteps,
  pagesOf,
  querySteps,
  type RawInput,
  type Steps,
  visitSteps,
  writeSteps,
} from "./run.ts";
import type { Keyed, Open, Visiting, Writing, WritingInParts } from "./work.ts";

export const apiRoot = "/api/v1";

type Route = `${OpenApiMethod} /${string}`;
type TypeOf<R extends Route> = R extends `GET ${string}` ? "query" : "mutation";

/** The description that every kind of operation has. */
interface Description<In extends z.ZodType, Out extends z.ZodType<object>> {
  /** Its name in tRPC, noun first: `services.create`. */
  readonly name: string;
  /** What the operation does, in a few words. */
  readonly summary: string;
  readonly description?: string;
  readonly input?: In;
  readonly output: Out;
  /** HTTP status of a success. Default 200. */
  readonly status?: number;
  /** A second status whose response has the same schema. */
  readonly alsoStatus?: number;
  /** Example response for `alsoStatus`, if the examples of its fields do not fit that status. */
  readonly otherExample?: object;
  /** The operation's own refusals by name, without those that every operation has. */
  readonly refusals?: Readonly<Record<string, RefusalTerms>>;
  /** Path of the new record's collection, for `Location`. Default with status 201: the route's own path. */
  readonly location?: `/${string}`;
  readonly lines?: Lines;
  readonly beforeBody?: BeforeBody;
}

/** A list that callers can also stream as one JSON item per line (`application/x-ndjson`). */
export interface Lines {
  /** Name of the input field that holds the list. */
  readonly of: string;
  /** Maximum number of lines in a body. */
  readonly max: number;
  /** Converts the operation's answer to one short result line per item. */
  readonly resultsOf: (answer: never) => readonly object[];
  /** Example result lines for the OpenAPI document. */
  readonly examples: readonly object[];
}

/**
 * Checks that the record named in the REST path exists before the body is read, because an unauthenticated caller may
 * send a large or slow body. tRPC calls must name it in the header `Usance-Record`.
 *
 * @param parameters those of the path; over tRPC only the first one
 * @throws Refusal when the record does not exist
 */
type BeforeBody = (
  ports: Pick<Parts, "db">,
  parameters: Readonly<Record<string, string>>,
) => Promise<void>;

/** Runs an operation from the key check to the answer. @throws PublicError only */
type Call<Answer> = (ctx: Context, rawInput: RawInput) => Promise<Answer | JsonAnswer>;

/** What is known of an operation before it can be called. */
export interface OperationInfo {
  readonly name: string;
  readonly type: "query" | "mutation";
  readonly method: OpenApiMethod;
  /** The REST path: `/api/v1/services/{serviceId}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description: string | undefined;
  readonly input: z.ZodType | undefined;
  readonly output: z.ZodType<object>;
  /** The scope that the API key needs; null for operations without a key. */
  readonly scope: string | null;
  readonly tag: { readonly name: string; readonly description: string };
  /** Its success statuses; the first is the usual one. */
  readonly statuses: readonly [number, ...number[]];
  readonly otherExample: object | undefined;
  readonly refusals: Readonly<Record<string, RefusalTerms>>;
  /** Path of the new record's collection, for `Location`. */
  readonly location: string | undefined;
  readonly lines: Lines | undefined;
  readonly beforeBody: BeforeBody | undefined;
  /** Whether calls with an `Idempotency-Key` store their answer. If not, the records themselves store the key. */
  readonly remembersAnswer: boolean;
}

/** An operation without its input and output types. */
export interface AnyOperation extends OperationInfo {
  readonly call: Call<object>;
  /** How it can be read whole, if it answers with pages of a list. */
  readonly list: Listing | undefined;
}

/** A list that is read whole, a page at a time. */
export interface Listing extends ListShape {
  /**
   * The items of each page, as the answers to calls have them. With a `limit`, there is one page.
   *
   * @throws PublicError only
   */
  pages(ctx: Context, rawInput: RawInput): AsyncGenerator<readonly object[], void>;
}

/** An operation of the API, defined once and served by REST and tRPC. */
export interface Operation<
  Type extends "query" | "mutation",
  In extends z.ZodType,
  Out extends z.ZodType<object>,
> extends AnyOperation {
  readonly call: Call<z.output<Out>>;
  readonly procedure: Procedure<Type, In, Out>;
}

type Result<Out extends z.ZodType<object>> = z.input<Out> | Promise<z.input<Out>>;

/** A query with an API key. */
export interface ReadSpec<In extends z.ZodType, Out extends z.ZodType<object>>
  extends Description<In, Out> {
  readonly run: (work: Keyed, input: z.output<In>) => Result<Out>;
}

/** Defines a query that needs an API key. */
export function read<In extends z.ZodType, Out extends z.ZodType<object>>(
  route: `GET /${string}`,
  spec: ReadSpec<In, Out>,
): Operation<"query", In, Out> {
  const defined = operation(route, spec, { isKeyed: true }, querySteps(spec));
  const shape = listShapeOf(spec.output);
  if (shape === null) return defined;
  const pages: Listing["pages"] = (ctx, rawInput) => pagesOf(spec, shape, defined, ctx, rawInput);
  return { ...defined, list: { ...shape, pages } };
}

/**
 * Defines a query with an API key whose input is too large for a URL: a POST that changes nothing. It needs the scope to
 * read, and takes no `Idempotency-Key`.
 */
export function ask<In extends z.ZodType, Out extends z.ZodType<object>>(
  route: `POST /${string}`,
  spec: ReadSpec<In, Out>,
): Operation<"mutation", In, Out> {
  return operation(route, spec, { isKeyed: true, changesNothing: true }, querySteps(spec));
}

/** A change with an API key. */
export type WriteSpec<In extends z.ZodType, Out extends z.ZodType<object>> = Description<In, Out> &
  (
    | {
        readonly transaction?: "one";
        /** Whether it creates, rotates or revokes API keys. Such writes run one at a time. */
        readonly changesKeys?: boolean;
        readonly run: (work: Writing, input: z.output<In>) => Result<Out>;
      }
    | {
        /**
         * It commits by itself: `work.commit` is one transaction with everything that "one" has, and what it writes
         * otherwise has no audit row and no second check of the API key.
         */
        readonly transaction: "own";
        /** Default true. */
        readonly remembersAnswer?: boolean;
        readonly run: (
          work: WritingInParts,
          input: z.output<In>,
        ) => Result<Out> | Promise<JsonAnswer>;
      }
  );

/**
 * Defines a change that needs an API key. By default it runs in one transaction, from its first read to its audit row,
 * and runs once per `Idempotency-Key`.
 */
export function write<R extends Route, In extends z.ZodType, Out extends z.ZodType<object>>(
  route: R,
  spec: WriteSpec<In, Out>,
): Operation<TypeOf<R>, In, Out> {
  const remembersAnswer = spec.transaction !== "own" || (spec.remembersAnswer ?? true);
  return operation(route, spec, { isKeyed: true, remembersAnswer }, writeSteps(spec));
}

/** A call of a page for subscribers. */
export interface VisitSpec<In extends z.ZodType, Out extends z.ZodType<object>>
  extends Description<In, Out> {
  readonly run: (work: Visiting, input: z.output<In>) => Result<Out>;
}

/**
 * Defines an operation of the checkout page, for anyone with a session's id. It needs no key and can read the sessions
 * of every seller, so its answer must contain only what a payer needs.
 */
export function visit<R extends Route, In extends z.ZodType, Out extends z.ZodType<object>>(
  route: R,
  spec: VisitSpec<In, Out>,
): Operation<TypeOf<R>, In, Out> {
  return operation(route, spec, {}, visitSteps(spec));
}

/** A query that anyone may call. */
export interface OpenSpec<Out extends z.ZodType<object>> extends Description<z.ZodVoid, Out> {
  readonly run: (work: Open) => Result<Out>;
}

/** Defines a query that anyone may call. Its path is not below `apiRoot`. */
export function open<Out extends z.ZodType<object>>(
  route: `GET /${string}`,
  spec: OpenSpec<Out>,
): Operation<"query", z.ZodVoid, Out> {
  return operation(route, spec, { root: "" }, openSteps(spec));
}

interface Kind {
  /** Whether it needs an API key. Default false. */
  readonly isKeyed?: boolean;
  /** Whether it only reads, although it is no GET. Default false. */
  readonly changesNothing?: boolean;
  /** Default: `apiRoot`. */
  readonly root?: "";
  /** Default true. */
  readonly remembersAnswer?: boolean;
}

/** Creates an operation: its description with defaults, its `call` and its tRPC procedure. */
function operation<R extends Route, In extends z.ZodType, Out extends z.ZodType<object>>(
  route: R,
  described: Description<In, Out>,
  { isKeyed = false, changesNothing = false, root, remembersAnswer = true }: Kind,
  steps: Steps<z.output<Out>>,
): Operation<TypeOf<R>, In, Out> {
  const [method, path] = route.split(" ") as [OpenApiMethod, `/${string}`];
  const { name, summary, description, input, output, otherExample, lines, beforeBody } = described;
  const { status = 200, alsoStatus, refusals = {} } = described;
  const location = described.location ?? (status === 201 ? path : undefined);
  const type = typeOf(route);
  const { resource, tag } = nounOf(name);
  if (isKeyed && resource === undefined)
    throw new Error(`${name} takes a key, so its noun needs a resource.`);
  const info = {
    name,
    type,
    method,
    path: `${root ?? apiRoot}${path}` as const,
    summary,
    description,
    input,
    output,
    scope: isKeyed ? `${resource}:${type === "query" || changesNothing ? "read" : "write"}` : null,
    tag,
    statuses: alsoStatus === undefined ? [status] : [status, alsoStatus],
    otherExample,
    refusals,
    location: location && `${root ?? apiRoot}${location}`,
    lines,
    beforeBody,
    remembersAnswer,
  } satisfies OperationInfo;
  const call: Call<z.output<Out>> = (ctx, rawInput) =>
    answered(info, ctx, () => steps(info, ctx, rawInput));
  return { ...info, call, list: undefined, procedure: procedureOf(info, call) };
}

function typeOf<R extends Route>(route: R): TypeOf<R>;
function typeOf(route: Route): "query" | "mutation" {
  return route.startsWith("GET ") ? "query" : "mutation";
}

/** Whether an operation takes a body. GET and DELETE do not. */
export function takesBody({ method }: Pick<AnyOperation, "method">): boolean {
  return method !== "GET" && method !== "DELETE";
}

/** Whose limits apply to a request with these operations. One operation without a key makes the request public. */
export function accessOf(operations: readonly Pick<AnyOperation, "scope">[]): Access {
  return operations.some(({ scope }) => scope === null) ? "public" : "keyed";
}

/** Whether an operation accepts an `Idempotency-Key`: every change by an API key, so not those of the checkout page. */
export function takesIdempotencyKey({ scope }: Pick<AnyOperation, "scope">): boolean {
  return scope?.endsWith(":write") ?? false;
}
