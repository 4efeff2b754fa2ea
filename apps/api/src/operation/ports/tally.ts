import type { SettlementTrigger } from "../../schemas/settlement-states.ts";
import type { EmailState, RefundTrigger } from "../../schemas/states.ts";

/** Who sends a request body: a caller with a valid API key, or anyone. */
export type Access = "keyed" | "public";

export const accesses = ["keyed", "public"] as const satisfies Access[];

/** The limit that was reached: the whole process's, or one address's. */
export type Bound = "process" | "address";

/** Counts events for metrics, after they are committed. */
export interface Tally {
  settlementMoved(trigger: Exclude<SettlementTrigger, "submit">): void;
  /** A refund to a wallet changed its state. */
  refundMoved(trigger: RefundTrigger): void;
  feeRaised(): void;
  /** A blocked transaction is being replaced by one that only consumes its nonce. */
  nonceFreed(): void;
  /** @param gas the gas used by a settlement's transaction that reverted */
  gasBurned(gas: bigint): void;
  /** A batch of usage events was written, with the number of events per outcome. */
  usageMetered(batch: UsageBatch): void;
  /** A usage event was rejected because the queue was full. */
  usageQueueFull(): void;
  /** A request body was rejected because the body limit was reached. */
  bodyRefused(access: Access, bound: Bound): void;
  /** @param seconds how long the attempt took, answered or not */
  webhookAttempted(outcome: WebhookOutcome, seconds: number): void;
  /** @param status the e-mail's after the attempt; @param seconds how long the attempt took */
  emailAttempted(status: EmailState, seconds: number): void;
}

export interface UsageBatch {
  readonly recorded: number;
  /** Refused, because the subscription has an event with the same `eventKey`.*/
  readonly duplicate: number;
  readonly refused: number;
  /** The records that the events reference. */
  readonly references: {
    readonly count: number;
    /** How many of them the database returned, because this process did not know their versions. */
    readonly read: number;
    /** Characters of records that this process keeps. */
    readonly size: number;
  };
}

/** `failed` attempts are retried; `given_up` ones are not. */
export type WebhookOutcome = "delivered" | "failed" | "given_up";

/** Counts nothing. */
export const noTally: Tally = {
  settlementMoved: () => undefined,
  refundMoved: () => undefined,
  feeRaised: () => undefined,
  nonceFreed: () => undefined,
  gasBurned: () => undefined,
  usageMetered: () => undefined,
  usageQueueFull: () => undefined,
  bodyRefused: () => undefined,
  webhookAttempted: () => undefined,
  emailAttempted: () => undefined,
};
