import {
  BaseError,
  createPublicClient,
  HttpRequestError,
  type HttpTransport,
  MethodNotFoundRpcError,
  MethodNotSupportedRpcError,
  type PublicClient,
  TimeoutError,
} from "viem";
import { unwatched, type Watch } from "../kit/watch.ts";
import { AlreadySettled, CallReverted, ChainUnavailable } from "./chain-errors.ts";
import { jsonRpc } from "./json-rpc.ts";
import { isAlreadySettled, revertMessage } from "./reverts.ts";

/** The time limit of one RPC request, in milliseconds. */
const rpcTimeoutMs = 10_000;

/** Creates a client for a chain at one JSON-RPC address. */
export function rpcClient(rpcUrl: string, watch: Watch = unwatched): PublicClient {
  const transport = jsonRpc(rpcUrl, { timeout: rpcTimeoutMs, retryCount: 2 });
  return createPublicClient({ transport: watched(withResult(transport), watch) });
}

/** Measures each request. Only transport errors and timeouts count as failures: a refused call is an answer. */
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
 * Rejects JSON answers that are not JSON-RPC answers, as gateways sometimes send. viem would read their result as
 * `undefined` and conclude, for example, that there is no receipt or no contract.
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

/**
 * Reads the number of the newest block. viem's own method joins a request that is under way, which may be one that the node
 * never answers.
 */
export async function newestBlock(client: Pick<PublicClient, "request">): Promise<bigint> {
  return BigInt(await client.request({ method: "eth_blockNumber" }));
}

/**
 * Converts every chain error into one of two kinds: the call was refused (CallReverted), or the result is unknown
 * (ChainUnavailable).
 */
export async function withChainErrors<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    // An error that is not from viem is a bug in this service.
    if (!(error instanceof BaseError)) throw error;
    const revert = revertMessage(error);
    if (revert !== null)
      throw isAlreadySettled(revert) ? new AlreadySettled(revert) : new CallReverted(revert);
    throw new ChainUnavailable(publicSummary(error), { cause: nodesTrouble(error) });
  }
}

/** Returns whether a node lacks a method. Several providers answer so with a code of their own. */
export const isMissingMethod = (error: unknown): boolean =>
  error instanceof BaseError &&
  error.walk(
    (cause) =>
      cause instanceof MethodNotFoundRpcError ||
      cause instanceof MethodNotSupportedRpcError ||
      (cause instanceof BaseError &&
        /\bmethod\b/i.test(cause.details) &&
        /\b(not (found|supported|available|allowed|exist|whitelisted|implemented)|unsupported|unavailable|disabled)\b/i.test(
          cause.details,
        )),
  ) !== null;

/** Scheme, host and port of an RPC address. The rest of it often holds a key: login, path and query. */
export function nodeAt(rpcUrl: string | undefined): string {
  return URL.parse(rpcUrl ?? "")?.origin ?? "unknown node";
}

/** Which node failed, and its error as a code. Its own words may repeat what was asked, or a key. */
export function nodesTrouble(error: BaseError): Error | undefined {
  const failed = error.walk((inner) => typeof fieldOf(inner, "url") === "string");
  if (failed === null) return undefined;
  const system = error.walk((inner) => typeof fieldOf(inner, "code") === "string");
  const [status, code] = [fieldOf(failed, "status"), fieldOf(failed, "code")];
  const detail =
    typeof status === "number"
      ? `HTTP ${status}`
      : (fieldOf(system, "code") ?? (typeof code === "number" ? `error ${code}` : undefined));
  const node = nodeAt(String(fieldOf(failed, "url")));
  return new Error(detail === undefined ? node : `${node}: ${String(detail)}`);
}

function fieldOf(error: unknown, name: "url" | "status" | "code"): unknown {
  return typeof error === "object" && error !== null && name in error
    ? error[name as keyof typeof error]
    : undefined;
}

/** Returns a message that is safe to show to callers. viem's messages contain the RPC address and the node's text. */
function publicSummary(error: BaseError): string {
  // For raw transactions viem does not classify the node's errors.
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
