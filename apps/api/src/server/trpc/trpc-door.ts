import { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { jsonTextOf } from "../../kit/json-answer.ts";
import { notAJsonObject, type RefusalTerms } from "../../kit/refusal.ts";
import type { Context } from "../../operation/context.ts";
import { accessOf } from "../../operation/define.ts";
import {
  errorShape,
  keyChallenge,
  methodNotAllowed,
  publicRefusal,
  retryHeader,
  routeNotFound,
  termsOf,
} from "../../operation/errors.ts";
import type { AnyOperation } from "../../operation/operation.ts";
import { warningHeader } from "../../operation/warnings.ts";
import { checkJson } from "../bodies/check-json.ts";
import { readJsonText } from "../bodies/read-json.ts";
import type { Body, BodyOf } from "../bodies/unread-body.ts";
import type { ContextOf } from "../context.ts";
import { type Door, type Exchange, noRoute } from "../exchange.ts";
import { reasonOf } from "../request-log.ts";
import { sendJsonText } from "../send.ts";
import { namedRecord } from "./named-record.ts";

const root = "/trpc/";

/** Maximum number of calls in one HTTP request. */
const maxBatchSize = 50;

export const tooManyCalls: RefusalTerms = {
  kind: "invalid",
  code: "too_many_calls",
  message: "Batch call exceeds maximum size",
  meaning: `A tRPC batch has more than ${maxBatchSize} calls.`,
  remedy: `Set \`maxItems: ${maxBatchSize}\` on tRPC's \`httpBatchLink\`.`,
};

export const badPathEncoding = (path: string): RefusalTerms => ({
  kind: "invalid",
  code: "invalid_path_encoding",
  message: `Invalid URL-encoding in path "${path}"`,
  pattern: 'Invalid URL-encoding in path "<path>"',
  meaning: "The path of a tRPC call has a percent sign that encodes no character.",
  remedy: "Encode the path, for example with `encodeURIComponent`.",
});

export const wrongMethodOfCall: RefusalTerms = {
  ...methodNotAllowed,
  message: "Queries are called by GET, mutations by POST.",
};

interface Failure {
  readonly error: TRPCError;
  /** The procedure's path; undefined if the request's path is invalid. */
  readonly path: string | undefined;
}

/** The result of a call. */
type Outcome = { readonly data: unknown; readonly warning: string | undefined } | Failure;

interface Protocol {
  readonly operations: ReadonlyMap<string, AnyOperation>;
  readonly contextOf: ContextOf;
  readonly bodyOf: BodyOf;
}

/**
 * Serves tRPC calls, including batches, with the same statuses and messages as REST. Implements tRPC's protocol over
 * HTTP (https://trpc.io/docs/rpc) without streams. tRPC's own adapter creates a Request, a Response and signals for
 * every call, which took twice as long as the rest of the call (docs/adr/0008-metering.md).
 */
export function trpcDoor(all: readonly AnyOperation[], contextOf: ContextOf, bodyOf: BodyOf): Door {
  const operations = new Map(all.map((one) => [one.name, one]));
  return (exchange) =>
    exchange.path.startsWith(root) ? answer({ operations, contextOf, bodyOf }, exchange) : null;
}

async function answer(
  { operations, contextOf, bodyOf }: Protocol,
  exchange: Exchange,
): Promise<void> {
  const { req, res, headers } = exchange;
  exchange.asked = { door: "trpc", route: noRoute };
  if (req.method === "HEAD") {
    res.writeHead(204, headers);
    res.end();
    return;
  }
  const search = new URLSearchParams(exchange.query);
  const isBatch = search.get("batch") === "1";
  let paths: readonly string[];
  try {
    paths = pathsIn(exchange.path, isBatch);
  } catch (error) {
    const failure = { error: error as TRPCError, path: undefined };
    send(exchange, [failure], { isBatch: false });
    return;
  }
  exchange.asked = { door: "trpc", route: routeOf(paths, operations) };
  const ctx = contextOf(exchange, paths.length);
  const known = paths.flatMap((path) => operations.get(path) ?? []);
  const inputs = inputsOf(search, bodyOf(exchange, accessOf(known)));
  const outcomes = await Promise.all(
    paths.map((path, index) => {
      const operation = operations.get(path);
      // Warnings are about one call.
      const own = paths.length === 1 ? ctx : { ...ctx, reply: { headers: {} } };
      const record = operation === undefined ? null : namedRecord(exchange, operation, own);
      const rawInput = async () => {
        await record?.find();
        const read = await inputs();
        const input = isBatch ? inputAt(read, index) : read;
        record?.check(input);
        return req.method === "GET" ? withoutDirection(input) : input;
      };
      return outcomeOf(operation, path, { ctx: own, exchange, rawInput });
    }),
  );
  send(exchange, outcomes, { isBatch, ...(paths.length === 1 && { reply: ctx.reply }) });
}

/** The route for metrics. All batches share the route `batch`, which does not tell how long each call took. */
function routeOf(paths: readonly string[], operations: Protocol["operations"]): string {
  const [path = ""] = paths;
  if (paths.length > 1) return "batch";
  return operations.has(path) ? path : noRoute;
}

/** @throws TRPCError */
function pathsIn(path: string, isBatch: boolean): readonly string[] {
  const named = decoded(path.slice(root.length));
  const paths = isBatch ? named.split(",") : [named];
  if (paths.length > maxBatchSize) {
    throw publicRefusal(tooManyCalls);
  }
  return paths;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw publicRefusal(badPathEncoding(path));
  }
}

