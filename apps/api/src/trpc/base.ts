import { initTRPC, type TRPCError } from "@trpc/server";
import type { Context } from "./context.ts";
import {
  keyRequired,
  PublicError,
  protocolMessage,
  publicError,
  publicRefusal,
  unexpectedMessage,
} from "./errors.ts";
import type { OperationMeta } from "./rest.ts";

export { apiRoot, rest } from "./rest.ts";

const t = initTRPC
  .context<Context>()
  .meta<OperationMeta>()
  .create({
    isDev: false,
    errorFormatter: ({ shape, error }) => ({
      message: protocolMessage(error),
      code: shape.code,
      data: { code: shape.data.code, httpStatus: shape.data.httpStatus, path: shape.data.path },
    }),
  });

export const router = t.router;

/** An operation that anyone may call. */
export const open = t.procedure.use(({ ctx, meta, next }) => answered(ctx, meta, next));

/** An operation that takes a valid API key. Without one nothing of the request is read. */
export const withKey = t.procedure.use(async ({ ctx, meta, next }) => {
  if ((await ctx.caller()) === null) {
    ctx.reply.headers["WWW-Authenticate"] = "Bearer";
    throw publicRefusal(keyRequired);
  }
  return answered(ctx, meta, next);
});

/** Runs the rest of a call, gives it its status, and lets out only errors meant for callers. */
async function answered<Result extends { ok: boolean; error?: TRPCError }>(
  ctx: Context,
  meta: OperationMeta | undefined,
  next: () => Promise<Result>,
): Promise<Result> {
  const result = await next();
  if (result.error === undefined) {
    ctx.reply.status ??= meta?.statuses[0] ?? 200;
    return result;
  }
  const known = publicError(result.error);
  if (known !== null) throw known;
  ctx.log.error({ err: result.error.cause ?? result.error }, "operation failed unexpectedly");
  throw new PublicError({ code: "INTERNAL_SERVER_ERROR", message: unexpectedMessage });
}
