import type { Pool } from "pg";
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import { type Limit, openLimit } from "./limit.ts";

/** How much is taken from whom. */
export interface RateLimits {
  /** Under the id of a valid key: the calls of its requests. */
  readonly ofKey: Limit;
  /** Under a caller's network: requests without a valid key. */
  readonly ofNetwork: Limit;
  /** Under a caller's network: calls of the checkout page, which takes no key. */
  readonly ofVisitor: Limit;
}

/** @param perMinute calls of a key; of a network, requests without a valid one, and calls of the checkout page */
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
