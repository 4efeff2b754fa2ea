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
import type { Parts } from "../operation/ports/parts.ts";
import { dashboardRequest } from "./dashboard-request.ts";
import type { Exchange } from "./exchange.ts";

/** Authenticates callers and limits their rate. */
export interface Gate {
  readonly authenticate: Authenticate;
  /** null when rate limits are off. */
  readonly limits: RateLimits | null;
  readonly takeTurn: TakeTurn;
}

/** Creates the context of a request with this number of calls. */
export type ContextOf = (exchange: Exchange, calls: number) => Context;

/** @param proxies number of trusted proxies in front of the service */
export function contexts(
  parts: Parts,
  { gate, readiness }: { readonly gate: Gate; readonly readiness: Context["readiness"] },
  proxies: number,
): ContextOf {
  return (exchange, calls) => {
    const { req, id, log } = exchange;
    const network = () => networkNameOf(proxies, req);
    const dashboard = () => dashboardRequest(req, parts.dashboardUrl);
    return {
      parts,
      log,
      request: {
        caller: once(() => admit(gate, exchange, { calls, network, dashboard })),
        dashboard,
        visit: once(async () => refuseExceeded(await gate.limits?.ofVisitor(network(), calls))),
        turn: async ({ seller, ...call }) => {
          const caller = seller === undefined ? { network: network() } : { seller };
          const end = await gate.takeTurn({ ...call, caller });
          if (end === null) throw publicRefusal(tooManyAtOnce);
          return end;
        },
        calls,
        id,
        idempotencyKey: req.headers["idempotency-key"]?.toString(),
      },
      reply: { headers: {} },
      readiness,
    };
  };
}

/** Runs a check at its first call only. */
function once<Answer>(check: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  return () => (answer ??= check());
}

interface Of {
  readonly calls: number;
  readonly network: () => string;
  readonly dashboard: Context["request"]["dashboard"];
}

/**
 * Authenticates a request with an API key and counts it against its rate limit, before its body is read. Sets the
 * `RateLimit-*` headers of the response.
 *
 * @param of.calls number of calls in the request
 * @throws PublicError 401 without a valid key, 429 with too many calls, 500 when the check itself failed, 503 while the
 *   database is unavailable
 */
async function admit(
  { authenticate, limits }: Gate,
  { req, headers, log }: Exchange,
  { calls, network, dashboard }: Of,
): Promise<Caller> {
  try {
    const { authorization } = req.headers;
    // A key goes before a cookie, which the browser sends by itself.
    const { token } = authorization === undefined ? dashboard() : { token: undefined };
    const caller = await (token === undefined
      ? authenticate.ofKey(authorization)
      : authenticate.ofSession(token));
    if (caller === null) {
      refuseExceeded(await limits?.ofNetwork(network(), 1));
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
  } catch (error) {
    if (error instanceof PublicError) throw error;
    log.error({ err: error }, "request failed unexpectedly");
    throw failureOf(error);
  }
}

/** @throws PublicError 429 with too many calls */
export function refuseExceeded(count: CallCount | undefined): void {
  if (!count?.exceeded) return;
  throw publicRefusal({ ...tooManyRequests, retryAfterSeconds: count.resetSeconds });
}
