import type { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { keyChallenge, PublicError, unexpectedMessage } from "../operation/errors.ts";
import type { Exchange } from "./exchange.ts";

/** Sends a body as JSON, with `Cache-Control: no-store`. */
export function sendJson(
  to: Pick<Exchange, "res" | "headers">,
  status: number,
  body: unknown,
  headers?: Readonly<Record<string, string>>,
): void {
  sendJsonText(to, status, JSON.stringify(body), headers);
}

/** Sends a body that is already JSON text. */
export function sendJsonText(
  { res, headers: begun }: Pick<Exchange, "res" | "headers">,
  status: number,
  text: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): void {
  res.writeHead(status, {
    ...begun,
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    ...headers,
  });
  res.end(text);
}

/** The status and message of an error for the caller. Messages of unexpected errors are replaced. */
export const saidOf = (error: TRPCError) => ({
  status: getHTTPStatusCodeFromError(error),
  error: error instanceof PublicError ? error.message : unexpectedMessage,
});

/** Sends an error in REST's only error format: exactly `{"error": string}`. */
export function sendError(
  exchange: Pick<Exchange, "res" | "headers" | "failure">,
  error: TRPCError,
  headers: Readonly<Record<string, string>> = {},
): void {
  const { status, error: message } = saidOf(error);
  const challenge = status === 401 && keyChallenge;
  exchange.failure = message;
  sendJson(exchange, status, { error: message }, { ...headers, ...challenge });
}
