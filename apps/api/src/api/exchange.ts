import type { IncomingMessage, ServerResponse } from "node:http";
import type { Log } from "../lib/log.ts";

/** A request and its answer, whoever gives it. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** As in the request's line: without what follows `?`. */
  readonly path: string;
  /** What follows it. */
  readonly query: string;
  /** `X-Request-Id`. */
  readonly id: string;
  /** Writes under the id. */
  readonly log: Log;
  /** The head of the answer so far: whoever answers sends it, all at once, which is what costs least. */
  readonly headers: Record<string, string>;
  /** What is asked for, as whoever answers has understood it. */
  asked: Asked;
}

/** What requests are told apart by for those who watch them: of few values, whatever callers send. */
interface Asked {
  readonly door: "rest" | "trpc" | "page";
  /** `/api/v1/services/{serviceId}`, `services.get`, or what there is none of. */
  readonly route: string;
}

/** Who watches requests from outside, besides the log. */
export interface RequestWatch {
  begun(req: IncomingMessage): WatchedRequest;
}

export interface WatchedRequest {
  /** Of the trace that it belongs to. */
  readonly traceId?: string;
  /** Runs what answers it. */
  run(answer: () => void): void;
  /** @param seconds from the request's head to the end of its answer */
  ended(exchange: Exchange, seconds: number): void;
}

/** The route of what is not found. */
export const noRoute = "none";

/** Answers a request, or says with null that it is not for this door. */
export type Door = (exchange: Exchange) => Promise<void> | null;

/** @returns of `/a?b=c`, or of `http://host/a?b=c` as proxies are asked; an empty path of what is neither */
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

/** Puts the head on the answer, for libraries that write the rest of it by themselves. */
export function setHead({ res, headers }: Exchange): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
}
