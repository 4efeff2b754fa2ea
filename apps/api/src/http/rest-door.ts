import { TRPCError } from "@trpc/server";
import type { Request, RequestHandler, Response } from "express";
import type { Context } from "../trpc/context.ts";
import { takesBody } from "../trpc/rest.ts";
import type { AppRouter } from "../trpc/router.ts";
import { readJsonObject } from "./body.ts";
import type { ContextOf } from "./context.ts";
import { answerLines, isLines } from "./lines-door.ts";
import { type Match, routeTable } from "./route-table.ts";
import { sendError, sendJson } from "./send.ts";

/**
 * The specification's REST paths. A path is found in a table compiled from the procedures' own
 * metadata, and its procedure is called as tRPC itself calls it: the same key check, the same
 * schemas, the same errors. (trpc-to-openapi makes the document; docs/adr/0002 says why it does not
 * answer the requests.)
 */
export function restDoor(appRouter: AppRouter, contextOf: ContextOf): RequestHandler {
  const find = routeTable(appRouter);
  return async (req, res, next) => {
    const match = find(req.method === "HEAD" ? "GET" : req.method, req.path);
    if (match === null) return next();
    const ctx = contextOf(req, res, 1);
    try {
      const { lines } = match.meta;
      if (lines !== undefined && isLines(req)) {
        await answerLines(lines, ctx, req, res, (items) =>
          callWith(match, ctx, async () => ({ [lines.of]: items, ...match.parameters })),
        );
        return;
      }
      const answer = await call(match, ctx, req, res);
      sendJson(res, ctx.reply.status ?? 200, answer, ctx.reply.headers);
    } catch (error) {
      if (!(error instanceof TRPCError)) return next(error);
      sendError(res, error, ctx.reply.headers);
    }
  };
}

function call(match: Match, ctx: Context, req: Request, res: Response): Promise<unknown> {
  const { meta, parameters } = match;
  return callWith(match, ctx, async () => ({
    ...(takesBody(meta) ? await readJsonObject(req, res) : req.query),
    ...parameters,
  }));
}

function callWith(
  { name, procedure }: Match,
  ctx: Context,
  read: () => Promise<object>,
): Promise<unknown> {
  let input: Promise<object> | undefined;
  return procedure({
    ctx,
    path: name,
    type: procedure._def.type,
    // Asked for behind the key check, by more than one: the body can be read once.
    getRawInput: () => {
      input ??= read();
      return input;
    },
    signal: undefined,
    batchIndex: 0,
  });
}
