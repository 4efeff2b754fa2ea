import { Agent } from "undici";
import {
  createTransport,
  HttpRequestError,
  type HttpTransport,
  RpcRequestError,
  TimeoutError,
} from "viem";

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
