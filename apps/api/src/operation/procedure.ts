import {
  type AnyProcedure,
  initTRPC,
  type TRPCMutationProcedure,
  type TRPCQueryProcedure,
} from "@trpc/server";
import type { OpenApiMeta } from "trpc-to-openapi";
import type { z } from "zod";
import type { JsonAnswer } from "../kit/json-answer.ts";
import type { Context } from "./context.ts";
import { errorShape } from "./errors.ts";
import type { AnyOperation, OperationInfo, RawInput } from "./operation.ts";

/** The calls of a tRPC request, each with a context and an input of its own. */
export interface TrpcContext {
  readonly calls: readonly { readonly ctx: Context; readonly rawInput: RawInput }[];
}

/** tRPC, configured for this service. */
export const t = initTRPC
  .context<TrpcContext>()
  .meta<OpenApiMeta>()
  .create({ isDev: false, errorFormatter: ({ error, path }) => errorShape(error, path) });

/** The type of an operation's procedure that tRPC clients see. */
export type Procedure<
  Type extends "query" | "mutation",
  In extends z.ZodType,
  Out extends z.ZodType<object>,
> = Type extends "query"
  ? TRPCQueryProcedure<{ input: z.input<In>; output: z.output<Out>; meta: OpenApiMeta }>
  : TRPCMutationProcedure<{ input: z.input<In>; output: z.output<Out>; meta: OpenApiMeta }>;

/**
 * The procedure that serves an operation. Its resolver is the operation's own `call`, which reads the input after it has
 * checked the key, and parses input and output; with schemas as tRPC parsers, both would be parsed twice.
 */
export function procedureOf<
  Type extends "query" | "mutation",
  In extends z.ZodType,
  Out extends z.ZodType<object>,
>(
  operation: OperationInfo,
  call: (ctx: Context, rawInput: RawInput) => Promise<z.output<Out> | JsonAnswer>,
): Procedure<Type, In, Out>;
export function procedureOf(
  { type, ...operation }: OperationInfo,
  call: AnyOperation["call"],
): AnyProcedure {
  const procedure = t.procedure
    .meta(metaOf(operation))
    .use(({ ctx: { calls }, batchIndex, next }) => next({ ctx: { own: calls[batchIndex] } }));
  const resolve = ({
    ctx: { own },
  }: {
    ctx: { own: TrpcContext["calls"][number] | undefined };
  }) => {
    if (own === undefined) throw new Error("tRPC made a call that the request does not have.");
    return call(own.ctx, own.rawInput);
  };
  return type === "query" ? procedure.query(resolve) : procedure.mutation(resolve);
}

/** The procedure with its schemas as parsers, where trpc-to-openapi looks for them. It is never called. */
export function documentedProcedure({
  type,
  input,
  output,
  ...operation
}: AnyOperation): AnyProcedure {
  const described = t.procedure.meta(metaOf(operation));
  const procedure = (input === undefined ? described : described.input(input)).output(output);
  const refuse = () => {
    throw new Error("This procedure documents an operation; call the operation itself.");
  };
  return type === "query" ? procedure.query(refuse) : procedure.mutation(refuse);
}

function metaOf({
  method,
  path,
  summary,
  description,
  scope,
}: Pick<OperationInfo, "method" | "path" | "summary" | "description" | "scope">): OpenApiMeta {
  const openapi = { method, path, summary, protect: scope !== null };
  return { openapi: { ...openapi, ...(description !== undefined && { description }) } };
}
