import type { Request, Response } from "express";
import type { Authenticate, Caller } from "../auth/authenticate.ts";
import type { Count } from "../limits/limit.ts";
import { networkOf } from "../limits/network.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import {
  keyRequired,
  PublicError,
  publicRefusal,
  tooManyRequests,
  unexpectedMessage,
} from "../trpc/errors.ts";

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
 * @param calls how many calls the request holds
 * @returns a function that resolves with who the request speaks for, or rejects with a PublicError:
 *   401 without a valid key, 429 with too many calls, 500 when nobody could tell
 */
export function admission(
  gate: Gate,
  req: Request,
  res: Response,
  calls: number,
): () => Promise<Caller> {
  let answer: Promise<Caller> | undefined;
  return () => {
    answer ??= admit(gate, req, res, calls).catch((error: unknown) => {
      if (error instanceof PublicError) throw error;
      req.log.error({ err: error }, "request failed unexpectedly");
      throw new PublicError({ code: "INTERNAL_SERVER_ERROR", message: unexpectedMessage });
    });
    return answer;
  };
}

async function admit(
  { authenticate, limits }: Gate,
  req: Request,
  res: Response,
  calls: number,
): Promise<Caller> {
  const caller = await authenticate(req.headers.authorization);
  if (caller === null) {
    refuseExceeded(res, await limits?.ofNetwork(callersNetwork(req), 1));
    throw publicRefusal(keyRequired);
  }
  const count = await limits?.ofKey(caller.keyId, calls);
  if (count !== undefined) {
    res.setHeader("RateLimit-Limit", count.limit);
    res.setHeader("RateLimit-Remaining", count.remaining);
    res.setHeader("RateLimit-Reset", count.resetSeconds);
  }
  refuseExceeded(res, count);
  return caller;
}

function refuseExceeded(res: Response, count: Count | undefined): void {
  if (!count?.exceeded) return;
  res.setHeader("Retry-After", count.resetSeconds);
  throw publicRefusal(tooManyRequests);
}

/** A proxy may name as its client what is no address: then the proxy itself is counted. */
function callersNetwork(req: Request): string {
  return networkOf(req.ip) ?? networkOf(req.socket.remoteAddress) ?? "unknown";
}
