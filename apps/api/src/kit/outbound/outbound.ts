import { lookup } from "node:dns";
import { Agent, type Dispatcher } from "undici";
import { Gathered } from "../gathered.ts";
import { dnsLookup } from "./dns-lookup.ts";
import { guardedConnect } from "./guarded-connect.ts";
import { inWords, maxInformational, TookTooLong, TooManyInformational } from "./in-words.ts";
import { isPublicAddress } from "./public-address.ts";
import type { Resolve } from "./shared-lookup.ts";

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
 * @param options.timeoutMs for the whole request: connecting, sending, the answer's head and the part of its body that
 *   is read
 */
export function openOutbound(options: {
  readonly allowPrivate: boolean;
  readonly timeoutMs: number;
  readonly resolve?: Resolve;
}): Outbound {
  const { allowPrivate, timeoutMs } = options;
  const connect = guardedConnect({
    timeoutMs,
    isAllowed: allowPrivate ? () => true : isPublicAddress,
    // Only the system may know the names of this machine and its networks.
    resolve: options.resolve ?? (allowPrivate ? lookup : dnsLookup({ timeoutMs: timeoutMs / 2 })),
  });
  // Each request has its own time limit, which covers all of it, so undici's are off. HTTP/2 is off because with it,
  // requests to an origin wait for its first connection, one at a time if none is established
  // (nodejs/undici#5799).
  const agent = new Agent({ connect, allowH2: false, headersTimeout: 0, bodyTimeout: 0 });
  const send = (url: string, request: Request, maxBytes: number) =>
    new Promise<Reading>((resolve) => {
      const { origin, pathname, search } = new URL(url);
      const to = { origin, path: pathname + search };
      agent.dispatch({ ...to, ...request }, new Exchange({ timeoutMs, maxBytes }, resolve));
    });
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

type Request = Pick<Dispatcher.DispatchOptions, "method" | "headers" | "body">;

type Reading =
  | {
      readonly status: number;
      readonly retryAfter: string | null;
      /** The beginning of the body. */
      readonly bytes: Buffer;
      /** Whether the answer came to its end. */
      readonly isWhole: boolean;
    }
  | { readonly error: string };

interface Limits {
  readonly timeoutMs: number;
  /** How much is read of the body. */
  readonly maxBytes: number;
}

/**
 * Handles an answer through undici's low-level callbacks: its streams and signals would double the cost of a request.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #limits: Limits;
  readonly #resolve: (reading: Reading) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #body: Gathered;
  #informational = 0;
  #head: { readonly status: number; readonly retryAfter: string | null } | null = null;
  #controller: Dispatcher.DispatchController | undefined;
  #isWhole = false;
  #isOver = false;

  constructor(limits: Limits, resolve: (reading: Reading) => void) {
    this.#limits = limits;
    this.#body = new Gathered(limits.maxBytes);
    this.#resolve = resolve;
    this.#timer = setTimeout(() => {
      this.#controller?.abort(new TookTooLong());
      this.#end(new TookTooLong());
    }, limits.timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isOver) controller.abort(new TookTooLong()); // timed out while it waited for a connection
  }

  /** Undici also calls this for each informational (1xx) answer, before the final one. */
  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    if (status < 200) {
      this.#informational += 1;
      if (this.#informational > maxInformational) controller.abort(new TooManyInformational());
      return;
    }
    const retryAfter = headers["retry-after"];
    this.#head = { status, retryAfter: typeof retryAfter === "string" ? retryAfter : null };
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const room = this.#limits.maxBytes - this.#body.length;
    this.#body.add(chunk.subarray(0, room));
    if (chunk.length < room) return;
    this.#end();
    controller.abort(new Error("No more of it is read."));
  }

  onResponseEnd(): void {
    this.#isWhole = true;
    this.#end();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#end(error);
  }

  /** Once the status has arrived it counts as an answer, even if the connection then breaks. */
  #end(error?: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    if (this.#head === null) {
      this.#resolve({ error: inWords(error, this.#limits.timeoutMs) });
    } else {
      const bytes = Buffer.from(this.#body.take());
      this.#resolve({ ...this.#head, bytes, isWhole: this.#isWhole });
    }
  }
}