/** Reads the input of all calls once, when the first call needs it. */
function inputsOf(search: URLSearchParams, body: Body): () => Promise<unknown> {
  let read: Promise<unknown> | undefined;
  const parse = (text: string | null): unknown => {
    if (text === null || text === "") return undefined;
    try {
      return JSON.parse(text);
    } catch {
      throw publicRefusal(notAJsonObject);
    }
  };
  return () => {
    read ??= (async () =>
      parse(body.req.method === "GET" ? inAddress(search) : await readJsonText(body)))();
    return read;
  };
}

/** The input from the query string, which is limited to 16 KiB with the rest of the request's head. */
function inAddress(search: URLSearchParams): string | null {
  const input = search.get("input");
  if (input === null) return null;
  const bytes = Buffer.from(input);
  checkJson(bytes);
  return bytes.toString();
}

function inputAt(inputs: unknown, index: number): unknown {
  if (inputs === undefined) return undefined;
  if (typeof inputs !== "object" || inputs === null || Array.isArray(inputs)) {
    throw publicRefusal(notAJsonObject);
  }
  return Object.hasOwn(inputs, index) ? inputs[index as keyof typeof inputs] : undefined;
}

/** tRPC's infinite queries send a direction beside the cursor. Lists have one direction. */
function withoutDirection(input: unknown): unknown {
  if (!/^(?:for|back)ward$/.test(Object(input).direction)) return input;
  const { direction: _, ...rest } = Object(input);
  return rest;
}

async function outcomeOf(
  operation: AnyOperation | undefined,
  path: string,
  {
    ctx,
    exchange,
    rawInput,
  }: { ctx: Context; exchange: Exchange; rawInput: () => Promise<unknown> },
): Promise<Outcome> {
  try {
    if (operation === undefined) throw publicRefusal(routeNotFound);
    const method = operation.type === "query" ? "GET" : "POST";
    if (method !== exchange.req.method) {
      exchange.headers.Allow = method;
      throw publicRefusal(wrongMethodOfCall);
    }
    const data = await operation.call(ctx, rawInput);
    return { data, warning: ctx.reply.headers[warningHeader] };
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    return { error, path };
  }
}

/** A result's warning has its place beside `data`, where tRPC's links find it. */
const warningIn = (warning: string | undefined) =>
  warning === undefined ? "" : `,"warning":${JSON.stringify(warning)}`;

/**
 * @param how.reply status and headers from the call, if the request has only one; a batch response uses none of them
 */
function send(
  exchange: Exchange,
  outcomes: readonly Outcome[],
  {
    isBatch,
    reply,
  }: {
    readonly isBatch: boolean;
    readonly reply?: Context["reply"];
  },
): void {
  const statuses = outcomes.map((outcome) =>
    "error" in outcome ? getHTTPStatusCodeFromError(outcome.error) : (reply?.status ?? 200),
  );
  const [first = 200] = statuses;
  const status = statuses.every((one) => one === first) ? first : 207;
  const body = outcomes.map((outcome) =>
    "error" in outcome
      ? JSON.stringify({ error: errorShape(outcome.error, outcome.path) })
      : `{"result":{"data":${jsonTextOf(outcome.data)}${warningIn(outcome.warning)}}}`,
  );
  const challenge = status === 401 && keyChallenge;
  const failures = outcomes.flatMap((one) => ("error" in one ? [termsOf(one.error)] : []));
  const [failure] = failures;
  if (failure !== undefined) exchange.failure = reasonOf(failure);
  const retry = failures.map(retryHeader).find((header) => header !== false);
  const text = isBatch ? `[${body.join()}]` : (body[0] ?? "");
  sendJsonText(exchange, status, text, { ...reply?.headers, ...challenge, ...retry });
}
