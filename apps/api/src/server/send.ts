import type { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { jsonTextOf } from "../kit/json-answer.ts";
import { errorHeaders, keyChallenge, retryHeader, termsOf } from "../operation/errors.ts";
import type { Exchange } from "./exchange.ts";
import { reasonOf } from "./request-log.ts";

/** Sends a body as JSON, with `Cache-Control: no-store`. */
export function sendJson(
  to: Pick<Exchange, "res" | "headers">,
  status: number,
  body: unknown,
  headers?: Readonly<Record<string, string>>,
): void {
  sendJsonText(to, status, jsonTextOf(body), headers);
}

/** From how many characters on a body is sent as bytes: Node copies a text several times, which few callers notice below. */
const largeText = 16_384;

/** Sends a body that is already JSON text. */
export function sendJsonText(
  { res, headers }: Pick<Exchange, "res" | "headers">,
  status: number,
  text: string | Uint8Array,
  more?: Readonly<Record<string, string>>,
): void {
  const body = typeof text === "string" && text.length >= largeText ? Buffer.from(text) : text;
  headers["Content-Type"] = "application/json; charset=utf-8";
  headers["Content-Length"] = String(Buffer.byteLength(body));
  headers["Cache-Control"] = "no-store";
  res.writeHead(status, Object.assign(headers, more));
  res.end(body);
}

/** Sends an error in REST's only error format: the body is exactly `{"error": string}`, and headers have its code. */
export function sendError(
  exchange: Pick<Exchange, "res" | "headers" | "failure">,
  error: TRPCError,
  headers: Readonly<Record<string, string>> = {},
): void {
  const terms = termsOf(error);
  const status = getHTTPStatusCodeFromError(error);
  const challenge = status === 401 && keyChallenge;
  const sent = { ...headers, ...errorHeaders(terms), ...challenge, ...retryHeader(terms) };
  exchange.failure = reasonOf(terms);
  sendJson(exchange, status, { error: terms.message }, sent);
}
