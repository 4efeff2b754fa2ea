import type { Hex } from "../shared/evm-fields.ts";

/** What is recorded on the settlement chain. */
export interface SettlementTerms {
  readonly referenceHash: Hex;
  readonly invoiceId: string;
  readonly payer: Hex;
  readonly merchant: Hex;
  /** Token units of six decimals. */
  readonly amount: bigint;
}

/** A call that has been simulated and priced, and that still lacks its nonce and signature. */
export interface PreparedCall {
  readonly data: Hex;
  readonly gas: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  /** Chain time in seconds after which the contract refuses the call. */
  readonly validUntil: bigint;
  /** The signer's transaction count on the chain: where our ledger of nonces begins. */
  readonly transactionCount: number;
}

export interface SignedTransaction {
  readonly hash: Hex;
  readonly raw: Hex;
}

/** Where a recorded settlement stands on the chain. */
export interface RecordedAt {
  readonly blockNumber: bigint;
  readonly blockHash: Hex;
  readonly logIndex: number;
}

/** What the chain says of a transaction: nothing final yet, its event, or why there is none. */
export type Outcome =
  | { readonly state: "undecided" }
  | { readonly state: "recorded"; readonly at: RecordedAt }
  | { readonly state: "failed"; readonly reason: string };

/**
 * The settlement chain as settlements use it. An implementation answers with facts of the chain or
 * throws; it decides nothing and stores nothing.
 */
export interface SettlementChain {
  readonly chainId: number;
  readonly contract: Hex;
  /** The token that records name. */
  readonly token: Hex;
  readonly signer: Hex;
  /** How the contract knows an invoice. */
  invoiceHashOf(invoiceId: string): Hex;
  /**
   * Simulates, estimates and prices the call.
   * @throws CallReverted when the contract would refuse it, ChainUnavailable when nothing is known
   */
  prepare(terms: SettlementTerms): Promise<PreparedCall>;
  sign(call: PreparedCall, nonce: number): Promise<SignedTransaction>;
  /**
   * Hands signed bytes to the chain. Sending the same bytes again is harmless, and an error says
   * nothing about whether they arrived: only the outcome does.
   * @throws ChainUnavailable when the chain did not take them
   */
  send(raw: Hex): Promise<void>;
  /**
   * Reads the receipt anew and checks it: confirmations, canonical block, one event of our
   * contract with every field as in the terms.
   * @throws ChainUnavailable when nothing is known
   */
  outcomeOf(
    sent: { readonly hash: Hex; readonly validUntil: bigint },
    terms: SettlementTerms,
  ): Promise<Outcome>;
}

/** The contract refused the call; the message is its error and arguments: `InvalidAddress()`. */
export class CallReverted extends Error {
  override readonly name = "CallReverted";
}

/** The chain did not answer, or not with sense. The message is a sentence that callers may hear. */
export class ChainUnavailable extends Error {
  override readonly name = "ChainUnavailable";
}
