import { errorOf, factsOf, isObject } from "./error-of.ts";
import { type CallFacts, ConnectionError, TimeoutError, UnexpectedAnswerError } from "./errors.ts";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Attempt {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | null;
  /** What the body of its success has; null: anything. */
  readonly key: string | null;
  /** Statuses besides success that are answers. */
  readonly answersToo: readonly number[];
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Makes a call once.
 *
 * @returns the body of its success
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

/** The time limit and the signal hold until the whole body is there. */
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
    // Followed, a redirect would make a GET of a POST.
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

/** The address as an error may show it: without credentials, path and query. */
const originOf = (url: string) => new URL(url).origin;

/** Asked for more, timers end at once. */
const longestTimerMs = 2 ** 31 - 1;

export const nothingKnown: CallFacts = {
  status: null,
  requestId: null,
  location: null,
  retryAfter: null,
  idempotencyKey: null,
};

/** @returns undefined for what is no JSON: whoever asked says what that means */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
