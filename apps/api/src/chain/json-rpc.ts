import { settlementCollectorAbi } from "@usance/contracts";
import { Agent } from "undici";
import {
  createTransport,
  encodeFunctionData,
  getAbiItem,
  HttpRequestError,
  type HttpTransport,
  type PublicClient,
  RpcRequestError,
  size,
  TimeoutError,
  toFunctionSelector,
} from "viem";
import type { Hex } from "../kit/evm-fields.ts";
import { larger } from "./fees.ts";
import type { Collection, SettlementTerms, SimulatedCall } from "./settlement-terms.ts";

/** The largest answer that is read, in bytes. */
const maxBytes = 10_485_760;

/** The maximum time that a node can ask to wait before a retry, in seconds. */
const maxWaitSeconds = 5;

/** undici's codes for a node that accepts no connection, or sends nothing, within the time limit. */
const timeouts = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
]);

type Call = Readonly<Record<"method" | "params", unknown>>;

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/**
 * viem's HTTP transport on undici's own requests, with the same errors. Node's `fetch`, which viem uses, takes several
 * times as much CPU time, and more than anything else in a settlement.
 *
 * @param options.timeout the time limit of a connection, of an answer's head, and of each pause in its body, in
 *   milliseconds
 */
export function jsonRpc(
  rpcUrl: string,
  { timeout, retryCount }: { readonly timeout: number; readonly retryCount: number },
): HttpTransport {
  const limits = { headersTimeout: timeout, bodyTimeout: timeout };
  const agent = new Agent({ ...limits, connect: { timeout }, maxResponseSize: maxBytes });
  const { origin, pathname, search, username, password } = new URL(rpcUrl);
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const headers = {
    "content-type": "application/json",
    ...(login !== ":" && { authorization: `Basic ${Buffer.from(login).toString("base64")}` }),
  };
  let id = 0;

  const ask = async (body: Call): Promise<Answer> => {
    try {
      id += 1;
      const request = JSON.stringify({ jsonrpc: "2.0", id, ...body });
      const how = { origin, path: pathname + search, method: "POST", headers } as const;
      const response = await agent.request({ ...how, body: request });
      const text = await response.body.text();
      const { statusCode: status, headers: head } = response;
      return answerOf(text, { status, retryAfter: head["retry-after"] }, { body, url: rpcUrl });
    } catch (error) {
      if (error instanceof HttpRequestError || !(error instanceof Error)) throw error;
      if ("code" in error && timeouts.has(String(error.code))) {
        throw new TimeoutError({ body, url: rpcUrl });
      }
      throw new HttpRequestError({ body, cause: error, url: rpcUrl });
    }
  };

  return () =>
    createTransport(
      {
        key: "http",
        name: "HTTP JSON-RPC",
        request: async ({ method, params }) => {
          const body = { method, params };
          const { error, result } = await ask(body);
          if (error !== undefined) throw new RpcRequestError({ body, error, url: rpcUrl });
          // biome-ignore lint/suspicious/noExplicitAny: viem's type leaves the result to its caller
          return result as any;
        },
        retryCount,
        timeout,
        type: "http",
      },
      { url: rpcUrl },
    );
}

/** @throws HttpRequestError for a status that is not 2xx, unless the body is an error of JSON-RPC */
function answerOf(
  text: string,
  { status, retryAfter }: { readonly status: number; readonly retryAfter: unknown },
  asked: { readonly body: Call; readonly url: string },
): Answer {
  const isOk = status >= 200 && status < 300;
  const answer = isOk ? JSON.parse(text) : parsedOrNull(text);
  const { code, message } = answer?.error ?? {};
  if (isOk || (typeof code === "number" && typeof message === "string")) return answer ?? {};
  // viem waits this long before it tries again. The wait is bounded, because a caller waits for the answer.
  const seconds = Math.min(Number(retryAfter), maxWaitSeconds);
  const headers = new Headers(Number.isNaN(seconds) ? {} : { "Retry-After": String(seconds) });
  throw new HttpRequestError({ ...asked, details: text.slice(0, 1_000), headers, status });
}

function parsedOrNull(text: string): Answer | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Caches a read from a contract whose result never changes, per client and address. Calls do not share a read that is
 * under way: the node may never answer it.
 *
 * @param ask reads the result. Null means that there is none yet. Nulls and errors are not cached
 */
export function askedOnce<T>(
  ask: (client: PublicClient, contract: Hex) => Promise<T>,
): (client: PublicClient, contract: Hex) => Promise<T> {
  const known = new WeakMap<PublicClient, Map<Hex, T>>();
  return async (client, contract) => {
    const answers = known.get(client) ?? new Map<Hex, T>();
    known.set(client, answers);
    const before = answers.get(contract);
    if (before !== undefined) return before;
    const answer = await ask(client, contract);
    if (answer !== null) answers.set(contract, answer);
    return answer;
  };
}

const settleWithAllowance = toFunctionSelector(
  getAbiItem({ abi: settlementCollectorAbi, name: "settleWithAllowance" }),
);

/** The gas of a batch in addition to its settlements' own gas: per batch and per settlement, with a margin. */
const gasOfBatch = 60_000n;
const gasBesideEach = 40_000n;
const gasOfByte = 40n; // maximum by EIP-7623

/**
 * Returns the collector that can settle a call in a batch: the call must take an allowance. Null when the call needs its
 * own transaction.
 */
export function batchCollector({ collection }: SettlementTerms): Hex | null {
  return collection?.callData.startsWith(settleWithAllowance) ? collection.collector : null;
}

/** Builds the call that settles a batch. Each settlement runs separately, with the gas of the most expensive one. */
export function batchCall(calls: readonly SimulatedCall[]): { to: Hex; data: Hex; gas: bigint } {
  const collections = calls.map(({ terms }) => terms.collection).filter((one) => one !== null);
  const [first] = collections;
  if (first === undefined) throw new Error("A batch is of collections.");
  const gasEach = calls.map(({ gas }) => gas).reduce(larger);
  const data = encodeFunctionData({
    abi: settlementCollectorAbi,
    functionName: "settleBatch",
    args: [collections.map(({ callData }: Collection) => callData), gasEach],
  });
  const withheld = (gasEach * 64n) / 63n + gasBesideEach; // EIP-150 withholds 1/64 of the gas from each inner call
  const gas = gasOfBatch + BigInt(size(data)) * gasOfByte + withheld * BigInt(calls.length);
  return { to: first.collector, data, gas };
}
