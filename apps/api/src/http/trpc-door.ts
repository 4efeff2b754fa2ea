import { createExpressMiddleware } from "@trpc/server/adapters/express";
import type { Request, RequestHandler, Response } from "express";
import type { Context } from "../trpc/context.ts";
import { PublicError } from "../trpc/errors.ts";
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
      // Streamed answers have one status for all that is in them; ours have that of the call.
      delete req.headers["trpc-accept"];
      if (req.method === "GET" || req.method === "HEAD") return next();
      readInput(contextOnce(req), req, res).then(() => next(), next);
    },
    responseMeta: ({ ctx, paths, errors }) => {
      // What a call says of its answer holds for the answer of a request with that call alone.
      const reply = paths?.length === 1 ? ctx?.reply : undefined;
      return {
        headers: new Headers({ "Cache-Control": "no-store", ...reply?.headers }),
        ...(reply?.status !== undefined && errors.length === 0 && { status: reply.status }),
      };
    },
  });
}

function wrongMethod(): PublicError {
  const message = "Queries are called by GET, mutations by POST.";
  return new PublicError({ code: "METHOD_NOT_SUPPORTED", message });
}

/**
 * Reads the body as the REST door does, and hands it to tRPC as text. Without a valid key it is not
 * read: tRPC is given nothing, and every call of the batch is answered with 401.
 */
async function readInput(ctx: Context, req: Request, res: Response): Promise<void> {
  try {
    if (req.method !== "POST") throw wrongMethod();
    req.body = (await ctx.caller()) === null ? "{}" : await readJsonText(req, res);
  } finally {
    // tRPC would look at the type before it hears of the error: what was wrong with it is in there.
    req.headers["content-type"] = "application/json";
  }
}
