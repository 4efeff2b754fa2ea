import type { IncomingMessage, ServerResponse } from "node:http";
import type { Log } from "../kit/log.ts";

/** An HTTP request and its response. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** The path of the request line, without the query string. */
  readonly path: string;
  /** The query string, without `?`. */
  readonly query: string;
  /** `X-Request-Id`. */
  readonly id: string;
  /** Adds the id to every line. */
  readonly log: Log;
  /** Response headers so far. The code that responds sends them all with one call, which is the cheapest way. */
  readonly headers: Record<string, string>;
  /** What the request asks for. The door that takes the request sets it. */
  asked: Asked;
  /** The message of an error response; null for an answer, such as the 503 of `GET /ready`. For the log. */
  failure: string | null;
  /** Ends the observation of the request early: a stream lasts for as long as its caller likes, which says nothing. */
  readonly answered: () => void;
}

/** Labels of a request for metrics, traces and the log. They have few values, whatever callers send. */
interface Asked {
  readonly door: "rest" | "trpc" | "mcp" | "page";
  /** `/api/v1/services/{serviceId}`, `services.get`, `batch`, `tools/list`, `pages` or `none`. */
  readonly route: string;
}

/** Observes requests for metrics or traces. */
export interface RequestWatch {
  begun(req: IncomingMessage): WatchedRequest;
}

export interface WatchedRequest {
  /** Id of the request's trace. */
  readonly traceId?: string;
  /** Runs `answer`, which handles the request, in the observer's context. */
  run(answer: () => void): void;
  /** @param seconds from the request's head to the end of its response */
  ended(exchange: Exchange, seconds: number): void;
}

/** The route of requests for unknown paths. */
export const noRoute = "none";

const exchanges = new WeakMap<ServerResponse, Exchange>();

export const keepExchange = (exchange: Exchange): void =>
  void exchanges.set(exchange.res, exchange);

/** The exchange of a response that Express's handlers make. */
export function exchangeOf(res: ServerResponse): Exchange {
  const exchange = exchanges.get(res);
  if (exchange === undefined) throw new Error("The response belongs to no request of the app.");
  return exchange;
}

/** Parses `/a?b=c`, or `http://host/a?b=c` as sent to proxies. @returns an empty path for anything else */
export function addressOf({ url = "" }: IncomingMessage): Pick<Exchange, "path" | "query"> {
  if (!url.startsWith("/")) {
    const { pathname = "", search = "" } = URL.parse(url) ?? {};
    return { path: pathname, query: search.slice(1) };
  }
  const end = url.indexOf("?");
  return end < 0
    ? { path: url, query: "" }
    : { path: url.slice(0, end), query: url.slice(end + 1) };
}
