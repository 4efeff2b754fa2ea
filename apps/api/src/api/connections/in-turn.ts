import type { RequestListener } from "node:http";
import type { Connection, Connections } from "./connections.ts";

/** How many requests may wait on one connection before no more are read from it. */
const maxWaiting = 100;

/**
 * Has the requests of a connection answered one after the other, as HTTP has their answers go out anyway. Node hands over
 * thousands at once, as many as there are in the bytes that it has read: one caller would have thousands of operations
 * under way, and all of their answers would stay in memory until he reads the first.
 */
export function inTurn(connections: Connections, listener: RequestListener): RequestListener {
  return (req, res) => {
    const { socket } = req;
    const connection = connections.of(socket);
    if (connection === undefined || connection.isTurnedAway) return;
    res.once("close", () => next(connection));
    if (connection.underWay.size === 1) {
      listener(req, res);
      return;
    }
    connection.waiting.push(() => {
      // The rest of it will not come.
      if (!connection.isTurnedAway || req.complete) listener(req, res);
    });
    if (connection.waiting.length >= maxWaiting) socket.pause();
  };
}

function next({ socket, waiting, isTurnedAway }: Connection): void {
  if (socket.destroyed) return;
  waiting.shift()?.();
  if (waiting.length === 0 && !isTurnedAway) socket.resume();
}
