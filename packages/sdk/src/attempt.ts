import { errorOf, factsOf, isObject } from "./error-of.ts";
import { type CallFacts, ConnectionError, TimeoutError, UnexpectedAnswerError } from "./errors.ts";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Attempt {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | null;
  /** The field that a successful response body must have; null accepts any body. */
  readonly key: string | null;
  /** Statuses, besides 2xx, whose body is returned like a success. */
  readonly answersToo: readonly number[];
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Makes one attempt of a call.
 *
 * @returns the body of the successful response
 * @throws UsanceError, or the signal's reason
 */
export async function attempt(
  fetch: Fetch,
  call: Attempt,
): Promise<Readonly<Record<string, unknown>>> {
  const idempotencyKey = call.headers.get("idempotency-key");
  const { response, text } = await answerTo(fetch, call, idempotencyKey);
  const body = parsed(text);
  if (!response.ok && !call.answersToo.includes(response.status)) {
    throw errorOf(response, body, idempotencyKey);
  }
  if (isObject(body) && (call.key === null || call.key in body)) return body;
  throw new UnexpectedAnswerError(
    `What answers at ${originOf(call.url)} is not the Usance API.`,
    factsOf(response, idempotencyKey),
  );
}

/** The time limit and the signal apply until the whole body has arrived. */
async function answerTo(
  fetch: Fetch,
  { url, method, headers, body, timeoutMs, signal }: Attempt,
  idempotencyKey: string | null,
): Promise<{ response: Response; text: string }> {
  signal?.throwIfAborted();
  const ended = new AbortController();
  const abort = () => ended.abort(signal?.reason);
  signal?.addEventListener("abort", abort);
  let late = false;
  const timer = setTimeout(
    () => {
      late = true;
      ended.abort();
    },
    Math.min(timeoutMs, longestTimerMs),
  );
  try {
    // Following a redirect would turn a POST into a GET.
    const init = { method, headers, body, redirect: "manual", signal: ended.signal } as const;
    const response = await fetch(url, init);
    return { response, text: await response.text() };
  } catch (cause) {
    signal?.throwIfAborted();
    const facts = { ...nothingKnown, idempotencyKey };
    if (late) throw new TimeoutError(`No answer came within ${timeoutMs} ms.`, facts, { cause });
    throw new ConnectionError(`No answer came from ${originOf(url)}.`, facts, { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

/** The address for error messages: without credentials, path and query. */
const originOf = (url: string) => new URL(url).origin;

/** The longest delay of a timer, in milliseconds. A timer with a longer delay fires immediately. */
const longestTimerMs = 2 ** 31 - 1;

export const nothingKnown: CallFacts = {
  status: null,
  requestId: null,
  location: null,
  retryAfter: null,
  idempotencyKey: null,
};

/** @returns undefined if the text is not JSON; the caller decides what that means */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
