import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { onFreePort } from "./on-free-port.ts";

interface RpcRequest {
  readonly id: number;
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** The response of a faulty node. */
type Mishap =
  | { readonly code: number; readonly message: string } // a JSON-RPC error
  | { readonly status: number; readonly text: string } // an HTTP error, or a body that is not JSON-RPC
  | { readonly heldMs: number } // the chain has it; the answer comes after so many milliseconds
  | "busy" // 429
  | "broken" // 500
  | "garbage"
  | "silent" // it never answers, and passes nothing on
  | "deaf" // the chain has it; the answer is lost
  | "cut"; // the connection ends

/** @returns null to pass the request on */
type Fault = (request: RpcRequest) => Mishap | null | Promise<Mishap | null>;

export interface RpcProxy {
  readonly url: string;
  /** The fault from now on; null for none. */
  fault: Fault | null;
  /** All requests so far. */
  readonly requests: readonly RpcRequest[];
  stop(): void;
}

/** A proxy between the service and its chain, with faults that Anvil does not have. */
export async function startRpcProxy(target: () => string): Promise<RpcProxy> {
  const requests: RpcRequest[] = [];
  const serve = async (req: IncomingMessage, res: ServerResponse) => {
    const request = (await json(req)) as RpcRequest;
    requests.push(request);
    const mishap = (await proxy.fault?.(request)) ?? null;
    const isHeld = mishap !== null && typeof mishap === "object" && "heldMs" in mishap;
    if (mishap !== null && mishap !== "deaf" && !isHeld) return suffer(mishap, request, res);
    const answer = await fetch(target(), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(request),
    }).then(
      (response) => response.text(),
      () => null, // the chain is gone
    );
    if (isHeld) await sleep(mishap.heldMs);
    if (answer === null || mishap === "deaf") return void res.destroy();
    res.writeHead(200, { "Content-Type": "application/json" }).end(answer);
  };
  const server = createServer((req, res) => {
    serve(req, res).catch(() => res.destroy()); // the process was killed
  });
  const { url } = await onFreePort(server);
  const proxy: RpcProxy = {
    url,
    fault: null,
    requests,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return proxy;
}

type Unforwarded = Exclude<Mishap, "deaf" | { readonly heldMs: number }>;

function suffer(mishap: Unforwarded, { id }: RpcRequest, res: ServerResponse): void {
  switch (mishap) {
    case "silent":
      return;
    case "cut":
      res.destroy();
      return;
    case "busy":
      res.writeHead(429, { "Content-Type": "text/plain" }).end("Too many requests");
      return;
    case "broken":
      res.writeHead(500, { "Content-Type": "text/html" }).end("<html>oops</html>");
      return;
    case "garbage":
      res.writeHead(200, { "Content-Type": "application/json" }).end('{"jsonrpc":');
      return;
    default:
      if ("status" in mishap) {
        res.writeHead(mishap.status, { "Content-Type": "application/json" }).end(mishap.text);
        return;
      }
      res.writeHead(200, { "Content-Type": "application/json" });
      res.end(JSON.stringify({ jsonrpc: "2.0", id, error: mishap }));
  }
}

/** How many blocks an eth_getLogs covers, any number up to the latest one; null for another request. */
export function blocksAsked({ method, params }: RpcRequest): number | null {
  if (method !== "eth_getLogs") return null;
  const [{ fromBlock, toBlock } = {}] = (params ?? []) as Record<string, string>[];
  const last =
    toBlock === undefined || toBlock === "latest" ? Number.POSITIVE_INFINITY : Number(toBlock);
  return last - Number(fromBlock) + 1;
}

/** Whether a request asks for the state of a block that is older than the newest ones. */
export function asksOldState({ method, params }: RpcRequest, newest: number): boolean {
  const block = params?.at(-1);
  const isState = method === "eth_call" || method === "eth_getCode";
  return isState && typeof block === "string" && /^0x/.test(block) && Number(block) < newest;
}
