import { type AnyProcedure, type AnyRouter, getTRPCErrorFromUnknown } from "@trpc/server";
import type { Context } from "../operation/context.ts";
import type { OperationMeta } from "../operation/rest.ts";

type RawInput = () => Promise<unknown>;

/** What tRPC's middlewares hand to each other. */
interface Options {
  readonly ctx: object;
  readonly input: unknown;
  readonly getRawInput: RawInput;
}

type Result =
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly error: unknown };

type Middleware = (
  options: Options & {
    readonly meta: unknown;
    readonly path: string;
    readonly type: string;
    readonly signal: undefined;
    readonly batchIndex: 0;
    readonly next: (change?: Partial<Options>) => Promise<Result>;
  },
) => Promise<Result>;

/** A procedure as the doors call it. */
export interface Callable {
  /** Its name on the tRPC door. */
  readonly name: string;
  readonly type: "query" | "mutation";
  readonly meta: OperationMeta;
  readonly call: (ctx: Context, getRawInput: RawInput) => Promise<unknown>;
}

/** All procedures of a router, each by its full name. */
export function callables(router: AnyRouter): Callable[] {
  const procedures: Record<string, AnyProcedure> = router._def.procedures;
  return Object.entries(procedures).map(([name, procedure]) => {
    const call = directCall(procedure, name);
    const watched = { kind: "operation", name } as const;
    return {
      name,
      type: procedure._def.type === "query" ? "query" : "mutation",
      meta: procedure._def.meta as OperationMeta,
      call: (ctx, getRawInput) => ctx.parts.watch(watched, () => call(ctx, getRawInput)),
    };
  });
}

/**
 * Makes a function that calls a procedure as tRPC's own caller does: the same middlewares in the same
 * order, with the same inputs, and errors become TRPCErrors at the same places. tRPC 11's caller
 * copies all options twice a middleware, field by field through helpers for old engines, which took
 * longer than all that the middlewares do (docs/adr/0018-cost-of-a-request.md).
 *
 * @param path the procedure's name on the tRPC door
 * @returns resolves with the procedure's answer, or rejects with a TRPCError
 */
export function directCall(procedure: AnyProcedure, path: string): Callable["call"] {
  const { middlewares, meta, type } = procedure._def as unknown as {
    readonly middlewares: readonly Middleware[];
    readonly meta: unknown;
    readonly type: string;
  };
  const step = async (index: number, { ctx, input, getRawInput }: Options): Promise<Result> => {
    const middleware = middlewares[index];
    if (middleware === undefined) throw new Error("The last middleware calls no other.");
    const next = (change: Partial<Options> = {}) =>
      step(index + 1, {
        ctx: change.ctx === undefined ? ctx : { ...ctx, ...change.ctx },
        input: "input" in change ? change.input : input,
        getRawInput: change.getRawInput ?? getRawInput,
      });
    try {
      const known = { meta, path, type, signal: undefined, batchIndex: 0 } as const;
      return await middleware({ ctx, input, getRawInput, ...known, next });
    } catch (cause) {
      return { ok: false, error: getTRPCErrorFromUnknown(cause) };
    }
  };
  return async (ctx, getRawInput) => {
    const result = await step(0, { ctx, input: undefined, getRawInput });
    if (!result.ok) throw result.error;
    return result.data;
  };
}
