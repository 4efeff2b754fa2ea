import {
  BaseError,
  createPublicClient,
  HttpRequestError,
  type HttpTransport,
  http,
  type PublicClient,
  TimeoutError,
} from "viem";
import { unwatched, type Watch } from "../lib/watch.ts";
import { AlreadySettled, CallReverted, ChainUnavailable } from "../ports/settlement-chain.ts";
import { isAlreadySettled, revertMessage } from "./reverts.ts";

/** One RPC request's time limit, in milliseconds. */
const rpcTimeoutMs = 10_000;

/** The chain over one JSON-RPC address. */
export function rpcClient(rpcUrl: string, watch: Watch = unwatched): PublicClient {
  const transport = http(rpcUrl, { timeout: rpcTimeoutMs, retryCount: 2 });
  return createPublicClient({ transport: watched(withResult(transport), watch) });
}

/** Each question is watched, and fails where the node has said nothing: a call that it refuses is answered. */
function watched(transport: HttpTransport, watch: Watch): HttpTransport {
  return (options) => {
    const { request, ...rest } = transport(options);
    const asked = async (args: Parameters<typeof request>[0]) => {
      const answer = await watch({ kind: "rpc", name: args.method }, async () => {
        try {
          return { result: await request(args) };
        } catch (error) {
          if (error instanceof HttpRequestError || error instanceof TimeoutError) throw error;
          return { error };
        }
      });
      if ("error" in answer) throw answer.error;
      return answer.result;
    };
    return { ...rest, request: asked as typeof request };
  };
}

/**
 * Refuses answers that are JSON and no JSON-RPC answers, as gateways give them. viem takes their result
 * for `undefined`, and reads out of that what a node never said: no receipt, no contract.
 */
function withResult(transport: HttpTransport): HttpTransport {
  return (options) => {
    const { request, ...rest } = transport(options);
    const checked = async (args: Parameters<typeof request>[0]) => {
      const result = await request(args);
      if (result === undefined) throw new BaseError("The answer holds no result.");
      return result;
    };
    return { ...rest, request: checked as typeof request };
  };
}

/** Every failure of the chain as one of two: it refused the call, or nothing is known. */
export async function known<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    // What is none of viem's is a fault of ours, and no word of the chain.
    if (!(error instanceof BaseError)) throw error;
    const revert = revertMessage(error);
    if (revert !== null)
      throw isAlreadySettled(revert) ? new AlreadySettled(revert) : new CallReverted(revert);
    throw new ChainUnavailable(publicSummary(error));
  }
}

/** What callers may hear. viem's messages hold the RPC address and the node's words: they may not. */
function publicSummary(error: BaseError): string {
  // Of raw transactions viem does not name the node's errors.
  if (/insufficient funds/i.test(error.details)) {
    return "The settlement signer cannot pay for the transaction.";
  }
  const cause = error.walk(
    (inner) => inner instanceof TimeoutError || inner instanceof HttpRequestError,
  );
  if (cause instanceof TimeoutError) return "The settlement chain did not answer in time.";
  if (cause instanceof HttpRequestError) return "The settlement chain could not be reached.";
  return "The settlement chain answered with an error.";
}
