import type { Collector } from "../../chain/collector.ts";
import type { Executor } from "../../chain/executor.ts";
import type { Refunder } from "../../chain/refunder.ts";
import type { SettlementChain } from "../../chain/settlement-chain.ts";
import type { WalletSignIn } from "../../chain/wallet-sign-in.ts";
import type { Batched } from "../../db/batches.ts";
import type { Queryable } from "../../db/client.ts";
import type { AnyTransaction, RunStatement } from "../../db/statements.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Log } from "../../kit/log.ts";
import type { Emails } from "../../kit/mail/mailer.ts";
import type { Amount } from "../../kit/money.ts";
import type { Outbound } from "../../kit/outbound/outbound.ts";
import type { Seal } from "../../kit/seal.ts";
import type { Tenant } from "../../kit/tenant.ts";
import type { Watch } from "../../kit/watch.ts";
import type { AfterPayment, EndAttempts, PaymentRefunds } from "./after-payment.ts";
import type { Due } from "./due.ts";
import type { EventFeed } from "./event-feed.ts";
import type { Tally } from "./tally.ts";
import type { Times } from "./times.ts";

/*
 * What modules take. server/compose.ts makes it once per process; a call has its own `tenant` and `log`, and a write its
 * own `db`. The comments name files that implement it.
 */

/** Where records are. */
export interface Storage {
  /** The database, or in a write operation its one transaction. */
  readonly db: Queryable;
}

/** Where the records of a seller are. */
export interface Owned extends Storage {
  /** The seller whose records are visible and writable; null: every seller's. */
  readonly tenant: Tenant;
}

/** Logs, metrics and traces. */
interface Observed {
  readonly log: Log;
  /** Counts events. */
  readonly tally: Tally;
  /** Measures work in progress. */
  readonly watch: Watch;
}

/** What every module takes. */
export interface CoreParts extends Owned, Observed {
  /**
   * Batches the work of concurrent requests: in one transaction (`commit`, and `holds` in larger ones), or in one
   * statement that reads or writes (db/batches.ts).
   */
  readonly batch: {
    readonly commit: Batched;
    readonly holds: Batched<AnyTransaction>;
    readonly read: Batched;
    readonly write: Batched;
  };
  /** Applies changes that are due (server/time/due.ts). */
  readonly due: Due;
  /** The real time. */
  readonly clock: Clock;
  /** The time of services, some of which are on test clocks. */
  readonly times: Times;
}

/** Where pages are. */
export interface Links {
  /** The base URL of checkout pages, without a trailing slash: `<checkoutUrl>/<session id>`. */
  readonly checkoutUrl: string;
}

/** What tells subscribers of a change. */
export interface Notices extends Links {
  /** Sends e-mails to subscribers; null when the service has no mail server. */
  readonly emails: Emails | null;
}

/** What invoices, and modules after them, take. */
export interface InvoiceParts extends CoreParts, Notices {
  /** Gives up payments that were not sent (settlements/attempts.ts). */
  readonly endAttempts: EndAttempts;
  /** Takes back and restores refunds to balances with their payments (settlements/credit-notes/follow-payments.ts). */
  readonly paymentRefunds: PaymentRefunds;
}

/** What settlements, and modules after them, take. */
export interface SettlementParts extends InvoiceParts {
  /** Reads the settlement chain (chain/settlement-chain.ts). */
  readonly chain: SettlementChain;
  /** Takes payments on the chain (chain/collector.ts); null when the service takes none. */
  readonly collector: Collector | null;
  /** Refunds on the chain, which sellers pay with their own wallets. */
  readonly refunder: Refunder;
  /** Sends settlements to the chain (settlements/engine/direct-executor.ts, or provider-executor.ts there). */
  readonly executor: Executor;
  /** Applies what follows from payments (server/compose.ts). */
  readonly afterPayment: AfterPayment;
  /** How long a settlement call waits for the chain, in milliseconds. */
  readonly settlementTimeoutMs: number;
  /** How long a signer's next transaction may wait for a block before its nonce is freed, in milliseconds. */
  readonly settlementStuckMs: number;
}

/** What operations take. A module adds what later ones take from it (usage/meter.ts). */
export interface Parts extends SettlementParts {
  /** Why commits do not reach as many machines as configured, in a sentence; null when they do. */
  readonly commitTrouble: () => Promise<string | null>;
  /** Tells of events as they happen (notify/webhooks/events/event-feed.ts). */
  readonly events: EventFeed;
  /** The address of the sellers' dashboard, without a trailing slash. */
  readonly dashboardUrl: string;
  readonly walletSignIn: WalletSignIn;
  /** SHA-256 of the API key from the environment, in hex; null when the environment has none. */
  readonly bootstrapHash: string | null;
  /** The base URL of a block explorer, without a trailing slash: `<explorerUrl>/tx/<hash>`; null: none. */
  readonly explorerUrl: string | null;
  readonly webhooks: {
    /** Runs the statement that claims deliveries, on connections that look rows up by index (server/builders.ts). */
    readonly lookUp: RunStatement;
    /** The HTTP client for webhook requests. */
    readonly outbound: Outbound;
    /** Encrypts the signing secrets. */
    readonly seal: Seal;
    readonly sign: Sign;
    /** Whether endpoints may be on this machine or in private networks. */
    readonly allowPrivate: boolean;
  };
  /** The maximum gas that reverted checkout payments may use, per service and hour. */
  readonly failureGas: bigint;
  /** The maximum gas of one settlement. */
  readonly settlementMaxGas: bigint;
  readonly x402: {
    /** The least that a payment may be, in USDC. */
    readonly leastAmount: Amount;
    /** How long a call waits for the chain, in milliseconds. */
    readonly settleWaitMs: number;
    /** How many payments of a wallet can be under way at once. */
    readonly walletPayments: number;
  };
}

/**
 * Signs a webhook body as Standard Webhooks specifies.
 *
 * @param sealed the endpoint's sealed secret
 * @param head `<webhook-id>.<webhook-timestamp>.`, which is signed in front of the body
 * @returns `v1,<HMAC-SHA256 in base64>`
 * @throws CannotOpen when the secret cannot be unsealed
 */
export type Sign = (sealed: string, endpointId: string, head: string, body: Buffer) => string;
