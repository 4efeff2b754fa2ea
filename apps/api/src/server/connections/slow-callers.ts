import type { Server, ServerResponse } from "node:http";
import { isLines } from "../lines/lines-door.ts";
import type { Connection, Connections } from "./connections.ts";
import { type Refused, turnAway } from "./turn-away.ts";

export const tooSlow: Refused = {
  status: 408,
  code: "request_timeout",
  message: "Request took too long to arrive.",
  meaning: "The head or the body of the request did not arrive completely in time.",
  remedy: "Send the request again, faster or with a smaller body.",
};

/**
 * Handles a request that did not arrive completely within its time limit. A stream of lines may take longer while data
 * flows (see `endStalled`). After its response has ended, the rest of the stream gets the same time limit again.
 */
export function endUnfinished(connection: Connection, wholeMs: number): void {
  const { newest, socket } = connection;
  if (newest === null || newest.req.complete || newest.writableEnded || !isLines(newest.req)) {
    turnAway(connection, tooSlow);
    return;
  }
  newest.once("close", () => {
    const patience = setTimeout(() => {
      if (connection.newest === newest && !newest.req.complete) socket.destroy();
    }, wholeMs);
    socket.once("close", () => clearTimeout(patience));
  });
}

/** Handles a connection without traffic for `afterMs`. It stays open only if the service still has to respond. */
export function endStalled(connection: Connection, afterMs: number): void {
  const { newest, socket, underWay, isTurnedAway } = connection;
  const isToCome = newest !== null && !newest.req.complete && newest.req.readableLength === 0;
  const isToBeRead = socket.writableLength > 0;
  if (isTurnedAway || isToBeRead) socket.destroy();
  else if (isToCome) turnAway(connection, tooSlow);
  else if (underWay.size === 0) socket.destroy();
  else socket.setTimeout(afterMs); // the service is still working: for example, a settlement waits for its block
}

/**
 * Closes connections whose caller reads a response too slowly. Otherwise a caller that reads a byte now and then would
 * keep the response in memory.
 *
 * @param maxMs time to read a response after it was written completely, in milliseconds
 */
export function endSlowReaders(server: Server, connections: Connections, maxMs: number): void {
  const since = new WeakMap<ServerResponse, number>();
  const look = () => {
    const now = performance.now();
    for (const { socket, underWay } of connections.all) {
      const [answer] = underWay;
      if (answer?.writableEnded !== true || socket.writableLength === 0) continue;
      const begin = since.get(answer) ?? now;
      since.set(answer, begin);
      if (now - begin > maxMs) socket.destroy();
    }
  };
  const looking = setInterval(look, maxMs / 20).unref();
  server.once("close", () => clearInterval(looking));
}
