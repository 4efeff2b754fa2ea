import { attempt, type Fetch } from "./attempt.ts";
import { requestOf } from "./request.ts";
import { mayTryAgain, waitBefore } from "./retry.ts";
import { sleep } from "./timers.ts";

/** What may be said of a single call. */
export interface CallOptions {
  /** Ends the call: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** How long each try waits for its answer, in milliseconds. Default: the client's. */
  readonly timeoutMs?: number | undefined;
  /** How often a call that failed is tried again, where that is safe. Default: the client's. */
  readonly maxRetries?: number | undefined;
  /**
   * Of a POST: names the call, so that it is done once. Give your own where it must hold beyond this
   * process; the default is a new one for each call, the same for all its tries.
   */
  readonly idempotencyKey?: string | undefined;
  /** Sent besides, such as `X-Request-Id`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface Operation {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** With its parameters: `/api/v1/invoices/{invoiceId}` */
  readonly path: string;
  /** What the body of its success has; null: anything. */
  readonly key: string | null;
  /** Statuses besides success that have the body of a success. */
  readonly answersToo: readonly number[];
}

/** Makes a call, and makes it again while that is safe. @returns the body of its success */
export type Send = (
  operation: Operation,
  input: object | undefined,
  options: CallOptions | undefined,
) => Promise<Readonly<Record<string, unknown>>>;

export interface Sender {
  readonly baseUrl: string;
  /** Sent with every call. */
  readonly headers: Headers;
  readonly fetch: Fetch;
  readonly timeoutMs: number;
  readonly maxRetries: number;
}

export function sending({ baseUrl, fetch, ...client }: Sender): Send {
  return async ({ method, path, ...answer }, input, options = {}) => {
    const { signal, timeoutMs = client.timeoutMs, maxRetries = client.maxRetries } = options;
    const { target, body } = requestOf(method, path, input);
    const headers = new Headers(client.headers);
    for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
    headers.set("accept", "application/json");
    if (body !== null) headers.set("content-type", "application/json");
    if (method === "POST") headers.set("idempotency-key", options.idempotencyKey ?? newKey());
    const url = baseUrl + target;
    const call = { url, method, headers, body, ...answer, timeoutMs, signal };

    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt(fetch, call);
      } catch (error) {
        if (tries > maxRetries || !mayTryAgain(error, method)) throw error;
        const { retryAfter } = error;
        // Whoever gives a try so long does not mean to wait longer for it.
        if (retryAfter !== null && retryAfter * 1_000 > timeoutMs) throw error;
        await sleep(waitBefore(tries, retryAfter), signal);
      }
    }
  };
}

/** Not `randomUUID`, which pages on plain http do not have. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
