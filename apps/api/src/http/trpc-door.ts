import { createExpressMiddleware } from "@trpc/server/adapters/express";
import type { Request, RequestHandler, Response } from "express";
import type { Context } from "../trpc/context.ts";
import type { AppRouter } from "../trpc/router.ts";
import { readJsonText } from "./body.ts";

/** Calls that may travel in one HTTP request. */
const maxBatchSize = 50;

/** Typed tRPC calls, batches included, with the statuses and messages of the REST door. */
export function trpcDoor(
  appRouter: AppRouter,
  contextOf: (req: Request) => Context,
): RequestHandler {
  const contexts = new WeakMap<object, Context>();
  const contextOnce = (req: Request) => {
    const ctx = contexts.get(req) ?? contextOf(req);
    contexts.set(req, ctx);
    return ctx;
  };

  return createExpressMiddleware({
    router: appRouter,
    maxBatchSize,
    createContext: ({ req }) => contextOnce(req),
    middleware: (req: Request, res: Response, next: (error?: unknown) => void) => {
      if (req.method !== "POST") return next();
      readInput(contextOnce(req), req, res).then(() => next(), next);
    },
    responseMeta: ({ ctx, paths, errors }) => ({
      headers: new Headers({ "Cache-Control": "no-store", ...ctx?.reply.headers }),
      ...(paths?.length === 1 && errors.length === 0 && { status: ctx?.reply.status ?? 200 }),
    }),
  });
}

/**
 * Reads the body as the REST door does, and hands it to tRPC as text. Without a valid key it is not
 * read: tRPC is given nothing, and every call of the batch is answered with 401.
 */
async function readInput(ctx: Context, req: Request, res: Response): Promise<void> {
  try {
    req.body = (await ctx.caller()) === null ? "{}" : await readJsonText(req, res);
  } finally {
    // tRPC would look at the type before it hears of the error: what was wrong with it is in there.
    req.headers["content-type"] = "application/json";
  }
}
