import type { Hex } from "../kit/evm-fields.ts";

/** The fields of a settlement that are recorded on the settlement chain. */
export interface SettlementTerms {
  readonly referenceHash: Hex;
  readonly invoiceId: string;
  readonly payer: Hex;
  readonly merchant: Hex;
  /** In token units (six decimals). */
  readonly amount: bigint;
  /** The call that takes the payment and records it; null when the payment was made elsewhere and is only recorded. */
  readonly collection: Collection | null;
}

/** A SettlementCollector call, prepared in advance: the payer has signed its terms (collector.ts). */
export interface Collection {
  readonly collector: Hex;
  readonly callData: Hex;
  /** Chain time in seconds. It is part of the call data. */
  readonly validUntil: bigint;
}

/** A call whose simulation succeeded. */
export interface SimulatedCall {
  readonly terms: SettlementTerms;
  /** The address that calls the contract. */
  readonly operator: Hex;
  /** The gas limit to send it with: the estimate plus a margin, capped at the maximum gas of a settlement. */
  readonly gas: bigint;
  /** Chain time in seconds. The contract refuses the call after it. */
  readonly validUntil: bigint;
  /** The newest block at simulation time. Transactions sent from now on land in a later block. */
  readonly block: bigint;
  /** The collector that can settle it in a batch; null when it needs its own transaction. */
  readonly batchCollector: Hex | null;
}

/** A settlement for which a transaction may have been sent, with all that is needed to query the chain about it. */
export interface SentCall {
  readonly terms: SettlementTerms;
  /** The contract that was called and the token that was named. The current configuration may differ. */
  readonly contract: Hex;
  readonly token: Hex;
  readonly operator: Hex;
  /** The transactions that may land. At most one of them does. Empty while a provider has not reported a hash. */
  readonly hashes: readonly Hex[];
  /** Those of `hashes` that only consume the nonce. If one of them lands, the settlement never does. */
  readonly cancelling: readonly Hex[];
  /** Transactions of other attempts to pay the invoice, with the same terms. Their events belong to those attempts. */
  readonly rivals: readonly Hex[];
  /** The nonce shared by all the transactions; null when a provider sends. */
  readonly nonce: number | null;
  readonly validUntil: bigint;
  readonly submittedBlock: bigint;
}

/** The position of a recorded settlement on the chain. */
export interface ChainPosition {
  readonly transactionHash: Hex;
  readonly blockNumber: bigint;
  readonly blockHash: Hex;
  readonly logIndex: number;
}

/** A settlement event on the chain for which the database has no transaction: never sent by this service, or lost. */
export interface FoundRecord {
  /** The registry that emitted it. */
  readonly contract: Hex;
  readonly transactionHash: Hex;
  readonly blockNumber: bigint;
  /** The address that had it recorded. */
  readonly operator: Hex;
}

/** The stored progress of a search for an event, newest block first. The next search continues where the last one ended. */
export interface Search {
  /** Reads the lowest block that was searched; null: none was. */
  readonly searchedFrom: () => Promise<bigint | null>;
  readonly keep: (searchedFrom: bigint) => Promise<void>;
  /** The time limit of one search, in milliseconds. The next one continues it. */
  readonly maxMs: number;
}

/** The state of a settlement on the chain. `final`: so deep that reorganizations are no longer expected. */
export type SettlementOutcome =
  /** It may still land, or it landed too recently to count. */
  | { readonly state: "undecided" }
  /** `operator`: the account that recorded it; null if it is the collector, or known already. */
  | {
      readonly state: "recorded";
      readonly at: ChainPosition;
      readonly operator: Hex | null;
      readonly final: boolean;
    }
  /**
   * Its transaction is in a block but did not record it. `succeeded`: the transaction did not revert, so the called
   * contract is not the expected one.
   */
  | {
      readonly state: "reverted";
      readonly reason: string;
      readonly gasUsed: bigint | null;
      readonly succeeded: boolean;
      readonly final: boolean;
    }
  /** It can never be recorded: its validity on the chain has expired. */
  | { readonly state: "expired" }
  /** It can never be recorded: another transaction used its nonce, so somebody else has the key. */
  | { readonly state: "displaced" };

/** An account that calls the contract. */
export interface Operator {
  readonly address: Hex;
  /**
   * A phrase for messages that names the address by its configuration variable: `SETTLEMENT_SIGNER_KEY is the key of`.
   */
  readonly knownAs: string;
  readonly paysGas: boolean;
}

/**
 * A problem that prevents settlements. `setup`: the configuration is wrong and settlements cannot work until it is
 * changed. `gas`: the signer lacks gas funds. `token`: the issuer has paused the token, or blacklisted one of the
 * service's addresses.
 */
export interface ChainTrouble {
  readonly kind: "setup" | "gas" | "token";
  /** A sentence that is safe to show to anyone. */
  readonly message: string;
}

export interface SignedTransaction {
  readonly hash: Hex;
  /** The serialized transaction. */
  readonly raw: Hex;
}
