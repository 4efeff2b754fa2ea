import type { Batched } from "../db/batches.ts";
import type { Queryable } from "../db/client.ts";
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { Seal } from "../lib/seal.ts";
import type { Tenant } from "../lib/tenant.ts";
import type { Watch } from "../lib/watch.ts";
import type { Outbound } from "../platform/outbound/outbound.ts";
import type { AfterPayment } from "./after-payment.ts";
import type { Collector } from "./collector.ts";
import type { Due } from "./due.ts";
import type { Executor } from "./executor.ts";
import type { HasLiveSettlement } from "./live-settlement.ts";
import type { Meter } from "./meter.ts";
import type { SettlementChain } from "./settlement-chain.ts";
import type { Sign } from "./sign.ts";
import type { Tally } from "./tally.ts";

/** What operations are given to work with; compose.ts makes it once a process. */
export interface Parts {
  /** The database, or in a write the one transaction that it is. */
  readonly db: Queryable;
  /** Batches work of several requests: in one transaction, or as one statement that reads or writes. */
  readonly batch: {
    readonly commit: Batched;
    readonly read: Batched;
    readonly write: Batched;
  };
  /** What records usage. */
  readonly meter: Meter;
  /** What makes the changes that have come due. */
  readonly due: Due;
  /** Whose records are seen and changed. */
  readonly tenant: Tenant;
  readonly clock: Clock;
  readonly chain: SettlementChain;
  /** What takes payments there; null: none are taken. */
  readonly collector: Collector | null;
  /** Those that payers signed spending caps for before, which are collected by them alone. */
  readonly previousCollectors: readonly Collector[];
  /** What takes settlements to it. */
  readonly executor: Executor;
  readonly hasLiveSettlement: HasLiveSettlement;
  readonly afterPayment: AfterPayment;
  readonly log: Log;
  /** For those who watch the service: what has come about, and what is being done. */
  readonly tally: Tally;
  readonly watch: Watch;
  /** Where subscribers are sent, without a slash at the end: `<checkoutUrl>/<session id>`. */
  readonly checkoutUrl: string;
  readonly webhooks: {
    /** What they are sent with. */
    readonly outbound: Outbound;
    /** What their secrets are sealed with. */
    readonly seal: Seal;
    readonly sign: Sign;
    /** Whether they may go to this machine and its networks. */
    readonly allowPrivate: boolean;
  };
  /** How much gas payments at checkout that revert may use, a service and hour. */
  readonly failureGas: bigint;
  /** The most gas that one settlement may use. */
  readonly settlementMaxGas: bigint;
  /** How long a settlement call waits for the chain, in milliseconds. */
  readonly settlementTimeoutMs: number;
  /** How long a signer's next transaction waits for a block before its nonce is freed, in milliseconds. */
  readonly settlementStuckMs: number;
}
