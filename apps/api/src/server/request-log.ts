import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener } from "node:http";
import { type Log, logWith } from "../kit/log.ts";
import type { RefusalTerms } from "../kit/refusal.ts";
import { warningHeader } from "../operation/warnings.ts";
import { addressOf, type Exchange, noRoute, type RequestWatch } from "./exchange.ts";

/**
 * Gives each request an id, a log line at its end, and the observers of metrics and traces.
 *
 * @param terms.development not null: the log line shows more, see `logEnd`
 */
export function observed(
  log: Log,
  {
    watches,
    development,
  }: { readonly watches: readonly RequestWatch[]; readonly development: unknown },
  answer: (exchange: Exchange) => void,
): RequestListener {
  return (req, res) => {
    const begin = performance.now();
    const id = requestId(req);
    const watched = watches.map((watch) => watch.begun(req));
    const traceId = watched.find((one) => one.traceId !== undefined)?.traceId;
    const exchange: Exchange = {
      req,
      res,
      ...addressOf(req),
      id,
      log: logWith(log, traceId === undefined ? { reqId: id } : { reqId: id, traceId }),
      headers: { "X-Request-Id": id },
      asked: { door: "page", route: noRoute },
      failure: null,
      answered: () => {
        res.off("close", end);
        end();
      },
    };
    const end = () => {
      const seconds = (performance.now() - begin) / 1_000;
      for (const one of watched) one.ended(exchange, seconds);
      logEnd(exchange, seconds, { showPath: development !== null });
    };
    res.once("close", end);
    watched.reduce(
      (inner, one) => () => one.run(inner),
      () => answer(exchange),
    )();
  };
}

/**
 * The request's id, for the `X-Request-Id` response header and for log lines. It is the caller's own `X-Request-Id`, if
 * that is safe to put into logs and headers; otherwise a new one.
 */
function requestId({ headers }: IncomingMessage): string {
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
function logEnd(
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
  const message =
    res.writableFinished || !res.closed ? requestAnswered : "caller left before the answer";
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

/** Refusals whose varying parts are the service's own words. Other refusals can repeat what the caller sent. */
const ownWords = new Set(["missing_parameter", "invalid_parameter", "settlement_failed"]);

/** The reason of a refusal for the log: its message, without what may be the caller's words. */
export const reasonOf = ({ code, pattern, message }: RefusalTerms): string =>
  ownWords.has(code) ? message : (pattern ?? message);
