import type { RequestListener } from "node:http";
import type { Connection, Connections } from "./connections.ts";

/** Number of waiting requests at which the service stops reading from a connection. */
const maxWaiting = 100;

/**
 * Runs the pipelined requests of a connection one at a time. HTTP sends their responses in this order anyway. Node
 * emits every request in the bytes that it has read, which can be thousands: one caller could have thousands of
 * operations in progress, and all their responses would stay in memory until the caller reads the first one.
 */
export function inTurn(connections: Connections, listener: RequestListener): RequestListener {
  connections.on("answered", next);
  return (req, res) => {
    const { socket } = req;
    const connection = connections.of(socket);
    if (connection === undefined || connection.isTurnedAway) return;
    if (connection.underWay.size === 1) {
      listener(req, res);
      return;
    }
    connection.waiting.push(() => {
      // On a connection that is being closed, the rest of an incomplete request will not arrive.
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
