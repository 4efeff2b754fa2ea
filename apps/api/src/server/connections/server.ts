import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Config } from "../../kit/config/config.ts";
import { isLines } from "../lines/lines-door.ts";
import { type Connection, type Connections, connectionsOf } from "./connections.ts";
import { type Refused, refuse } from "./refuse.ts";

/** Time limits, and the maximum number of connections. */
export type Bounds = Pick<Config, "REQUEST_TIMEOUT_MS" | "KEEP_ALIVE_MS" | "MAX_CONNECTIONS">;

const notHttp: Refused = {
  status: 400,
  code: "invalid_http",
  message: "Request is not valid HTTP.",
  meaning: "The request line, a header or the framing of the body is malformed.",
  remedy: "Send the request with a well-known HTTP client.",
};
const tooSlow: Refused = {
  status: 408,
  code: "request_timeout",
  message: "Request took too long to arrive.",
  meaning: "The head or the body of the request did not arrive completely in time.",
  remedy: "Send the request again, faster or with a smaller body.",
};
const noTunnels: Refused = {
  status: 501,
  code: "connect_not_supported",
  message: "CONNECT is not supported.",
  meaning: "The service was called as if it were a proxy.",
  remedy: "Call the service directly, without CONNECT.",
};
const tooMany: Refused = {
  status: 503,
  code: "too_many_connections",
  message: "Too many connections.",
  meaning: "The service has as many connections as it accepts, and each has a request in progress.",
  remedy: "Retry after `Retry-After` seconds, and reuse connections.",
  headers: { "Retry-After": "1" },
};

/** By the error codes of Node's parser. */
const tooLarge: Readonly<Record<string, Refused>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: "headers_too_large",
    message: "Request address and headers must be at most 16 KiB together.",
    meaning: "The address and the headers of the request are too large.",
    remedy: "Send fewer or shorter headers; send long tRPC inputs in smaller batches.",
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    code: "chunk_extensions_too_large",
    message: "Chunk extensions must be at most 16 KiB together.",
    meaning: "The chunks of the body carry too many extensions, which the service does not use.",
    remedy: "Send the body without chunk extensions.",
  },
};

/** Every refusal of a request that reaches no operation. */
export const connectionRefusals: readonly Refused[] = [
  notHttp,
  tooSlow,
  noTunnels,
  tooMany,
  ...Object.values(tooLarge),
];

/**
 * Creates an HTTP server on which every wait for a caller is bounded. Its own refusals (invalid HTTP, too large, too
 * slow) also have the body `{"error": string}` (docs/adr/0003-http.md).
 */
export function httpServer(
  listener: RequestListener,
  { REQUEST_TIMEOUT_MS: wholeMs, KEEP_ALIVE_MS, MAX_CONNECTIONS }: Bounds,
): Server {
  const server = createServer({
    // Requests without Host, or with an unknown Expect header, are answered like any other.
    requireHostHeader: false,
    requestTimeout: wholeMs,
    headersTimeout: Math.ceil(wholeMs / 3),
    connectionsCheckingInterval: Math.ceil(wholeMs / 30),
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  server.timeout = Math.ceil(wholeMs / 2);
  // The total size of headers is limited already, and with a maximum count Node would silently drop the last ones.
  server.maxHeadersCount = 0;

  const connections = connectionsOf(server);
  const refuseOn = (socket: Socket, why: Refused) => {
    const connection = connections.of(socket);
    if (connection !== undefined) refuse(connection, why);
  };
  server.on("connection", (socket) => {
    const newcomer = connections.add(socket);
    if (connections.count > MAX_CONNECTIONS) makeRoom(connections, newcomer);
  });
  server.on("request", (req, res) => {
    // The service upgrades nothing, but Node drops bytes that it has read together with the end of such a request.
    if (req.headers.upgrade !== undefined) res.setHeader("Connection", "close");
    connections.run(res, () => listener(req, res));
  });
  server.on("checkExpectation", (req, res) => server.emit("request", req, res));
  server.on("connect", (_, socket: Socket) => {
    socket.on("error", () => undefined); // Node has removed its own listener
    refuseOn(socket, noTunnels);
  });
  server.on("clientError", ({ code = "" }: NodeJS.ErrnoException, socket: Socket) => {
    const newest = connections.of(socket)?.newest;
    const isTimeout = code === "ERR_HTTP_REQUEST_TIMEOUT";
    if (code === "ECONNRESET") socket.destroy();
    // A stream of lines may take longer while data flows, until its response has ended.
    else if (isTimeout && newest && isLines(newest.req) && !newest.writableEnded) return;
    else refuseOn(socket, isTimeout ? tooSlow : (tooLarge[code] ?? notHttp));
  });
  server.on("timeout", (socket) => {
    const connection = connections.of(socket);
    if (connection !== undefined) endStalled(connection, server.timeout);
  });
  endSlowReaders(server, connections, 10 * wholeMs);
  return server;
}

/**
 * When there are too many connections, closes the one that is idle longest, so a caller cannot block others by opening
 * many. If every connection has a request in progress, the new connection gets a 503 with Retry-After.
 */
function makeRoom(connections: Connections, newcomer: Connection): void {
  const { idlest = newcomer } = connections;
  if (idlest === newcomer) refuse(newcomer, tooMany);
  else connections.end(idlest);
}

/** Handles a connection without traffic for `afterMs`. It stays open only if the service still has to respond. */
function endStalled(connection: Connection, afterMs: number): void {
  const { newest, socket, underWay, isRefused } = connection;
  const isToCome = newest !== null && !newest.req.complete && newest.req.readableLength === 0;
  if (isRefused || socket.writableLength > 0) socket.destroy();
  else if (isToCome) refuse(connection, tooSlow);
  else if (underWay.size === 0) socket.destroy();
  else socket.setTimeout(afterMs); // the service is still working: for example, a settlement waits for its block
}

/**
 * Closes connections whose caller reads a response too slowly. Otherwise a caller that reads a byte now and then would
 * keep the response in memory.
 *
 * @param maxMs time to read a response after it was written completely, in milliseconds
 */
function endSlowReaders(server: Server, connections: Connections, maxMs: number): void {
  const since = new WeakMap<ServerResponse, number>();
  const check = () => {
    const now = performance.now();
    for (const { socket, underWay } of connections.all) {
      const [answer] = underWay;
      if (answer?.writableEnded !== true || socket.writableLength === 0) continue;
      const begin = since.get(answer) ?? now;
      since.set(answer, begin);
      if (now - begin > maxMs) socket.destroy();
    }
  };
  const timer = setInterval(check, maxMs / 20).unref();
  server.once("close", () => clearInterval(timer));
}
