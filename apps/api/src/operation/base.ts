import { initTRPC, type TRPCError } from "@trpc/server";
import type { Caller } from "../access/auth/authenticate.ts";
import { keyForManyCalls } from "../contract/idempotency.ts";
import { holds, scopeOf } from "../contract/scopes.ts";
import { notAllowed } from "../lib/refusal.ts";
import { everyone } from "../lib/tenant.ts";
import type { Parts } from "../ports/parts.ts";
import type { Context } from "./context.ts";
import {
  PublicError,
  protocolMessage,
  publicError,
  publicRefusal,
  retryAfter,
  unexpectedMessage,
} from "./errors.ts";
import { locationOf } from "./location.ts";
import type { OperationMeta } from "./rest.ts";
import { write } from "./write.ts";

export { rest } from "./rest.ts";

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

/**
 * An operation that takes a valid API key with the scope of its noun and calls left for this minute:
 * without them nothing of the request is read. It sees only what belongs to the key's tenant.
 */
export const withKey = t.procedure.use(async ({ ctx, meta, path, type, getRawInput, next }) => {
  const { caller, calls, idempotencyKey } = ctx.request;
  const by = await caller();
  if (!holds(by.scopes, scopeOf(path, type === "query" ? "query" : "mutation"))) {
    throw publicRefusal(notAllowed);
  }
  if (idempotencyKey !== undefined && calls > 1) throw publicRefusal(keyForManyCalls);
  const parts = { ...ctx.parts, tenant: by.tenant };
  return answered(ctx, meta, () =>
    next({ ctx: { parts, by, operation: path, rawInput: getRawInput } }),
  );
});

/**
 * An operation of the checkout page, for whoever has a session's id: it takes no key, and sees the
 * sessions of every seller, so it must show of each only what a payer has to know.
 */
export const visiting = t.procedure.use(async ({ ctx, meta, next }) => {
  await ctx.request.visit();
  const parts = { ...ctx.parts, tenant: everyone };
  return answered(ctx, meta, () => next({ ctx: { parts } }));
});

const writingWith = (options: Parameters<typeof write>[2]) =>
  withKey.use(async ({ ctx, next }) => {
    const work = async (db: Parts["db"], by: Caller) => {
      const result = await next({ ctx: { parts: { ...ctx.parts, db }, by } });
      if (!result.ok) throw result.error;
      return result.data as object;
    };
    const data = await write(ctx, work, options);
    // A replayed answer never came from next(), which alone could put tRPC's own mark on it.
    return { ok: true, data, ctx } as unknown as Awaited<ReturnType<typeof next>>;
  });

/** A write that is one transaction from its first read to its answer (see write.ts). */
export const writing = writingWith({});

/** The same for writes that make, rotate or revoke API keys: one at a time. */
export const changingKeys = writingWith({ changesKeys: true });

/** Runs the rest of a call, gives it its status, and lets out only errors meant for callers. */
async function answered<Result extends { ok: boolean; error?: TRPCError; data?: unknown }>(
  ctx: Context,
  meta: OperationMeta | undefined,
  next: () => Promise<Result>,
): Promise<Result> {
  const result = await next();
  if (result.error === undefined) {
    ctx.reply.status ??= meta?.statuses[0] ?? 200;
    const location = meta?.location && locationOf(meta.location, result.data);
    if (location) ctx.reply.headers.Location ??= location;
    return result;
  }
  const known = publicError(result.error);
  if (known !== null) {
    const seconds = retryAfter(result.error);
    if (seconds !== undefined) ctx.reply.headers["Retry-After"] = String(seconds);
    throw known;
  }
  ctx.parts.log.error({ err: result.error.cause ?? result.error }, "operation failed unexpectedly");
  throw new PublicError({ code: "INTERNAL_SERVER_ERROR", message: unexpectedMessage });
}
