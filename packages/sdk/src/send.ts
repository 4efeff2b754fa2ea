import { attempt, type Fetch } from "./attempt.ts";
import { mayTryAgain, waitBefore } from "./retry.ts";
import { sleep } from "./timers.ts";

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Time limit of each attempt, in milliseconds. Default: the client's. */
  readonly timeoutMs?: number | undefined;
  /** Maximum number of retries of a failed call that is safe to repeat. Default: the client's. */
  readonly maxRetries?: number | undefined;
  /**
   * Idempotency key of a POST, with which the call runs at most once. Set your own if other processes may repeat the call.
   * By default each call gets a new key, which all its attempts share. `null` sends none: the calls of holds do that by
   * themselves, since a hold's own key makes them safe to repeat.
   */
  readonly idempotencyKey?: string | null | undefined;
  /** Additional headers, such as `X-Request-Id`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface Operation {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** With its parameters: `/api/v1/invoices/{invoiceId}` */
  readonly path: string;
  /** The field that a successful response body must have; null accepts any body. */
  readonly key: string | null;
  /** Statuses, besides 2xx, whose body is returned like a success. */
  readonly answersToo: readonly number[];
}

/** Makes a call, and repeats it while that is safe. @returns the body of the successful response */
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
    const { idempotencyKey = newKey() } = options;
    if (method === "POST" && idempotencyKey !== null)
      headers.set("idempotency-key", idempotencyKey);
    const url = baseUrl + target;
    const call = { url, method, headers, body, ...answer, timeoutMs, signal };

    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt(fetch, call);
      } catch (error) {
        if (tries > maxRetries || !mayTryAgain(error, method)) throw error;
        const { retryAfter } = error;
        // A caller with a shorter time limit does not want to wait that long.
        if (retryAfter !== null && retryAfter * 1_000 > timeoutMs) throw error;
        await sleep(waitBefore(tries, retryAfter), signal);
      }
    }
  };
}

/** Does not use `randomUUID`, which browsers lack on pages without https. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Builds the address and the body of a call. Input fields that the path names go into the path; the others are the query of
 * a GET, and the body of a POST or PATCH.
 *
 * @throws TypeError when an id of the path is missing
 */
function requestOf(
  method: string,
  path: string,
  input: object = {},
): { target: string; body: string | null } {
  const rest = new Map<string, unknown>(Object.entries(input));
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = String(rest.get(name) ?? "");
    rest.delete(name);
    // An empty id, or one of dots, would change the path.
    if (/^\.{0,2}$/.test(id)) throw new TypeError(`${name} is required.`);
    return encodeURIComponent(id);
  });
  if (method === "POST" || method === "PATCH" || method === "PUT") {
    return { target: place, body: JSON.stringify(Object.fromEntries(rest)) };
  }
  const query = new URLSearchParams();
  for (const [name, value] of rest) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  return { target: query.size === 0 ? place : `${place}?${query}`, body: null };
}
