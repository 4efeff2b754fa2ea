import { parse } from "node:querystring";
import { TRPCError } from "@trpc/server";
import type { RequestHandler } from "express";
import type { Context } from "../../operation/context.ts";
import { accessOf, mayOmitBody, takesBody } from "../../operation/define.ts";
import { methodNotAllowed, publicRefusal } from "../../operation/errors.ts";
import type { AnyOperation } from "../../operation/operation.ts";
import type { ContextOf } from "../admission.ts";
import type { BodyOf } from "../bodies/bodies.ts";
import { readObject, readOptionalObject } from "../bodies/read-body.ts";
import { acceptsCsv } from "../csv/accepts-csv.ts";
import { answerCsv } from "../csv/csv-door.ts";
import { type Exchange, exchangeOf } from "../exchange.ts";
import { answerLines, isLines } from "../lines/lines-door.ts";
import { sendError, sendJson } from "../send.ts";
import { type Place, routeTable } from "./route-table.ts";

/**
 * Serves the specification's REST paths. Method and path select the operation, which runs as in tRPC: with the same key
 * check, schemas and errors. trpc-to-openapi only generates the document; docs/adr/0003-http.md explains why it does not
 * serve the requests.
 */
export function restDoor(
  operations: readonly AnyOperation[],
  contextOf: ContextOf,
  bodyOf: BodyOf,
): RequestHandler {
  const placeOf = routeTable(operations);
  return async (_req, res, next) => {
    const exchange = exchangeOf(res);
    const place = placeOf(exchange.path);
    if (place === null) return next();
    const { method = "" } = exchange.req;
    const operation = place.operations.get(method === "HEAD" ? "GET" : method);
    if (operation !== undefined) {
      exchange.asked = { door: "rest", route: operation.path };
      return answer({ operation, ...place }, contextOf(exchange, 1), exchange, bodyOf);
    }
    // Browsers and proxies send these by themselves.
    if (method === "HEAD" || method === "OPTIONS") return next();
    exchange.asked = { door: "rest", route: place.path };
    const methods = [...place.operations.keys()].map((one) => (one === "GET" ? "GET, HEAD" : one));
    sendError(exchange, publicRefusal(methodNotAllowed), { Allow: methods.join(", ") });
  };
}

interface Match extends Pick<Place, "parameters"> {
  readonly operation: AnyOperation;
}

async function answer(
  match: Match,
  ctx: Context,
  exchange: Exchange,
  bodyOf: BodyOf,
): Promise<void> {
  const { operation, parameters } = match;
  const { lines, list } = operation;
  const { req } = exchange;
  const rawInput = () => readInput(match, ctx, exchange, bodyOf);
  try {
    if (list !== undefined && acceptsCsv(req.headers.accept)) {
      await answerCsv(list.item, list.pages(ctx, rawInput), ctx.reply, exchange);
    } else if (lines !== undefined && isLines(req)) {
      const call = (items: readonly unknown[]) =>
        operation.call(ctx, async () => ({ [lines.of]: items, ...parameters }));
      await answerLines(lines, ctx, exchange, call, bodyOf);
    } else {
      const data = await operation.call(ctx, rawInput);
      sendJson(exchange, ctx.reply.status ?? 200, data, ctx.reply.headers);
    }
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    sendError(exchange, error, ctx.reply.headers);
  }
}

async function readInput(
  { operation, parameters }: Match,
  ctx: Context,
  { req, query }: Exchange,
  bodyOf: BodyOf,
): Promise<object> {
  if (!takesBody(operation)) return { ...parse(query), ...parameters };
  await operation.beforeBody?.(ctx.parts, parameters);
  const read = mayOmitBody(operation) ? readOptionalObject : readObject;
  return Object.assign(await read(bodyOf(req, accessOf([operation]))), parameters);
}
