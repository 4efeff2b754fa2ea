import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ErrorTerms } from "../../kit/refusal.ts";
import { errorHeaders } from "../../operation/errors.ts";
import type { Connection } from "./connections.ts";

/** The response to a request that never reaches an operation. */
export interface Refused extends ErrorTerms {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Stops answering new requests on a connection. Requests that arrived completely get their responses first; then the
 * caller gets the reason, and the connection is closed. If the response to an incomplete request has already started,
 * no reason is sent: the closed connection shows that this response is incomplete.
 */
export function refuse(connection: Connection, why: Refused): void {
  if (connection.isRefused) return; // a repeated event
  connection.isRefused = true;
  const { socket, underWay, newest } = connection;
  const broken = newest !== null && !newest.req.complete ? newest : null;
  const end = () => {
    if (!broken?.headersSent) say(socket, why);
    linger(socket);
  };
  // Responses are sent in the order of their requests.
  const last = [...underWay].filter((response) => response !== broken).at(-1);
  if (last === undefined) {
    end();
    return;
  }
  socket.pause();
  last.once("close", end);
}

function say(socket: Socket, { status, message, code, headers }: Refused): void {
  const body = JSON.stringify({ error: message });
  const fields = {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    "X-Request-Id": randomUUID(),
    ...errorHeaders({ code }),
    ...headers,
    Connection: "close",
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
}

/**
 * How long a caller has to read the response and close the connection, in milliseconds. Closing a socket while the peer
 * still sends would make the peer lose data that it has not read.
 */
const lingerMs = 1_000;

/** Ends a connection after everything written to it. What still arrives is discarded. */
function linger(socket: Socket): void {
  socket.end();
  socket.resume();
  const patience = setTimeout(() => socket.destroy(), lingerMs);
  socket.once("close", () => clearTimeout(patience));
}
