import type {
  TRPCBuiltRouter,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
  TRPCRouterRecord,
} from "@trpc/server";
import type { AppRouter } from "../src/server/router.ts";

/*
 * The router from the client's point of view: inputs, outputs and errors, without the server's context or any
 * transport metadata of operations. All types are inferred, none are written here, so that tsc writes them out in full
 * when build.ts has it declare this file's exports.
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
