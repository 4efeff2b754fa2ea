import type { IncomingMessage } from "node:http";
import { nodeHTTPRequestHandler } from "@trpc/server/adapters/node-http";
import type { RequestHandler } from "express";
import { notAJsonObject, type RefusalTerms } from "../../kit/refusal.ts";
import { accessOf } from "../../operation/define.ts";
import {
  errorShape,
  invalidCall,
  keyChallenge,
  maxBatchSize,
  PublicError,
  publicRefusal,
  retryHeader,
  statusOf,
  termsOf,
  wrongMethodOfCall,
} from "../../operation/errors.ts";
import type { AnyOperation } from "../../operation/operation.ts";
import type { TrpcContext } from "../../operation/procedure.ts";
import { warningHeader } from "../../operation/warnings.ts";
import type { ContextOf } from "../admission.ts";
import type { BodyOf } from "../bodies/bodies.ts";
import { parseJson, readJson } from "../bodies/read-body.ts";
import { type Exchange, exchangeOf, noRoute } from "../exchange.ts";
import { reasonOf } from "../request-log.ts";
import { appRouter } from "../router.ts";
import { sendJson, tellEnd } from "../send.ts";

type Options = Parameters<typeof nodeHTTPRequestHandler<typeof appRouter, never, never>>[0];
type Info = Parameters<NonNullable<Options["createContext"]>>[0]["info"];
type Meta = Parameters<NonNullable<Options["responseMeta"]>>[0];

/**
 * Serves tRPC calls, including batches, by tRPC's own adapter, with the same statuses and messages as REST. Express must
 * mount it, so that the rest of the path is the name of the procedure.
 */
export function trpcDoor(
  operations: readonly AnyOperation[],
  contextOf: ContextOf,
  bodyOf: BodyOf,
): RequestHandler {
  const byName = new Map(operations.map((one) => [one.name, one]));
  const contextOfCalls = (exchange: Exchange, { calls, isBatchCall }: Info): TrpcContext => {
    const names = calls.map(({ path }) => path);
    exchange.asked = { door: "trpc", route: routeOf(names, byName) };
    const ctx = contextOf(exchange, names.length);
    const known = names.flatMap((name) => byName.get(name) ?? []);
    const inputs = inputsOf(exchange, () => readJson(bodyOf(exchange.req, accessOf(known))));
    return {
      calls: names.map((_, index) => ({
        // Status and headers are about one call.
        ctx: { ...ctx, reply: { headers: {} } },
        rawInput: async () => inputAt(await inputs(), isBatchCall ? index : null),
      })),
    };
  };
  return (req, res) => {
    const exchange = exchangeOf(res);
    exchange.asked = { door: "trpc", route: noRoute };
    const refusal = notRepresentable(req);
    if (refusal !== null) {
      exchange.failure = reasonOf(refusal);
      const error = errorShape(publicRefusal(refusal), undefined);
      sendJson(exchange, statusOf(refusal), { error });
      return;
    }
    // Every response is one JSON text with one status, so that callers can tell a 429 or a 401.
    delete req.headers["trpc-accept"];
    delete req.headers.accept;
    // The calls read the body themselves, once their key is checked.
    req.body = "";
    return nodeHTTPRequestHandler({
      router: appRouter,
      req,
      res,
      path: req.path.slice(1),
      maxBatchSize,
      createContext: ({ info }) => contextOfCalls(exchange, info),
      responseMeta: (meta) => metaOf(exchange, meta),
      onError: ({ error }) => {
        if (error instanceof PublicError || error.code !== "INTERNAL_SERVER_ERROR") return;
        exchange.log.error({ err: error }, "request failed unexpectedly");
      },
    });
  };
}

/**
 * Returns the refusal of a request that Node has read but the adapter cannot represent as a `Request`: it would answer
 * with 500. null for every other.
 */
function notRepresentable({ method, url, headers }: IncomingMessage): RefusalTerms | null {
  if (method === "TRACE") return wrongMethodOfCall;
  const parsed = URL.parse(url ?? "", `http://${headers.host ?? "localhost"}`);
  return parsed === null || parsed.username !== "" || parsed.password !== "" ? invalidCall : null;
}

/** The route for metrics. All batches share the route `batch`, which does not tell how long each call took. */
function routeOf(names: readonly string[], known: ReadonlyMap<string, unknown>): string {
  const [name = ""] = names;
  if (names.length > 1) return "batch";
  return known.has(name) ? name : noRoute;
}

/** Reads the input of all calls once, when the first call needs it. */
function inputsOf(
  { req, query }: Exchange,
  readBody: () => Promise<unknown>,
): () => Promise<unknown> {
  let read: Promise<unknown> | undefined;
  return () => (read ??= req.method === "GET" ? inAddress(query) : readBody());
}

/** The input from the query string, which is limited to 16 KiB with the rest of the request's head. */
async function inAddress(query: string): Promise<unknown> {
  const input = new URLSearchParams(query).get("input");
  return input === null || input === "" ? undefined : parseJson(Buffer.from(input));
}

/** @param index of a call in a batch; null: the request is one call */
function inputAt(inputs: unknown, index: number | null): unknown {
  if (inputs === undefined || index === null) return withoutDirection(inputs);
  if (typeof inputs !== "object" || inputs === null || Array.isArray(inputs)) {
    throw publicRefusal(notAJsonObject);
  }
  return withoutDirection(Object.hasOwn(inputs, index) ? inputs[index as never] : undefined);
}

/** tRPC's infinite queries send a direction beside the cursor. Lists have one direction. */
function withoutDirection(input: unknown): unknown {
  if (!/^(?:for|back)ward$/.test(Object(input).direction)) return input;
  const { direction: _, ...rest } = Object(input);
  return rest;
}

/**
 * Sets the headers of a response, and beside each result its warning. @returns the parts of the response that replace
 * tRPC's own
 */
function metaOf(
  exchange: Exchange,
  { ctx, data, errors }: Meta,
): ReturnType<NonNullable<Options["responseMeta"]>> {
  const { res } = exchange;
  const replies = ctx?.calls.map((call) => call.ctx.reply) ?? [];
  tellEnd(exchange, replies);
  for (const [index, item] of data.entries()) {
    const warning = replies[index]?.headers[warningHeader];
    if ("result" in item && warning !== undefined) Object.assign(item.result, { warning });
  }
  const failures = errors.map(termsOf);
  const [failure] = failures;
  if (failure !== undefined) exchange.failure = reasonOf(failure);
  const [reply, another] = replies;
  const only = another === undefined ? reply : undefined;
  const isUnknown =
    failures.length === data.length && failures.every((one) => statusOf(one) === 401);
  const retry = failures.map(retryHeader).find((header) => header !== false);
  const challenge = isUnknown && keyChallenge;
  Object.assign(exchange.headers, only?.headers, challenge, retry);
  res.setHeaders(new Map(Object.entries({ ...exchange.headers, "Cache-Control": "no-store" })));
  const vary = res.getHeader("Vary")?.toString();
  return {
    ...(failure === undefined && only?.status !== undefined && { status: only.status }),
    headers: new Headers({
      // The adapter's own `Vary` would replace that of CORS.
      ...(vary !== undefined && { Vary: vary }),
      // It names no type where it made no call.
      ...(ctx === undefined && { "Content-Type": "application/json" }),
    }),
  };
}
