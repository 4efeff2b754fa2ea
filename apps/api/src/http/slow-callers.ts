import type { Server, ServerResponse } from "node:http";
import type { Connection, Connections } from "./connections.ts";
import { isLines } from "./lines-door.ts";
import { type Refused, turnAway } from "./turn-away.ts";

const tooSlow: Refused = { status: 408, message: "Request took too long to arrive." };

/** How fast an answer has to be read, in bytes a millisecond. */
const readingRate = 16;

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
 * Looks now and then for answers that wait for their readers, who have so long for each: a time for all, and more for
 * what is long. One that reads a byte now and then would otherwise keep all of it in memory.
 */
export function endSlowReaders(server: Server, connections: Connections, leastMs: number): void {
  const latest = new WeakMap<ServerResponse, number>();
  const look = () => {
    const now = performance.now();
    for (const { socket, underWay } of connections.all) {
      const [answer] = underWay;
      if (answer?.writableEnded !== true || socket.writableLength === 0) continue;
      const time = latest.get(answer) ?? now + leastMs + socket.writableLength / readingRate;
      latest.set(answer, time);
      if (now > time) socket.destroy();
    }
  };
  const looking = setInterval(look, leastMs / 10).unref();
  server.once("close", () => clearInterval(looking));
}
