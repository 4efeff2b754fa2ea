import type { OpenApiMethod } from "trpc-to-openapi";
import type { z } from "zod";
import { nounOf } from "../contract/nouns.ts";
import type { RefusalTerms } from "../lib/refusal.ts";
import { everyone } from "../lib/tenant.ts";
import type { Parts } from "../ports/parts.ts";
import type { Access } from "../ports/tally.ts";
import type { Context } from "./context.ts";
import { type Procedure, procedureOf } from "./procedure.ts";
import { answered, commitOnce, letIn, parsed, type RawInput } from "./run.ts";
import type { Keyed, Open, Visiting, Writing, WritingInParts } from "./work.ts";

export const apiRoot = "/api/v1";

type Route = `${OpenApiMethod} /${string}`;
type TypeOf<R extends Route> = R extends `GET ${string}` ? "query" : "mutation";

/** What an operation says of itself, whichever kind it is. */
interface Description<In extends z.ZodType, Out extends z.ZodType<object>> {
  /** Its name on the tRPC door, noun first: `services.create`. */
  readonly name: string;
  /** What it does, in a few words. */
  readonly summary: string;
  readonly description?: string;
  readonly input?: In;
  readonly output: Out;
  /** The usual status of its answer. Default 200. */
  readonly status?: number;
  /** Another status with the same form of answer, where there are two. */
  readonly alsoStatus?: number;
  /** An answer with the other status, where its fields' own examples would say something else. */
  readonly otherExample?: object;
  /** What the operation itself may refuse, by name. What every operation may refuse is not repeated. */
  readonly refusals?: Readonly<Record<string, RefusalTerms>>;
  /** The collection of the new record. Default with status 201: the route's own path. */
  readonly location?: `/${string}`;
  readonly lines?: Lines;
  readonly beforeBody?: BeforeBody;
}

/** A list that can also be sent as one item a line (`application/x-ndjson`), as many as the caller has. */
export interface Lines {
  /** The input's field that holds the list. */
  readonly of: string;
  /** How many lines a body may have. */
  readonly max: number;
  /** A short line for each item, made from the operation's answer. */
  readonly resultsOf: (answer: never) => readonly object[];
  /** Some of them, for the document. */
  readonly examples: readonly object[];
}

/**
 * Looks for what the path names before the body is read, which a stranger may have made large or slow. The tRPC door
 * has no such path.
 *
 * @throws Refusal when it does not exist
 */
type BeforeBody = (
  ports: Pick<Parts, "db">,
  parameters: Readonly<Record<string, string>>,
) => Promise<void>;

/** Runs an operation from the key check to the answer. @throws PublicError, and nothing else */
type Call<Answer> = (ctx: Context, rawInput: RawInput) => Promise<Answer>;

/** What is known of every operation, whatever its types are. */
export interface AnyOperation {
  readonly name: string;
  readonly type: "query" | "mutation";
  readonly method: OpenApiMethod;
  /** The REST path: `/api/v1/services/{serviceId}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description: string | undefined;
  readonly input: z.ZodType | undefined;
  readonly output: z.ZodType<object>;
  /** The scope that a key needs; null where none is needed. */
  readonly scope: string | null;
  readonly tag: { readonly name: string; readonly description: string };
  /** The statuses of its answer; the first is the usual one. */
  readonly statuses: readonly [number, ...number[]];
  readonly otherExample: object | undefined;
  readonly refusals: Readonly<Record<string, RefusalTerms>>;
  /** The path of the collection of the new record, for `Location`. */
  readonly location: string | undefined;
  readonly lines: Lines | undefined;
  readonly beforeBody: BeforeBody | undefined;
  /** Under an `Idempotency-Key` the answer is stored; otherwise its records themselves know their key. */
  readonly remembersAnswer: boolean;
  readonly call: Call<object>;
}

/** An operation of the API, defined once and offered through both doors. */
export interface Operation<
  Type extends "query" | "mutation",
  In extends z.ZodType,
  Out extends z.ZodType<object>,
> extends AnyOperation {
  readonly call: Call<z.output<Out>>;
  readonly procedure: Procedure<Type, In, Out>;
}

type Result<Out extends z.ZodType<object>> = z.input<Out> | Promise<z.input<Out>>;

/** A query of a caller with an API key. */
export function read<In extends z.ZodType, Out extends z.ZodType<object>>(
  route: `GET /${string}`,
  {
    run,
    ...description
  }: Description<In, Out> & { run: (work: Keyed, input: z.output<In>) => Result<Out> },
): Operation<"query", In, Out> {
  return operation(route, description, { isKeyed: true }, async (op, ctx, rawInput) => {
    const work = await letIn(op, ctx);
    const input = parsed(description.input, await rawInput());
    return description.output.parse(await run(work, input));
  });
}

type WriteOf<In extends z.ZodType, Out extends z.ZodType<object>> = Description<In, Out> &
  (
    | {
        readonly transaction?: "one";
        /** Whether it makes, rotates or revokes API keys: those run one at a time. */
        readonly changesKeys?: boolean;
        readonly run: (work: Writing, input: z.output<In>) => Result<Out>;
      }
    | {
        /** Its own transactions: it waits for others between them. */
        readonly transaction: "own";
        /** Default true. */
        readonly remembersAnswer?: boolean;
        readonly run: (work: WritingInParts, input: z.output<In>) => Result<Out>;
      }
  );

