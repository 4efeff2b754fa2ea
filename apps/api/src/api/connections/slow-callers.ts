import type { Server, ServerResponse } from "node:http";
import { isLines } from "../lines/lines-door.ts";
import type { Connection, Connections } from "./connections.ts";
import { type Refused, turnAway } from "./turn-away.ts";

const tooSlow: Refused = { status: 408, message: "Request took too long to arrive." };

/**
 * The time for a whole request is over. A stream of lines may take longer, as long as it flows: `endStalled` sees to
 * that. Once it is answered to the end, what is still to come of it has the same time again.
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

/** On a connection no byte has come or gone for some time. Whose turn was it? */
export function endStalled(connection: Connection, afterMs: number): void {
  const { newest, socket, underWay, isTurnedAway } = connection;
  const isToCome = newest !== null && !newest.req.complete && newest.req.readableLength === 0;
  const isToBeRead = socket.writableLength > 0;
  if (isTurnedAway || isToBeRead) socket.destroy();
  else if (isToCome) turnAway(connection, tooSlow);
  else if (underWay.size === 0) socket.destroy();
  else socket.setTimeout(afterMs); // ours: a settlement waits for its block
}

/**
 * Ends connections on which an answer waits too long for its reader. Whoever reads a byte now and then would otherwise
 * keep all of it in memory.
 *
 * @param maxMs from when all of it could be read, in milliseconds
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
