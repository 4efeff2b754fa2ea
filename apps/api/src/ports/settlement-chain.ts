import type { Hex } from "../lib/evm-fields.ts";

/** What is recorded on the settlement chain. */
export interface SettlementTerms {
  readonly referenceHash: Hex;
  readonly invoiceId: string;
  readonly payer: Hex;
  readonly merchant: Hex;
  /** Token units of six decimals. */
  readonly amount: bigint;
  /** What takes the payment with the record; null: it was made elsewhere. */
  readonly collection: Collection | null;
}

/** How long a call that is made now stays valid, in seconds of chain time. */
export const validitySeconds = 3_600n;

/** A call of a SettlementCollector, made before it is sent: the payer has signed for it (collector.ts). */
export interface Collection {
  readonly collector: Hex;
  readonly callData: Hex;
  /** Chain time in seconds, in the call itself. */
  readonly validUntil: bigint;
}

/** A call that the contract would take now. */
export interface SimulatedCall {
  readonly terms: SettlementTerms;
  /** Who calls. */
  readonly operator: Hex;
  /** The gas limit to send it with: what it costs and a margin, never more than the bound. */
  readonly gas: bigint;
  /** Chain time in seconds after which the contract refuses the call. */
  readonly validUntil: bigint;
  /** The newest block of the simulation: whatever is sent from now on lands in a later one. */
  readonly block: bigint;
  /** The collector in whose batches it may be settled; null when it needs a transaction of its own. */
  readonly batchCollector: Hex | null;
}

/** A settlement of which something may have been sent, as the chain is asked about it. */
export interface SentCall {
  readonly terms: SettlementTerms;
  /** What was called, and the token that was named: today's may be others. */
  readonly contract: Hex;
  readonly token: Hex;
  readonly operator: Hex;
  /** The transactions that may land, of which at most one does; none while a provider has told none. */
  readonly hashes: readonly Hex[];
  /** Those of them that only use the nonce up, so that the settlement never lands. */
  readonly cancelling: readonly Hex[];
  /** Transactions of other attempts to pay the invoice, of the same terms: what they record is not this one's. */
  readonly rivals: readonly Hex[];
  /** Which all of them have; null when the provider sends it. */
  readonly nonce: number | null;
  readonly validUntil: bigint;
  readonly submittedBlock: bigint;
}

/** Where a recorded settlement stands on the chain. */
export interface RecordedAt {
  readonly transactionHash: Hex;
  readonly blockNumber: bigint;
  readonly blockHash: Hex;
  readonly logIndex: number;
}

/** A settlement's event that stands on the chain though we sent no transaction for it, or lost it. */
export interface FoundRecord {
  /** The registry that has it. */
  readonly contract: Hex;
  readonly transactionHash: Hex;
  readonly blockNumber: bigint;
  /** Who had it recorded. */
  readonly operator: Hex;
}

/** What the chain says of a settlement. `final`: deep enough that no reorganisation undoes it. */
export type SettlementOutcome =
  /** It may still land, or it did not too long ago. */
  | { readonly state: "undecided" }
  | { readonly state: "recorded"; readonly at: RecordedAt; readonly final: boolean }
  /**
   * A transaction of it is in the chain and has not recorded it. `succeeded`: it ran all the same, so
   * what it called is not the contract as we know it.
   */
  | {
      readonly state: "reverted";
      readonly reason: string;
      readonly gasUsed: bigint | null;
      readonly succeeded: boolean;
      readonly final: boolean;
    }
  /** It never will be recorded: its time on the chain is up. */
  | { readonly state: "expired" }
  /** Neither will this: somebody else has used the nonce, and so the key. */
  | { readonly state: "displaced" };

/** Who calls the contract. */
export interface Operator {
  readonly address: Hex;
  /** What the address is, by the variable that names it: `SETTLEMENT_SIGNER_KEY is the key of`. */
  readonly knownAs: string;
  readonly paysGas: boolean;
}

/**
 * What keeps settlements from being sent. `setup`: it never worked, and never will as it is. `gas`: the signer
 * lacks it. `token`: its issuer has paused it, or blacklisted one of us.
 */
export interface ChainTrouble {
  readonly kind: "setup" | "gas" | "token";
  /** A sentence that anybody may hear. */
  readonly message: string;
}

/**
 * The settlement chain as settlements read it. It answers with facts of the chain or throws
 * ChainUnavailable; it never guesses, and it keeps nothing of a settlement.
 */
export interface SettlementChain {
  readonly chainId: number;
  readonly contract: Hex;
  /** The token that records name; the zero address where there is none. */
  readonly token: Hex;
  /** How the contract knows an invoice. */
  invoiceHashOf(invoiceId: string): Hex;
  /** The registry that a settlement is recorded in: that of its collector, else `contract`. */
  contractOf(terms: SettlementTerms): Promise<Hex>;
  /** Looks at the contract and at those who are to call it. */
  troubles(operators: readonly Operator[]): Promise<ChainTrouble[]>;
  /** Chain time in seconds until which a call that is made now is valid. */
  deadline(): Promise<bigint>;
  /**
   * Tries the call as it would be sent, without sending it: from the operator, at today's fees, in the
   * pending block, within the bound on gas.
   * @throws CallReverted when the contract would refuse it; TooMuchGas when it needs more than the bound;
   *   AlreadySettled when the contract has a record in its way, or another registry has the invoice
   */
  simulate(terms: SettlementTerms, operator: Hex): Promise<SimulatedCall>;
  /**
   * Looks for the event that says exactly what the terms say, whoever sent it, in all registries.
   * @returns null when the chain has none
   */
  findRecord(terms: SettlementTerms): Promise<FoundRecord | null>;
  /**
   * Reads the receipts anew and checks them: confirmations, canonical block, one event of our
   * contract with every field as in the terms.
   * @param options.thorough asks also whether it can still land, when no transaction has
   */
  outcomeOf(sent: SentCall, options: { readonly thorough: boolean }): Promise<SettlementOutcome>;
  /** Whether a block is still the chain's; null when the node does not know one of that number. */
  hasBlock(block: Pick<RecordedAt, "blockNumber" | "blockHash">): Promise<boolean | null>;
  /** Whether a nonce is used, for good. */
  isNonceUsed(address: Hex, nonce: number): Promise<boolean>;
  /**
   * Hands signed bytes to the chain. Sending the same bytes again is harmless, and an error says
   * nothing about whether they arrived: only the outcome does.
   * @throws NeverAccepted when the node refuses exactly these bytes for good
   */
  send(raw: Hex): Promise<void>;
}

export interface SignedTransaction {
  readonly hash: Hex;
  /** Serialized. */
  readonly raw: Hex;
}

/** The contract refused the call; the message is its error and arguments: `InvalidAddress()`. */
export class CallReverted extends Error {
  override readonly name: string = "CallReverted";
}

/** The call needs more gas than a settlement may use. The message says how much that is. */
export class TooMuchGas extends CallReverted {
  override readonly name = "TooMuchGas";
}

/** The contract has a record of the invoice or the reference already: ours, or another's. */
export class AlreadySettled extends CallReverted {
  override readonly name = "AlreadySettled";
}

/** The chain did not answer, or not with sense. The message is a sentence that callers may hear. */
export class ChainUnavailable extends Error {
  override readonly name: string = "ChainUnavailable";
}

/** The node refuses these bytes, whatever the chain's state becomes: their nonce needs others. */
export class NeverAccepted extends ChainUnavailable {
  override readonly name = "NeverAccepted";
}
