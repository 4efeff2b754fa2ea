import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Exchange } from "./exchange.ts";

/**
 * Every answer carries `X-Request-Id`, and what is said of a request stands in the log under the same id:
 * the caller's own, where it is one that can stand in logs and headers as it is.
 */
export function requestId({ headers }: IncomingMessage): string {
  const given = headers["x-request-id"]?.toString();
  return given !== undefined && /^[A-Za-z0-9._:+/=-]{1,128}$/.test(given) ? given : randomUUID();
}

/**
 * Says in the log how a request was answered: all that failed, and with LOG_LEVEL=debug every one. Of its
 * path it says the route alone: what stands in a path may be for few, as a checkout session's id is.
 */
export function logEnd({ req, res, log, asked }: Exchange, seconds: number): void {
  const about = {
    method: req.method ?? "",
    ...asked,
    status: res.statusCode,
    durationMs: Math.round(seconds * 1_000),
  };
  const message = res.writableFinished ? "request answered" : "caller left before the answer";
  if (res.statusCode >= 500) log.error(about, message);
  else log.debug(about, message);
}
