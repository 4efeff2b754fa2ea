import type {
  TRPCBuiltRouter,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
  TRPCRouterRecord,
} from "@trpc/server";
import type { AppRouter } from "../src/index.ts";

/*
 * The router as clients see it: inputs, outputs and errors, without the server's context and what the
 * doors know of an operation. No type is written here: they come of inference alone, so that tsc, when
 * build.ts has it declare what this file exports, writes all of them out.
 */

type Shown<Of> =
  Of extends TRPCQueryProcedure<infer Def>
    ? TRPCQueryProcedure<{ meta: object; input: Def["input"]; output: Def["output"] }>
    : Of extends TRPCMutationProcedure<infer Def>
      ? TRPCMutationProcedure<{ meta: object; input: Def["input"]; output: Def["output"] }>
      : { [Name in keyof Of]: Shown<Of[Name]> };

declare function shown<Of>(record: Of): Shown<Of>;
declare function routerOf<ErrorShape, Of extends TRPCRouterRecord>(
  types: { errorShape: ErrorShape },
  record: Of,
): TRPCBuiltRouter<{ ctx: object; meta: object; errorShape: ErrorShape; transformer: false }, Of>;
declare const served: AppRouter["_def"];

export const published = routerOf(served._config.$types, shown(served.record));
