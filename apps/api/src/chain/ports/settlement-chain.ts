import type { Hex } from "../../kit/evm-fields.ts";
import { Refusal } from "../../kit/refusal.ts";
import { chainDoesNotAnswer } from "../../schemas/settlements.ts";

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

/** How long a new call stays valid, in seconds of chain time. */
export const validitySeconds = 3_600n;

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

/**
 * The settlement chain as the settlement engine uses it. It returns facts read from the chain or throws
 * ChainUnavailable. It never guesses and stores nothing about settlements.
 */
export interface SettlementChain {
  /** Scheme, host and port of the node, for the log. */
  readonly node: string;
  readonly chainId: number;
  readonly contract: Hex;
  /** The token named in records; the zero address when there is no token. */
  readonly token: Hex;
  /** The hash by which the contract identifies an invoice. */
  invoiceHashOf(invoiceId: string): Hex;
  /** The registry that records a settlement: its collector's registry, or `contract` without a collector. */
  contractOf(terms: SettlementTerms): Promise<Hex>;
  /** The version of `contract`. @throws ChainUnavailable */
  version(): Promise<string>;
  /** Checks the contract and the accounts that call it. */
  troubles(operators: readonly Operator[]): Promise<ChainTrouble[]>;
  /** The chain time in seconds until which a new call is valid. */
  deadline(): Promise<bigint>;
  /**
   * Simulates the call as it would be sent: from the operator, at current fees, in the pending block, and within the
   * gas limit of a settlement.
   * @throws CallReverted when the contract would refuse it; TooMuchGas when it exceeds the gas limit; AlreadySettled
   *   when the contract has a record of the invoice
   */
  simulate(terms: SettlementTerms, operator: Hex): Promise<SimulatedCall>;
  /**
   * Finds the first block that can contain a settlement's record.
   * @param since a real time before which its invoice was not there. If the chain's latest block is older, the search
   *   begins with the block of the contract's deployment
   */
  firstBlockSince(since: Date): Promise<bigint>;
  /**
   * Searches the registry for an event that matches the terms exactly, sent by anyone.
   * @returns null when the chain has no such event
   */
  findRecord(
    terms: SettlementTerms,
    of: { readonly fromBlock: bigint; readonly search: Search },
  ): Promise<FoundRecord | null>;
  /**
   * Reads the receipts without a cache and checks confirmations, the canonical block, and that exactly one event of our
   * contract matches every field of the terms.
   * @param options.thorough when no transaction has landed, also check whether one still can
   */
  outcomeOf(
    sent: SentCall,
    options: { readonly thorough: boolean; readonly search: Search },
  ): Promise<SettlementOutcome>;
  /** Returns whether a block is still canonical; null when the node has no block of that number. */
  hasBlock(block: Pick<ChainPosition, "blockNumber" | "blockHash">): Promise<boolean | null>;
  /** Returns whether a nonce is used in a final block. */
  isNonceUsed(address: Hex, nonce: number): Promise<boolean>;
  /**
   * Broadcasts signed bytes. Sending the same bytes again is harmless. An error does not tell whether they arrived;
   * only `outcomeOf` does.
   * @throws NeverAccepted when the node permanently refuses these bytes
   */
  send(raw: Hex): Promise<void>;
}

export interface SignedTransaction {
  readonly hash: Hex;
  /** The serialized transaction. */
  readonly raw: Hex;
}

/**
 * The call would fail, or the wallet provider refuses it. The message is the contract's error with arguments, such as
 * `InvalidAddress()`, or the provider's reason.
 */
export class CallReverted extends Error {
  override readonly name: string = "CallReverted";
}

/** The call needs more gas than a settlement may use. The message states the limit. */
export class TooMuchGas extends CallReverted {
  override readonly name = "TooMuchGas";
}

/** The contract already has a record of the invoice, from this settlement or another. */
export class AlreadySettled extends CallReverted {
  override readonly name = "AlreadySettled";
}

/**
 * The chain did not answer, its answer was invalid, or no signer can send now, so nothing is known about the
 * settlement and it is tried again. The message is a sentence that is safe to show to callers. The
 * cause, if any, is for the log: it names the node.
 */
export class ChainUnavailable extends Error {
  override readonly name: string = "ChainUnavailable";

  /** The message and the cause, for a line of the log. */
  get reason(): string {
    return this.cause instanceof Error ? `${this.message} (${this.cause.message})` : this.message;
  }
}

/** The node permanently refuses these bytes. Their nonce needs another transaction. */
export class NeverAccepted extends ChainUnavailable {
  override readonly name = "NeverAccepted";
}

/**
 * Awaits a read from the chain that a caller waits for. When the chain does not answer, or its
 * contract refuses the read, the caller gets a 503.
 */
export async function askChain<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    const hasNoAnswer = error instanceof ChainUnavailable || error instanceof CallReverted;
    if (hasNoAnswer) throw new Refusal(chainDoesNotAnswer);
    throw error;
  }
}
