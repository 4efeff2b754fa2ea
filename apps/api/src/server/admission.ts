import type { Authenticate, Caller } from "../operation/access/auth/authenticate.ts";
import type { TakeTurn } from "../operation/access/limits/costs.ts";
import type { CallCount } from "../operation/access/limits/limit.ts";
import { networkNameOf } from "../operation/access/limits/network.ts";
import type { RateLimits } from "../operation/access/limits/rate-limits.ts";
import type { Context } from "../operation/context.ts";
import {
  failureOf,
  keyRequired,
  PublicError,
  publicRefusal,
  tooManyAtOnce,
  tooManyRequests,
} from "../operation/errors.ts";
import { dashboardRequest } from "./dashboard-request.ts";
import type { Exchange } from "./exchange.ts";

/** Authenticates callers and limits their rate. */
export interface Gate {
  readonly authenticate: Authenticate;
  /** null when rate limits are off. */
  readonly limits: RateLimits | null;
  readonly takeTurn: TakeTurn;
}

/** What is known of a request before it is read. */
interface Of {
  readonly calls: number;
  readonly proxies: number;
}

/**
 * Authenticates a request with an API key and counts it against its rate limit, once, before its body is read. Sets
 * the `RateLimit-*` headers of the response.
 *
 * @param of.calls number of calls in the request
 * @param of.proxies number of trusted proxies in front of the service
 * @param of.dashboardUrl its protocol decides the name of the session's cookie
 * @returns a function that resolves with the caller, or rejects with a PublicError: 401 without a valid key, 429 with
 *   too many calls, 500 when the check itself failed, 503 while the database is unavailable
 */
export function admission(
  gate: Gate,
  exchange: Exchange,
  of: Of & { readonly dashboardUrl: string },
): () => Promise<Caller> {
  let answer: Promise<Caller> | undefined;
  return () => {
    answer ??= admit(gate, exchange, of).catch((error: unknown) => {
      if (error instanceof PublicError) throw error;
      exchange.log.error({ err: error }, "request failed unexpectedly");
      throw failureOf(error);
    });
    return answer;
  };
}

async function admit(
  { authenticate, limits }: Gate,
  exchange: Exchange,
  { calls, proxies, dashboardUrl }: Parameters<typeof admission>[2],
): Promise<Caller> {
  const { req, headers } = exchange;
  const { authorization } = req.headers;
  // A key goes before a cookie, which the browser sends by itself.
  const { token } =
    authorization === undefined ? dashboardRequest(req, dashboardUrl) : { token: undefined };
  const caller = await (token === undefined
    ? authenticate.ofKey(authorization)
    : authenticate.ofSession(token));
  if (caller === null) {
    refuseExceeded(await limits?.ofNetwork(networkNameOf(proxies, exchange.req), 1));
    throw publicRefusal(keyRequired);
  }
  const count = await limits?.ofKey(caller.keyId, calls);
  if (count !== undefined) {
    headers["RateLimit-Limit"] = String(count.limit);
    headers["RateLimit-Remaining"] = String(count.remaining);
    headers["RateLimit-Reset"] = String(count.resetSeconds);
  }
  refuseExceeded(count);
  return caller;
}

/**
 * Counts a request of the checkout page, which needs no key, against the rate limit of its network.
 *
 * @returns a function that resolves when the request is allowed, or rejects with a PublicError: 429 with too many calls
 */
export function visit(
  { limits }: Gate,
  exchange: Exchange,
  { calls, proxies }: Of,
): () => Promise<void> {
  let answer: Promise<void> | undefined;
  const count = async () => {
    const counted = await limits?.ofVisitor(networkNameOf(proxies, exchange.req), calls);
    refuseExceeded(counted);
  };
  return () => {
    answer ??= count();
    return answer;
  };
}

/** @returns a function that waits until a call may run, or rejects with a PublicError: 429 with too many calls at once */
export function turn(
  { takeTurn }: Gate,
  { req }: Exchange,
  proxies: number,
): Context["request"]["turn"] {
  return async ({ seller, ...call }) => {
    const caller = seller === undefined ? { network: networkNameOf(proxies, req) } : { seller };
    const end = await takeTurn({ ...call, caller });
    if (end === null) throw publicRefusal(tooManyAtOnce);
    return end;
  };
}

function refuseExceeded(count: CallCount | undefined): void {
  if (!count?.exceeded) return;
  throw publicRefusal({ ...tooManyRequests, retryAfterSeconds: count.resetSeconds });
}
