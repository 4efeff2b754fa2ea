import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

interface RpcRequest {
  readonly id: number;
  readonly method: string;
}

/** What a faulty node does to a request: answers it with an error of its own, or passes it on. */
type Fault = (request: RpcRequest) => { code: number; message: string } | null;

export interface RpcProxy {
  readonly url: string;
  /** What is wrong from now on; null when nothing is. */
  fault: Fault | null;
  stop(): void;
}

/** Stands between the service and its chain, for the chain to fail in ways that Anvil does not. */
export async function startRpcProxy(target: () => string): Promise<RpcProxy> {
  const server = createServer(async (req, res) => {
    const request = (await json(req)) as RpcRequest;
    const error = proxy.fault?.(request) ?? null;
    const answer =
      error === null
        ? await fetch(target(), {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify(request),
          }).then(
            (response) => response.text(),
            () => null, // the chain is gone
          )
        : JSON.stringify({ jsonrpc: "2.0", id: request.id, error });
    if (answer === null) return res.destroy();
    res.writeHead(200, { "Content-Type": "application/json" });
    res.end(answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxy: RpcProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: null,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return proxy;
}