/**
 * A change by a caller with an API key. Unless it says otherwise it is one transaction from its first read to its
 * audit row, and under an `Idempotency-Key` it is done once.
 */
export function write<R extends Route, In extends z.ZodType, Out extends z.ZodType<object>>(
  route: R,
  spec: WriteOf<In, Out>,
): Operation<TypeOf<R>, In, Out> {
  const remembersAnswer = spec.transaction !== "own" || (spec.remembersAnswer ?? true);
  return operation(route, spec, { isKeyed: true, remembersAnswer }, async (op, ctx, rawInput) => {
    const work = await letIn(op, ctx);
    const raw = await rawInput();
    if (spec.transaction === "own") {
      const commit: WritingInParts["commit"] = (part) => commitOnce(op, work, raw, part);
      const input = parsed(spec.input, raw);
      return spec.output.parse(await spec.run({ ...work, commit }, input));
    }
    const { run, changesKeys } = spec;
    // Checked inside: an Idempotency-Key that was used with another body is refused for that, valid or not.
    const part = async (writing: Writing) =>
      spec.output.parse(await run(writing, parsed(spec.input, raw)));
    return commitOnce(op, work, raw, part, changesKeys);
  });
}

/**
 * An operation of the checkout page, for anyone who has a session's id. It takes no key and sees the sessions of every
 * seller, so its answer must show only what a payer has to know.
 */
export function visit<R extends Route, In extends z.ZodType, Out extends z.ZodType<object>>(
  route: R,
  {
    run,
    ...description
  }: Description<In, Out> & { run: (work: Visiting, input: z.output<In>) => Result<Out> },
): Operation<TypeOf<R>, In, Out> {
  return operation(route, description, {}, async (_, { parts, request, reply }, rawInput) => {
    await request.visit();
    const input = parsed(description.input, await rawInput());
    const work = { ...parts, tenant: everyone, request, reply };
    return description.output.parse(await run(work, input));
  });
}

/** A query that anyone may call. Its path is not below the API's root. */
export function open<Out extends z.ZodType<object>>(
  route: `GET /${string}`,
  { run, ...description }: Description<z.ZodVoid, Out> & { run: (work: Open) => Result<Out> },
): Operation<"query", z.ZodVoid, Out> {
  return operation(route, description, { root: "" }, async (_, ctx) =>
    description.output.parse(await run(ctx)),
  );
}

interface Kind {
  /** Default: it takes no key. */
  readonly isKeyed?: boolean;
  /** Default: `apiRoot`. */
  readonly root?: "";
  /** Default true. */
  readonly remembersAnswer?: boolean;
}

/** Makes the value of an operation: its description with the defaults filled in, its chain, its tRPC procedure. */
function operation<R extends Route, In extends z.ZodType, Out extends z.ZodType<object>>(
  route: R,
  described: Description<In, Out>,
  { isKeyed = false, root, remembersAnswer = true }: Kind,
  perform: (
    op: Omit<AnyOperation, "call">,
    ctx: Context,
    rawInput: RawInput,
  ) => Promise<z.output<Out>>,
): Operation<TypeOf<R>, In, Out> {
  const [method, path] = route.split(" ") as [OpenApiMethod, `/${string}`];
  const { name, summary, description, input, output, otherExample, lines, beforeBody } = described;
  const { status = 200, alsoStatus, refusals = {} } = described;
  const location = described.location ?? (status === 201 ? path : undefined);
  const type = typeOf(route);
  const { resource, tag } = nounOf(name);
  if (isKeyed && resource === undefined)
    throw new Error(`${name} takes a key, so its noun needs a resource.`);
  const known = {
    name,
    type,
    method,
    path: `${root ?? apiRoot}${path}` as const,
    summary,
    description,
    input,
    output,
    scope: isKeyed ? `${resource}:${type === "query" ? "read" : "write"}` : null,
    tag,
    statuses: alsoStatus === undefined ? [status] : [status, alsoStatus],
    otherExample,
    refusals,
    location: location && `${root ?? apiRoot}${location}`,
    lines,
    beforeBody,
    remembersAnswer,
  } satisfies Omit<AnyOperation, "call">;
  const call: Call<z.output<Out>> = (ctx, rawInput) =>
    answered(known, ctx, () => perform(known, ctx, rawInput));
  return { ...known, call, procedure: procedureOf(known, call) };
}

function typeOf<R extends Route>(route: R): TypeOf<R>;
function typeOf(route: Route): "query" | "mutation" {
  return route.startsWith("GET ") ? "query" : "mutation";
}

/** Whether an operation takes a body. A DELETE says everything in its path. */
export function takesBody({ method }: Pick<AnyOperation, "method">): boolean {
  return method !== "GET" && method !== "DELETE";
}

/** Who may call all of these operations. A request with one that needs no key is a stranger's. */
export function accessOf(operations: readonly Pick<AnyOperation, "scope">[]): Access {
  return operations.some(({ scope }) => scope === null) ? "public" : "keyed";
}

/** An `Idempotency-Key` belongs to the API key it comes with: the checkout page has none, and needs none. */
export function takesIdempotencyKey({
  type,
  scope,
}: Pick<AnyOperation, "type" | "scope">): boolean {
  return type === "mutation" && scope !== null;
}
