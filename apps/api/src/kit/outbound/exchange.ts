import type { Dispatcher } from "undici";
import { Gathered } from "../gathered.ts";

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

/** Sentences for the error codes of Node and undici. */
const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: "The host name has no address.",
  EAI_AGAIN: "The host name could not be looked up.",
  ECONNREFUSED: "The connection was refused.",
  ECONNRESET: "The connection was cut before an answer came.",
  EPIPE: "The connection was cut before an answer came.",
  UND_ERR_SOCKET: "The connection was cut before an answer came.",
  EHOSTUNREACH: "The host cannot be reached.",
  ENETUNREACH: "The host cannot be reached.",
  UND_ERR_CONNECT_TIMEOUT: "No connection came about in time.",
  ETIMEDOUT: "No connection came about in time.",
  UND_ERR_HEADERS_OVERFLOW: "The answer's head is too large.",
  CERT_HAS_EXPIRED: "The certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate is signed by itself.",
  SELF_SIGNED_CERT_IN_CHAIN: "The certificate is signed by itself.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The certificate's issuer is not known.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The certificate's issuer is not known.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate is of another host.",
};

/** A request that the service itself gave up. The message explains it to the owner of the address. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

/** Explains to the owner of the address why no answer came. */
function inWords(error: unknown): string {
  if (!(error instanceof Error)) return "No answer came.";
  if (error instanceof NoAnswer) return error.message;
  // A name with several addresses has one error for each address.
  if (error instanceof AggregateError) return inWords(error.errors[0]);
  if (error.name === "HTTPParserError") return "The answer is not HTTP.";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const known = sentences[code];
  if (known !== undefined) return known;
  if (code.startsWith("ERR_SSL")) return "The host speaks no TLS, or none that is spoken here.";
  return code === "" ? "No answer came." : `No answer came (${code}).`;
}
