import { parse } from "node:querystring";
import { TRPCError } from "@trpc/server";
import type { Context } from "../../operation/context.ts";
import { accessOf, mayOmitBody, takesBody } from "../../operation/define.ts";
import { methodNotAllowed, publicRefusal } from "../../operation/errors.ts";
import type { AnyOperation } from "../../operation/operation.ts";
import { readJsonObject, readOptionalObject } from "../bodies/read-json.ts";
import type { BodyOf } from "../bodies/unread-body.ts";
import type { ContextOf } from "../context.ts";
import { acceptsCsv } from "../csv/accepts-csv.ts";
import { answerCsv } from "../csv/csv-door.ts";
import type { Door, Exchange } from "../exchange.ts";
import { answerLines, isLines } from "../lines/lines-door.ts";
import { sendError, sendJson } from "../send.ts";
import { type Match, routeTable } from "./route-table.ts";

/**
 * Serves the specification's REST paths. Method and path select the operation, which runs as in tRPC: with the same key
 * check, schemas and errors. trpc-to-openapi only generates the document; docs/adr/0001 explains why it does not serve
 * the requests.
 */
export function restDoor(
  operations: readonly AnyOperation[],
  contextOf: ContextOf,
  bodyOf: BodyOf,
): Door {
  const routes = routeTable(operations);
  return (exchange) => {
    const { method = "" } = exchange.req;
    const match = routes.find(method === "HEAD" ? "GET" : method, exchange.path);
    if (match === null) return refuseMethod(exchange, routes.at(exchange.path));
    exchange.asked = { door: "rest", route: match.operation.path };
    return answer(match, contextOf(exchange, 1), exchange, bodyOf);
  };
}

/** @returns null where there is no operation, and for HEAD and OPTIONS, which browsers and proxies send by themselves */
function refuseMethod(
  exchange: Exchange,
  operations: readonly AnyOperation[],
): Promise<void> | null {
  const [operation] = operations;
  const { method = "" } = exchange.req;
  if (operation === undefined || method === "HEAD" || method === "OPTIONS") return null;
  exchange.asked = { door: "rest", route: operation.path };
  const methods = operations.map((one) => (one.method === "GET" ? "GET, HEAD" : one.method));
  sendError(exchange, publicRefusal(methodNotAllowed), { Allow: methods.join(", ") });
  return Promise.resolve();
}

async function answer(
  match: Match,
  ctx: Context,
  exchange: Exchange,
  bodyOf: BodyOf,
): Promise<void> {
  try {
    const { lines, list } = match.operation;
    if (list !== undefined && acceptsCsv(exchange.req.headers.accept)) {
      const pages = list.pages(ctx, () => readInput(match, ctx, exchange, bodyOf));
      await answerCsv(list.item, pages, ctx.reply, exchange);
      return;
    }
    if (lines !== undefined && isLines(exchange.req)) {
      await answerLines(
        lines,
        ctx,
        exchange,
        (items) =>
          match.operation.call(ctx, async () => ({ [lines.of]: items, ...match.parameters })),
        bodyOf,
      );
      return;
    }
    const data = await match.operation.call(ctx, () => readInput(match, ctx, exchange, bodyOf));
    sendJson(exchange, ctx.reply.status ?? 200, data, ctx.reply.headers);
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    sendError(exchange, error, ctx.reply.headers);
  }
}

async function readInput(
  { operation, parameters }: Match,
  ctx: Context,
  exchange: Exchange,
  bodyOf: BodyOf,
): Promise<object> {
  if (!takesBody(operation)) return { ...parse(exchange.query), ...parameters };
  await operation.beforeBody?.(ctx.parts, parameters);
  const read = mayOmitBody(operation) ? readOptionalObject : readJsonObject;
  return Object.assign(await read(bodyOf(exchange, accessOf([operation]))), parameters);
}
