import { once } from "node:events";
import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { connectionsOf } from "../connections/connections.ts";

/** How long each part of a drain may take, in milliseconds. */
export interface DrainLimits {
  /** How long new requests are still accepted, so that load balancers notice the shutdown. */
  readonly noticeMs: number;
  /** How long running requests may take to finish after that. */
  readonly limitMs: number;
}

/**
 * Prepares to drain a server's connections. Call it before the server listens.
 *
 * @returns a function that closes the server. During the notice, the server still accepts connections and answers
 *   requests, and closes each connection after its answer. Then it accepts no new connections and closes idle ones
 *   immediately, and the others after their answer, or without one at the limit.
 */
export function drainOf(server: Server, { noticeMs, limitMs }: DrainLimits): () => Promise<void> {
  let draining = false;
  server.prependListener("request", (_, response) => {
    if (draining) response.setHeader("Connection", "close");
  });

  return async () => {
    draining = true;
    const connections = connectionsOf(server);
    for (const { socket, underWay } of connections.all) {
      for (const response of underWay) {
        if (!response.headersSent) response.setHeader("Connection", "close");
        else response.once("close", () => socket.end());
      }
    }
    await sleep(noticeMs);
    const closed = once(server, "close");
    server.close();
    for (const { socket, underWay } of connections.all) {
      // This includes connections that have sent nothing yet, which browsers open ahead of time: Node would keep
      // those.
      if (underWay.size === 0) socket.destroy();
    }
    const hurry = setTimeout(() => server.closeAllConnections(), limitMs);
    await closed;
    clearTimeout(hurry);
  };
}
