import { parse } from "node:querystring";
import { TRPCError } from "@trpc/server";
import type { Context } from "../../operation/context.ts";
import { accessOf, mayOmitBody, takesBody } from "../../operation/define.ts";
import { methodNotAllowed, publicRefusal } from "../../operation/errors.ts";
import type { AnyOperation } from "../../operation/operation.ts";
import type { ContextOf } from "../admission.ts";
import type { BodyOf } from "../bodies/bodies.ts";
import { readObject, readOptionalObject } from "../bodies/read-body.ts";
import { answerCsv, csvType } from "../csv/csv-door.ts";
import { answerEvents, eventsType } from "../event-stream/event-stream-door.ts";
import type { Exchange } from "../exchange.ts";
import { answerLines, isLines } from "../lines/lines-door.ts";
import { sendError, sendJson, tellEnd } from "../send.ts";
import { accepts } from "./accepts.ts";
import { type Place, routeTable } from "./route-table.ts";

/**
 * Serves the specification's REST paths. Method and path select the operation, which runs as in tRPC: with the same key
 * check, schemas and errors. trpc-to-openapi only generates the document; docs/adr/0003-http.md explains why it does not
 * serve the requests.
 *
 * @returns a function that answers a request; null for one that is not for REST
 */
export function restDoor(
  operations: readonly AnyOperation[],
  contextOf: ContextOf,
  bodyOf: BodyOf,
): (exchange: Exchange) => Promise<void> | null {
  const placeOf = routeTable(operations);
  return (exchange) => {
    const place = placeOf(exchange.path);
    if (place === null) return null;
    const { method = "" } = exchange.req;
    const operation = place.operations.get(method === "HEAD" ? "GET" : method);
    // Browsers and proxies send these by themselves.
    if (operation === undefined && /^(?:HEAD|OPTIONS)$/.test(method)) return null;
    Object.assign(exchange.headers, securityHeaders);
    if (operation !== undefined) {
      exchange.asked = { door: "rest", route: operation.path };
      const { parameters } = place;
      return answer({ operation, parameters }, contextOf(exchange, 1), exchange, bodyOf);
    }
    exchange.asked = { door: "rest", route: place.path };
    const methods = [...place.operations.keys()].map((one) => (one === "GET" ? "GET, HEAD" : one));
    sendError(exchange, publicRefusal(methodNotAllowed), { Allow: methods.join(", ") });
    return Promise.resolve();
  };
}

/** Helmet's headers that matter for JSON. Helmet itself, which sets all of them one by one, would take 15 µs of each request. */
const securityHeaders = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
};

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
  const { follow, lines, list } = operation;
  const { req } = exchange;
  const rawInput = () => readInput(match, ctx, exchange, bodyOf);
  try {
    if (list !== undefined && accepts(req.headers.accept, csvType)) {
      await answerCsv(list.item, list.pages(ctx, rawInput), ctx.reply, exchange);
    } else if (follow !== undefined && accepts(req.headers.accept, eventsType)) {
      await answerEvents((from) => follow(ctx, rawInput, from), ctx.reply, exchange);
    } else if (lines !== undefined && isLines(req)) {
      const call = (items: readonly unknown[]) =>
        operation.call(ctx, async () => ({ [lines.of]: items, ...parameters }));
      await answerLines(lines, ctx, exchange, call, bodyOf);
    } else {
      const data = await operation.call(ctx, rawInput);
      tellEnd(exchange, [ctx.reply]);
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
