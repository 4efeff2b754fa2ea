import type { Logger } from "pino";
import type { SettlementChain } from "./chain/settlement-chain.ts";
import type { Database } from "./db/client.ts";
import type { Clock } from "./shared/clock.ts";

/** What operations are given to work with; compose.ts makes it once a process. */
export interface Parts {
  readonly db: Database;
  readonly clock: Clock;
  readonly chain: SettlementChain;
  readonly log: Logger;
  /** Where subscribers are sent, without a slash at the end: `<checkoutUrl>/<session id>`. */
  readonly checkoutUrl: string;
  /** How long a settlement call waits for the chain, in milliseconds. */
  readonly settlementTimeoutMs: number;
}
