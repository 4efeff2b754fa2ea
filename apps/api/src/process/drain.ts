import { once } from "node:events";
import type { Server } from "node:http";
import { connectionsOf } from "../http/connections.ts";

/**
 * Follows what is under way on a server, from before it listens.
 *
 * @param limitMs how long requests under way may take to finish, in milliseconds
 * @returns what closes the server: it takes no new connection, ends those without a request under
 *   way at once, and the others after their answer, or unanswered at the limit
 */
export function drainOf(server: Server, limitMs: number): () => Promise<void> {
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
    const closed = once(server, "close");
    server.close();
    for (const { socket, underWay } of connections.all) {
      // Also one on which nothing has come yet, as browsers open them ahead: Node would keep it.
      if (underWay.size === 0) socket.destroy();
      for (const response of underWay) {
        if (!response.headersSent) response.setHeader("Connection", "close");
      }
    }
    const hurry = setTimeout(() => server.closeAllConnections(), limitMs);
    await closed;
    clearTimeout(hurry);
  };
}
