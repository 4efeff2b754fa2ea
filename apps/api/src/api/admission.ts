import type { Authenticate, Caller } from "../access/auth/authenticate.ts";
import type { CallCount } from "../access/limits/limit.ts";
import { networkNameOf } from "../access/limits/network.ts";
import type { RateLimits } from "../access/limits/rate-limits.ts";
import {
  keyRequired,
  PublicError,
  publicRefusal,
  tooManyRequests,
  unexpectedMessage,
} from "../operation/errors.ts";
import type { Exchange } from "./exchange.ts";

/** What decides who may come in. */
export interface Gate {
  readonly authenticate: Authenticate;
  /** null when nothing is limited. */
  readonly limits: RateLimits | null;
}

/**
 * The first question of every request that takes an API key, asked once, before its body is read.
 * The answer's `RateLimit-*` and `Retry-After` are set on the way.
 *
 * @param of.calls how many calls the request holds
 * @param of.proxies how many in front say where it is from
 * @returns a function that resolves with who the request speaks for, or rejects with a PublicError:
 *   401 without a valid key, 429 with too many calls, 500 when nobody could tell
 */
export function admission(
  gate: Gate,
  exchange: Exchange,
  of: { readonly calls: number; readonly proxies: number },
): () => Promise<Caller> {
  let answer: Promise<Caller> | undefined;
  return () => {
    answer ??= admit(gate, exchange, of).catch((error: unknown) => {
      if (error instanceof PublicError) throw error;
      exchange.log.error({ err: error }, "request failed unexpectedly");
      throw new PublicError({ code: "INTERNAL_SERVER_ERROR", message: unexpectedMessage });
    });
    return answer;
  };
}

async function admit(
  { authenticate, limits }: Gate,
  exchange: Exchange,
  { calls, proxies }: { readonly calls: number; readonly proxies: number },
): Promise<Caller> {
  const { req, headers } = exchange;
  const caller = await authenticate(req.headers.authorization);
  if (caller === null) {
    refuseExceeded(headers, await limits?.ofNetwork(networkNameOf(proxies, exchange.req), 1));
    throw publicRefusal(keyRequired);
  }
  const count = await limits?.ofKey(caller.keyId, calls);
  if (count !== undefined) {
    headers["RateLimit-Limit"] = String(count.limit);
    headers["RateLimit-Remaining"] = String(count.remaining);
    headers["RateLimit-Reset"] = String(count.resetSeconds);
  }
  refuseExceeded(headers, count);
  return caller;
}

/**
 * The first question of a request that takes no key and comes from the checkout page.
 *
 * @returns a function that resolves when it is let in, or rejects with a PublicError: 429 with too many calls
 */
export function visit(
  { limits }: Gate,
  exchange: Exchange,
  { calls, proxies }: { readonly calls: number; readonly proxies: number },
): () => Promise<void> {
  let answer: Promise<void> | undefined;
  const count = async () => {
    const counted = await limits?.ofVisitor(networkNameOf(proxies, exchange.req), calls);
    refuseExceeded(exchange.headers, counted);
  };
  return () => {
    answer ??= count();
    return answer;
  };
}

function refuseExceeded(headers: Exchange["headers"], count: CallCount | undefined): void {
  if (!count?.exceeded) return;
  headers["Retry-After"] = String(count.resetSeconds);
  throw publicRefusal(tooManyRequests);
}
