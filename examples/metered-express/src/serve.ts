import { once } from "node:events";
import { createServer } from "node:http";
import type { Express } from "express";

/**
 * @returns what stops it: no new connection is taken, what is under way is answered, and then it is done
 */
export async function serve(api: Express, port: number): Promise<() => Promise<void>> {
  const server = createServer(api);
  server.prependListener("request", (_req, res) => {
    if (!server.listening) res.setHeader("Connection", "close");
    // Those that are kept alive would hold up the stop.
    res.once("close", () => void (server.listening || server.closeIdleConnections()));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return async () => {
    const closed = once(server, "close");
    server.close();
    await closed;
  };
}
