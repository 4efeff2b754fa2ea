import { startRpcProxy } from "../../harness/rpc-proxy.ts";
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
  readonly requests: readonly unknown[];
  readonly faults: ReadonlyMap<RpcFault, number>;
  /** The transactions that reached the chain, in order: some are sent more than once. */
  readonly sent: readonly string[];
  /** Passes every request on from now on. */
  heal(): void;
  stop(): void;
}

/**
 * Starts a proxy between one process and the chain that spoils some of the requests.
 *
 * @param options.rate the share of spoiled requests, from 0 to 1
 */
export async function startFaultyRpc(
  target: string,
  { rate, random }: { readonly rate: number; readonly random: Random },
): Promise<FaultyRpc> {
  const counts = new Map<RpcFault, number>();
  const sent: string[] = [];
  const proxy = await startRpcProxy(() => target);
  proxy.fault = ({ method, params }) => {
    const fault = random.chance(rate) ? random.weighted(faults) : null;
    const text = random.oneOf(garbage);
    const ms = random.integer(heldMs.min, heldMs.max);
    if (fault !== null) counts.set(fault, (counts.get(fault) ?? 0) + 1);
    const isForwarded = fault === null || fault === "lost" || fault === "held";
    if (isForwarded && method === "eth_sendRawTransaction") sent.push(String(params?.[0]));
    switch (fault) {
      case "429":
      case "500":
      case "502":
        return { status: Number(fault), text: "upstream trouble" };
      case "garbage":
        return { status: 200, text };
      case "empty":
        return { status: 200, text: "" };
      case "lost":
        return "deaf";
      case "held":
        return { heldMs: ms };
      default:
        return fault;
    }
  };
  return {
    url: `${proxy.url}/${addressCanary}`,
    requests: proxy.requests,
    faults: counts,
    sent,
    heal: () => {
      proxy.fault = null;
    },
    stop: proxy.stop,
  };
}
