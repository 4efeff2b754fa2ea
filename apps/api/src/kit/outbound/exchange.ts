import type { Dispatcher } from "undici";
import { Gathered } from "../gathered.ts";
import { inWords, NoAnswer } from "./no-answer.ts";

export type Reading =
  | {
      readonly status: number;
      /** The `Retry-After` header. */
      readonly retryAfter: string | null;
      /** The beginning of the body. */
      readonly bytes: Buffer;
      /** Whether the answer came to its end. */
      readonly isWhole: boolean;
    }
  /** No answer came. The error is a sentence without internal details. */
  | { readonly error: string };

interface Limits {
  /** For the whole request: connecting, sending, the answer's head and the part of its body that is read. */
  readonly timeoutMs: number;
  /** How much is read of the body. */
  readonly maxBytes: number;
}

/** How many informational (1xx) answers may precede the final one. */
const maxInformational = 10;

/**
 * Sends a request and reads the answer. Once the status has arrived it counts as an answer, even if the connection then
 * breaks. Uses undici's low-level callbacks: its streams and signals would double the cost of a request.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { timeoutMs, maxBytes }: Limits,
): Promise<Reading> {
  const { promise, resolve } = Promise.withResolvers<Reading>();
  const body = new Gathered(maxBytes);
  let head: { readonly status: number; readonly retryAfter: string | null } | null = null;
  let informational = 0;
  let controller: Dispatcher.DispatchController | undefined;
  let timeout: NoAnswer | undefined;

  /** Only the first call has an effect. */
  const end = (error: Error | null, isWhole = false) => {
    clearTimeout(timer);
    if (head === null) resolve({ error: inWords(error) });
    else resolve({ ...head, bytes: Buffer.from(body.take()), isWhole });
  };
  const timer = setTimeout(() => {
    timeout = new NoAnswer(`No answer came within ${timeoutMs / 1_000} s.`);
    controller?.abort(timeout);
    end(timeout);
  }, timeoutMs);

  dispatcher.dispatch(request, {
    onRequestStart(given) {
      controller = given;
      if (timeout !== undefined) given.abort(timeout); // it waited for a connection until then
    },
    /** Undici also calls this for each informational answer, before the final one. */
    onResponseStart(_, status, headers) {
      if (status >= 200) {
        const retryAfter = headers["retry-after"];
        head = { status, retryAfter: typeof retryAfter === "string" ? retryAfter : null };
      } else if (++informational > maxInformational) {
        const why = `More than ${maxInformational} informational (1xx) answers came before an answer.`;
        controller?.abort(new NoAnswer(why));
      }
    },
    onResponseData(_, chunk) {
      const room = maxBytes - body.length;
      body.add(chunk.subarray(0, room));
      if (chunk.length < room) return;
      end(null);
      controller?.abort(new Error("No more of it is read."));
    },
    onResponseEnd: () => end(null, true),
    onResponseError: (_, error) => end(error),
  });
  return promise;
}
