import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { onFreePort } from "../../harness/on-free-port.ts";
import type { Random } from "../random.ts";

/** The faults of a node and of the connection to it, with their weights. */
const faults = {
  "429": 8,
  "500": 8,
  "502": 8,
  garbage: 8,
  empty: 8,
  /** The chain gets the request, and the response is lost. */
  lost: 12,
  /** The response is held back for a while. */
  held: 8,
  /** Rare, because the service waits 10 s for it. */
  silent: 1,
} as const;

type RpcFault = keyof typeof faults;

/** How long a response is held back, in milliseconds. */
const heldMs = { min: 200, max: 3_000 };

/** Responses that are not JSON-RPC: a gateway's page, a truncated response, JSON of another service. */
const garbage = ["<html>Bad gateway</html>", '{"jsonrpc":"2.0","id":1,"res', '{"message":"busy"}'];

/** A word in every address, which shows whether an address leaks. */
export const addressCanary = "rpc-address-canary";

export interface FaultyRpc {
  readonly url: string;
  readonly requests: number;
  readonly faults: ReadonlyMap<RpcFault, number>;
  /** How many transactions reached the chain, and how many of them were different. */
  readonly sends: number;
  readonly sent: ReadonlySet<string>;
  /** Passes every request on from now on. */
  heal(): void;
  stop(): void;
}

/**
 * A proxy between one process and the chain, which spoils some of the requests.
 *
 * @param options.rate the share of spoiled requests, from 0 to 1
 */
export async function startFaultyRpc(
  target: string,
  { rate, random }: { readonly rate: number; readonly random: Random },
): Promise<FaultyRpc> {
  const counts = new Map<RpcFault, number>();
  const sent = new Set<string>();
  let requests = 0;
  let sends = 0;
  let healed = false;

  const forward = async (body: string): Promise<string> => {
    const { method, params } = JSON.parse(body) as { method: string; params: string[] };
    if (method === "eth_sendRawTransaction") {
      sends += 1;
      sent.add(String(params[0]));
    }
    const headers = { "Content-Type": "application/json" };
    return (await fetch(target, { method: "POST", headers, body })).text();
  };

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    requests += 1;
    const fault = !healed && random.chance(rate) ? random.weighted(faults) : null;
    const wrong = random.oneOf(garbage);
    const pauseMs = random.integer(heldMs.min, heldMs.max);
    if (fault !== null) counts.set(fault, (counts.get(fault) ?? 0) + 1);
    switch (fault) {
      case "429":
      case "500":
      case "502":
        return answer(response, Number(fault), "upstream trouble");
      case "garbage":
        return answer(response, 200, wrong);
      case "empty":
        return answer(response, 200, "");
      case "silent":
        return;
      case "lost":
        await forward(body);
        return void response.destroy();
      case "held":
        return answer(response, 200, await forward(body), pauseMs);
      case null:
        return answer(response, 200, await forward(body));
    }
  };

  const server = createServer((request, response) => {
    // The process may be killed at any moment, and the chain is stopped at the end.
    serve(request, response).catch(() => response.destroy());
  });
  const { url } = await onFreePort(server);
  return {
    url: `${url}/${addressCanary}`,
    get requests() {
      return requests;
    },
    get sends() {
      return sends;
    },
    faults: counts,
    sent,
    heal: () => {
      healed = true;
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(response: ServerResponse, status: number, body: string, pauseMs = 0) {
  if (pauseMs > 0) await sleep(pauseMs);
  response.writeHead(status, { "Content-Type": "application/json" }).end(body);
}
