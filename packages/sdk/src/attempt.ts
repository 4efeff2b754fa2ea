import {
  BadRequestError,
  type CallFacts,
  ConflictError,
  ConnectionError,
  ForbiddenError,
  IdempotencyMismatchError,
  NotFoundError,
  PayloadTooLargeError,
  PaymentRequiredError,
  RateLimitedError,
  type ReachedLimit,
  ServerError,
  ServiceUnavailableError,
  TimeoutError,
  UnauthorizedError,
  UnexpectedAnswerError,
  UsanceError,
} from "./errors.ts";

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
    // Following a redirect would change a POST into a GET.
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

const byStatus: Readonly<Record<number, typeof UsanceError>> = {
  400: BadRequestError,
  401: UnauthorizedError,
  402: PaymentRequiredError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  413: PayloadTooLargeError,
  422: IdempotencyMismatchError,
  429: RateLimitedError,
  500: ServerError,
  503: ServiceUnavailableError,
};

/**
 * Makes the error for a response that is not a success.
 *
 * @param body the body that was read; a proxy can send anything
 * @param idempotencyKey of the call
 */
function errorOf(response: Response, body: unknown, idempotencyKey: string | null): UsanceError {
  const facts = factsOf(response, idempotencyKey);
  const { status } = response;
  const Class = byStatus[status] ?? (status >= 500 ? ServerError : UsanceError);
  if (isObject(body) && typeof body.error === "string") return new Class(body.error, facts);
  const message = `The service answered ${status}.`;
  // Gateways send these statuses with their own texts, and with the same meaning.
  const isGateways = status === 413 || status === 429 || status >= 500;
  return new (isGateways ? Class : UnexpectedAnswerError)(message, facts);
}

/** The facts in the status and the headers of a response. */
function factsOf({ status, headers }: Response, idempotencyKey: string | null): CallFacts {
  return {
    status,
    requestId: headers.get("x-request-id"),
    location: headers.get("location"),
    retryAfter: secondsOf(headers.get("retry-after")),
    idempotencyKey,
    code: headers.get("usance-error"),
    param: headers.get("usance-error-param"),
    hint: headers.get("usance-error-hint"),
    limit: limitIn(headers),
  };
}

function limitIn(headers: Headers): ReachedLimit | null {
  const of = (part: string) => headers.get(`usance-limit${part}`);
  const [name, max, used, remaining] = ["", "-max", "-used", "-remaining"].map(of);
  if (name == null || max == null || used == null || remaining == null) return null;
  return { name, max, used, remaining, resetsAt: of("-reset") };
}

/** @param retryAfter seconds, or a date, which gateways may send */
function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
