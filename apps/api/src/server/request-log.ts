import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { RefusalTerms } from "../kit/refusal.ts";
import { warningHeader } from "../operation/warnings.ts";
import { type Exchange, noRoute } from "./exchange.ts";

/**
 * The request's id, for the `X-Request-Id` response header and for log lines. It is the caller's own `X-Request-Id`, if
 * that is safe to put into logs and headers; otherwise a new one.
 */
export function requestId({ headers }: IncomingMessage): string {
  const given = headers["x-request-id"]?.toString();
  return given !== undefined && /^[A-Za-z0-9._:+/=-]{1,128}$/.test(given) ? given : randomUUID();
}

/** The message of the log line of a request whose caller got the answer. */
export const requestAnswered = "request answered";

/**
 * Logs how a request ended: failures with 5xx as errors, and all others with LOG_LEVEL=debug. It logs the route instead
 * of the path, because a path can contain secrets such as a checkout session's id.
 *
 * @param options.showPath also logs the words of a path that is no operation's, and the response's warning: a developer
 *   looks for a typing error
 */
export function logEnd(
  { req, res, log, asked, failure, path, headers }: Exchange,
  seconds: number,
  { showPath }: { readonly showPath: boolean },
): void {
  const { door, route } = asked;
  const about = {
    method: req.method ?? "",
    door,
    route,
    path: showPath && (door === "page" || route === noRoute) ? wordsOf(path) : null,
    warning: showPath ? (headers[warningHeader] ?? null) : null,
    status: res.statusCode,
    durationMs: Math.round(seconds * 1_000),
    reason: failure,
  };
  const message = res.writableFinished ? requestAnswered : "caller left before the answer";
  const isFailure = failure !== null || door === "page";
  if (res.statusCode >= 500 && isFailure) log.error(about, message);
  else log.debug(about, message);
}

/** A path without what may be an id, a key or an address: anything but short words and `v1`. */
export const wordsOf = (path: string) =>
  path
    .split("/")
    .slice(0, 8)
    .map((segment) => (/^(v\d|[a-z.-]{0,20})$/i.test(segment) ? segment : "…"))
    .join("/");

/** Refusals whose varying parts are the service's own words. Those of others can repeat what the caller sent. */
const ownWords = new Set(["missing_parameter", "invalid_parameter", "settlement_failed"]);

/** What the log says of a refusal: its message, without what may be the caller's words. */
export const reasonOf = ({ code, pattern, message }: RefusalTerms): string =>
  ownWords.has(code) ? message : (pattern ?? message);
