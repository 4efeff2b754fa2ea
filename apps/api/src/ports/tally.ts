import type { SettlementTrigger } from "../contract/settlement-states.ts";

/** Who sends a body: a caller with a valid API key, or anyone. */
export type Access = "keyed" | "public";

export const accesses = ["keyed", "public"] as const satisfies Access[];

/** What has no room for more. */
export type Bound = "process" | "address";

/** Counts what has come about, once it is committed, for those who watch the service. */
export interface Tally {
  settlementMoved(trigger: Exclude<SettlementTrigger, "submit">): void;
  feeRaised(): void;
  /** A transaction that would have held up others is to be replaced by one that only uses its nonce. */
  nonceFreed(): void;
  /** @param gas that the transaction of a settlement has used, which reverted */
  gasBurned(gas: bigint): void;
  /** A batch of usage events was written: how many had which outcome. */
  usageMetered(batch: UsageBatch): void;
  /** There was no room for one more to wait. */
  usageTurnedAway(): void;
  /** There was no room for more of a request's body. */
  bodyTurnedAway(access: Access, bound: Bound): void;
  /** @param seconds that the endpoint took to answer, or not to */
  webhookAttempted(outcome: WebhookOutcome, seconds: number): void;
}

export interface UsageBatch {
  readonly recorded: number;
  /** Recorded before, under the same key. */
  readonly duplicate: number;
  readonly refused: number;
}

/** `failed` is tried again, `given_up` is not. */
export type WebhookOutcome = "delivered" | "failed" | "given_up";

/** Nobody watches. */
export const noTally: Tally = {
  settlementMoved: () => undefined,
  feeRaised: () => undefined,
  nonceFreed: () => undefined,
  gasBurned: () => undefined,
  usageMetered: () => undefined,
  usageTurnedAway: () => undefined,
  bodyTurnedAway: () => undefined,
  webhookAttempted: () => undefined,
};
