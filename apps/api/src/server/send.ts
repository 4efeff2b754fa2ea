import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { TRPCError } from "@trpc/server";
import { jsonTextOf } from "../kit/json-answer.ts";
import type { Context } from "../operation/context.ts";
import { errorHeaders, keyChallenge, retryHeader, statusOf, termsOf } from "../operation/errors.ts";
import type { Exchange } from "./exchange.ts";
import { reasonOf } from "./request-log.ts";

/** From how many characters on a body is sent as bytes: Node copies a text several times, which few callers notice below. */
const largeText = 16_384;

/** Sends an answer as JSON, with `Cache-Control: no-store`. */
export function sendJson(
  { res, headers }: Pick<Exchange, "res" | "headers">,
  status: number,
  answer: unknown,
  more?: Readonly<Record<string, string>>,
): void {
  const text = jsonTextOf(answer);
  const body = text.length >= largeText ? Buffer.from(text) : text;
  headers["Content-Type"] = "application/json; charset=utf-8";
  headers["Content-Length"] = String(Buffer.byteLength(body));
  headers["Cache-Control"] = "no-store";
  res.writeHead(status, Object.assign(headers, more));
  res.end(body);
}

/** Tells operations when their response has ended, and whether it was sent. */
export function tellEnd(
  { res }: Pick<Exchange, "res">,
  replies: readonly Pick<Context["reply"], "ended">[],
): void {
  for (const { ended } of replies) {
    if (ended === undefined) continue;
    // A connection that is closed already reports nothing any more.
    if (res.closed) ended(false);
    else res.once("close", () => ended(res.writableFinished));
  }
}

/** Sends an error in REST's only error format: the body is exactly `{"error": string}`, and headers have its code. */
export function sendError(
  exchange: Pick<Exchange, "res" | "headers" | "failure">,
  error: TRPCError,
  headers: Readonly<Record<string, string>> = {},
): void {
  const terms = termsOf(error);
  const status = statusOf(terms);
  const challenge = status === 401 && keyChallenge;
  const sent = { ...headers, ...errorHeaders(terms), ...challenge, ...retryHeader(terms) };
  exchange.failure = reasonOf(terms);
  sendJson(exchange, status, { error: terms.message }, sent);
}

/** Writes a text and waits until the caller reads it. @returns whether the caller is still there */
export async function isRead(res: ServerResponse, text: string): Promise<boolean> {
  if (res.destroyed) return false;
  if (text === "" || res.write(text)) return true;
  const gone = new AbortController();
  const leave = () => gone.abort();
  res.once("close", leave);
  try {
    await once(res, "drain", { signal: gone.signal });
    return true;
  } catch (error) {
    if (gone.signal.aborted) return false;
    throw error;
  } finally {
    res.off("close", leave);
  }
}
