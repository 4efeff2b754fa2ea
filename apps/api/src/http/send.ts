import type { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import type { Response } from "express";
import { keyChallenge, PublicError, unexpectedMessage } from "../trpc/errors.ts";

/** Sends a body as JSON that no cache keeps. */
export function sendJson(
  res: Response,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify(body);
  res.writeHead(status, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    ...headers,
  });
  res.end(text);
}

/** What a caller is told of an error: its status, and words that were written for callers. */
export const saidOf = (error: TRPCError) => ({
  status: getHTTPStatusCodeFromError(error),
  error: error instanceof PublicError ? error.message : unexpectedMessage,
});

/** The REST door's one form of error: exactly `{"error": string}`. */
export function sendError(
  res: Response,
  error: TRPCError,
  headers: Readonly<Record<string, string>> = {},
): void {
  const { status, error: message } = saidOf(error);
  sendJson(res, status, { error: message }, { ...headers, ...(status === 401 && keyChallenge) });
}
