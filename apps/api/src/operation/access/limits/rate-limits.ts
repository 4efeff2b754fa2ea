import type { Pool } from "pg";
import type { Clock } from "../../../kit/clock.ts";
import type { Log } from "../../../kit/log.ts";
import { type Limit, openLimit } from "./limit.ts";

/** The rate limits of the API. */
export interface RateLimits {
  /** Calls of a valid key, by the key's id. */
  readonly ofKey: Limit;
  /** Requests without a valid key, by network. */
  readonly ofNetwork: Limit;
  /** Calls of the checkout page, which takes no key, by network. */
  readonly ofVisitor: Limit;
}

/** @param perMinute calls of a key, requests of a network without a valid key, and checkout page calls of a network */
export function rateLimits({
  perMinute,
  ...parts
}: {
  perMinute: { key: number; network: number; visitor: number };
  pool: Pool;
  clock: Clock;
  log: Log;
}): RateLimits {
  return {
    ofKey: openLimit({ ...parts, kind: "key", perMinute: perMinute.key }),
    ofNetwork: openLimit({ ...parts, kind: "network", perMinute: perMinute.network }),
    ofVisitor: openLimit({ ...parts, kind: "visitor", perMinute: perMinute.visitor }),
  };
}
