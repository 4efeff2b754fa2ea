import { createServer, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";
import type { Config } from "../../kit/config/config.ts";
import { type Connections, connectionsOf } from "./connections.ts";
import { endAfterUpgrade } from "./end-after-upgrade.ts";
import { inTurn } from "./in-turn.ts";
import { endSlowReaders, endStalled, endUnfinished, tooSlow } from "./slow-callers.ts";
import { type Refused, turnAway } from "./turn-away.ts";

/** Time limits, and the maximum number of connections. */
export type Bounds = Pick<Config, "REQUEST_TIMEOUT_MS" | "KEEP_ALIVE_MS" | "MAX_CONNECTIONS">;

const notHttp: Refused = {
  status: 400,
  code: "invalid_http",
  message: "Request is not valid HTTP.",
  meaning: "The request line, a header or the framing of the body is malformed.",
  remedy: "Send the request with a well-known HTTP client.",
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
  const connectionOf = (socket: Socket) => connections.of(socket);
  server.on("connection", (socket) => makeRoom(connections, socket, MAX_CONNECTIONS));
  server.on("request", endAfterUpgrade);
  server.on("request", inTurn(connections, listener));
  server.on("checkExpectation", (req, res) => server.emit("request", req, res));
  server.on("connect", (_, socket: Socket) => {
    socket.on("error", () => undefined); // Node has removed its own listener
    const connection = connectionOf(socket);
    if (connection !== undefined) turnAway(connection, noTunnels);
  });
  server.on("clientError", ({ code = "" }: NodeJS.ErrnoException, socket: Socket) => {
    const connection = connectionOf(socket);
    if (code === "ECONNRESET" || connection === undefined) socket.destroy();
    else if (code === "ERR_HTTP_REQUEST_TIMEOUT") endUnfinished(connection, wholeMs);
    else turnAway(connection, tooLarge[code] ?? notHttp);
  });
  server.on("timeout", (socket) => {
    const connection = connectionOf(socket);
    if (connection !== undefined) endStalled(connection, server.timeout);
  });
  endSlowReaders(server, connections, 10 * wholeMs);
  return server;
}

/**
 * When there are too many connections, closes idle ones, longest idle first, so a caller cannot block others by opening
 * many. If every connection has a request in progress, the new connection gets a 503 with Retry-After.
 */
function makeRoom(connections: Connections, newcomer: Socket, max: number): void {
  while (connections.count > max) {
    const { idlest = newcomer } = connections;
    if (idlest !== newcomer) {
      connections.end(idlest);
      continue;
    }
    const connection = connections.of(newcomer);
    if (connection !== undefined) turnAway(connection, tooMany);
    return;
  }
}
