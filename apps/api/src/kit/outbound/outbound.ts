import { promises as dns } from "node:dns";
import { Agent, type Dispatcher } from "undici";
import { dnsLookup, type Resolve } from "./dns-lookup.ts";
import { exchange } from "./exchange.ts";
import { guardedConnect } from "./guarded-connect.ts";
import { isPublicAddress } from "./public-address.ts";

/** The result of a request. */
export type Answer =
  | {
      readonly status: number;
      /** The beginning of the body, at most 1,024 bytes. */
      readonly body: string;
      /** The `Retry-After` header. */
      readonly retryAfter: string | null;
    }
  /** No answer came. The error is a sentence without internal details. */
  | { readonly error: string };

/** A file that was loaded, or why it was not: a sentence without internal details. */
type Loaded = { readonly bytes: Buffer } | { readonly error: string };

/** Sends requests to addresses that untrusted people provide. */
export interface Outbound {
  /** Sends a POST request. It never throws and follows no redirects. */
  post(url: string, headers: Readonly<Record<string, string>>, body: Buffer): Promise<Answer>;
  /** Loads a file of at most `maxBytes`. It never throws and follows no redirects. */
  load(url: string, maxBytes: number): Promise<Loaded>;
  close(): Promise<void>;
}

/** The maximum number of bytes that are read of the answer to a POST request. */
const maxRead = 1_024;

/**
 * @param options.allowPrivate also allow addresses of this machine and its networks: for development
 * @param options.timeoutMs for the whole request
 */
export function openOutbound(options: {
  readonly allowPrivate: boolean;
  readonly timeoutMs: number;
  readonly resolve?: Resolve;
}): Outbound {
  const { allowPrivate, timeoutMs } = options;
  // Only the system may know the names of this machine and its networks.
  const usual: Resolve = allowPrivate
    ? (hostname) => dns.lookup(hostname, { all: true })
    : dnsLookup({ timeoutMs: timeoutMs / 2 });
  const isAllowed = allowPrivate ? () => true : isPublicAddress;
  const connect = guardedConnect({ timeoutMs, isAllowed, resolve: options.resolve ?? usual });
  // Each request has its own time limit, which covers all of it, so undici's are off. HTTP/2 is off because with it,
  // requests to an origin wait for its first connection, one at a time if none is established
  // (nodejs/undici#5799).
  const agent = new Agent({ connect, allowH2: false, headersTimeout: 0, bodyTimeout: 0 });
  const send = (
    url: string,
    request: Omit<Dispatcher.DispatchOptions, "path">,
    maxBytes: number,
  ) => {
    const { origin, pathname, search } = new URL(url);
    return exchange(
      agent,
      { origin, path: pathname + search, ...request },
      { timeoutMs, maxBytes },
    );
  };
  return {
    post: async (url, headers, body) => {
      const reading = await send(url, { method: "POST", headers, body }, maxRead);
      if ("error" in reading) return reading;
      const { status, retryAfter, bytes } = reading;
      return { status, retryAfter, body: bytes.toString().replaceAll("\0", "�") };
    },
    load: async (url, maxBytes) => {
      const reading = await send(url, { method: "GET" }, maxBytes + 1);
      if ("error" in reading) return reading;
      const { status, bytes, isWhole } = reading;
      if (status !== 200) return { error: `The answer has the status ${status}.` };
      if (bytes.length > maxBytes) return { error: `The file has more than ${maxBytes} bytes.` };
      return isWhole ? { bytes } : { error: "The connection was cut before the file's end." };
    },
    close: () => agent.destroy(),
  };
}
