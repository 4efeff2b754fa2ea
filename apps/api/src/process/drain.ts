import { once } from "node:events";
import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { connectionsOf } from "../api/connections/connections.ts";

/** How long each part of a drain may take, in milliseconds. */
export interface DrainLimits {
  /** How long new requests are still taken: until whoever sends them here knows that it is to end. */
  readonly noticeMs: number;
  /** How long requests under way may take to finish after that. */
  readonly limitMs: number;
}

/**
 * Follows what is under way on a server, from before it listens.
 *
 * @returns what closes the server. For the time of the notice it answers as ever, each answer the last
 *   of its connection. Then it takes no new connection, ends those without a request under way at once,
 *   and the others after their answer, or unanswered at the limit
 */
export function drainOf(server: Server, { noticeMs, limitMs }: DrainLimits): () => Promise<void> {
  const connections = connectionsOf(server);
  let draining = false;

  server.prependListener("request", (_, response) => {
    if (draining) response.setHeader("Connection", "close");
  });
  connections.on("free", ({ socket }) => {
    if (draining) socket.end();
  });

  return async () => {
    draining = true;
    for (const { underWay } of connections.all) {
      for (const response of underWay) {
        if (!response.headersSent) response.setHeader("Connection", "close");
      }
    }
    await sleep(noticeMs);
    const closed = once(server, "close");
    server.close();
    for (const { socket, underWay } of connections.all) {
      // Also one on which nothing has come yet, as browsers open them ahead: Node would keep it.
      if (underWay.size === 0) socket.destroy();
    }
    const hurry = setTimeout(() => server.closeAllConnections(), limitMs);
    await closed;
    clearTimeout(hurry);
  };
}
