import { lookup } from "node:dns";
import { Agent, type Dispatcher } from "undici";
import { dnsLookup } from "./dns-lookup.ts";
import { guardedConnect } from "./guarded-connect.ts";
import { inWords, maxInformational, TookTooLong, TooManyInformational } from "./in-words.ts";
import { isPublicAddress } from "./public-address.ts";
import type { Resolve } from "./shared-lookup.ts";

/** What came of a request. */
export type Answer =
  | {
      readonly status: number;
      /** How the body begins, at most 1,024 bytes of it. */
      readonly body: string;
      /** The header of that name. */
      readonly retryAfter: string | null;
    }
  /** None came: why, in a sentence that holds nothing of ours. */
  | { readonly error: string };

/** Sends requests to addresses that strangers have given. */
export interface Outbound {
  /** It never throws, and follows no redirects. */
  post(url: string, headers: Readonly<Record<string, string>>, body: Buffer): Promise<Answer>;
  close(): Promise<void>;
}

/** How much of an answer is read, in bytes. */
const maxRead = 1_024;

/**
 * @param options.allowPrivate addresses of this machine and its networks too: for development
 * @param options.timeoutMs for all of a request: connect, send, the answer's head and what is read of it
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
    // Names of this machine and its networks may be known to the system alone.
    resolve: options.resolve ?? (allowPrivate ? lookup : dnsLookup({ timeoutMs: timeoutMs / 2 })),
  });
  // The time limit of each request is its own: that of all of it. Where HTTP/2 may be spoken, requests of an
  // origin wait for its first connection, one behind the other if none comes about (nodejs/undici#5799).
  const agent = new Agent({ connect, allowH2: false, headersTimeout: 0, bodyTimeout: 0 });
  return {
    post: (url, headers, body) =>
      new Promise((resolve) => {
        const { origin, pathname, search } = new URL(url);
        const request = { origin, path: pathname + search, method: "POST", headers, body } as const;
        agent.dispatch(request, new Exchange(timeoutMs, resolve));
      }),
    close: () => agent.destroy(),
  };
}

/**
 * Takes an answer as undici hands it over, piece by piece: its streams and signals would cost as much
 * again as all the rest of a request.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #timeoutMs: number;
  readonly #resolve: (answer: Answer) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  #read = 0;
  #informational = 0;
  #head: { readonly status: number; readonly retryAfter: string | null } | null = null;
  #controller: Dispatcher.DispatchController | undefined;
  #isOver = false;

  constructor(timeoutMs: number, resolve: (answer: Answer) => void) {
    this.#timeoutMs = timeoutMs;
    this.#resolve = resolve;
    this.#timer = setTimeout(() => {
      this.#controller?.abort(new TookTooLong());
      this.#end(new TookTooLong());
    }, timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isOver) controller.abort(new TookTooLong()); // it waited for a connection until now
  }

  /** undici calls it for each informational (1xx) answer too, before that of the answer itself. */
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
    this.#chunks.push(chunk);
    this.#read += chunk.length;
    if (this.#read < maxRead) return;
    this.#end();
    controller.abort(new Error("No more of it is read."));
  }

  onResponseEnd(): void {
    this.#end();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#end(error);
  }

  /** Once the status has come the answer is as it is, even if it breaks off. */
  #end(error?: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    if (this.#head === null) {
      this.#resolve({ error: inWords(error, this.#timeoutMs) });
    } else {
      const bytes = Buffer.concat(this.#chunks).subarray(0, maxRead);
      this.#resolve({ ...this.#head, body: bytes.toString().replaceAll("\0", "�") });
    }
  }
}
