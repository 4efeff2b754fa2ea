import type { Pool } from "pg";
import type { Clock } from "../shared/clock.ts";
import type { Log } from "../shared/log.ts";
import { type Limit, openLimit } from "./limit.ts";

/** How much is taken from whom. */
export interface RateLimits {
  /** Under the id of a valid key: the calls of its requests. */
  readonly ofKey: Limit;
  /** Under a caller's network: requests without a valid key. */
  readonly ofNetwork: Limit;
}

/** @param perMinute calls of a key, and requests of a network that come without a valid one */
export function rateLimits({
  perMinute,
  ...parts
}: {
  perMinute: { key: number; network: number };
  pool: Pool;
  clock: Clock;
  log: Log;
}): RateLimits {
  return {
    ofKey: openLimit({ ...parts, kind: "key", perMinute: perMinute.key }),
    ofNetwork: openLimit({ ...parts, kind: "network", perMinute: perMinute.network }),
  };
}
