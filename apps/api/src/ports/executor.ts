import type { Settlement, SettlementTransaction } from "../db/generated/client.ts";
import type { Hex } from "../lib/evm-fields.ts";
import type { GasFunds } from "./senders.ts";
import type {
  Operator,
  SettlementTerms,
  SignedTransaction,
  SimulatedCall,
} from "./settlement-chain.ts";

/** A settlement with the transactions that were signed for it, newest first. */
export type TrackedSettlement = Settlement & { readonly transactions: SettlementTransaction[] };

/** A call that the contract would accept, and all that a settlement stores before it is sent. */
export interface PreparedCall {
  readonly executor: NonNullable<Settlement["executor"]>;
  readonly signerAddress: Hex;
  readonly validUntil: bigint;
  readonly submittedBlock: bigint;
  /** The provider's idempotency key. */
  readonly providerKey: string | null;
  /** The transaction in which the chain has it already; null when it is to be sent. */
  readonly recordedBy: Hex | null;
  /** Null when the provider signs, or when the chain has it already. */
  readonly signing: {
    /** How many transactions of the signer are in the chain. */
    readonly transactionCount: number;
    readonly call: SimulatedCall;
    /** @param calls this one, or several that share its transaction */
    sign(
      calls: readonly [SimulatedCall, ...SimulatedCall[]],
      nonce: number,
    ): Promise<SignedTransaction>;
  } | null;
}

/** An account whose key the service holds. */
interface OwnSigner {
  readonly address: Hex;
  /** How many transactions of it are in the chain. @throws ChainUnavailable */
  transactionCount(): Promise<number>;
  /** @throws ChainUnavailable */
  funds(): Promise<GasFunds>;
}

/** The settlement executor: how calls get to the chain, by our own keys or by a wallet provider. */
export interface Executor {
  /** The accounts whose nonces the service keeps; none with a provider. */
  readonly signers: readonly OwnSigner[];
  /** Who may call the contract, and what is wrong with them. @throws ChainUnavailable */
  operators(): Promise<{
    readonly operators: readonly Operator[];
    readonly trouble: string | null;
  }>;
  /**
   * Simulates and prices a call, outside any transaction.
   * @throws CallReverted when the contract would refuse it; AlreadySettled; ChainUnavailable
   */
  prepare(terms: SettlementTerms): Promise<PreparedCall>;
  /**
   * Sends what was stored for a settlement, or sends it again, or replaces it. Another executor may have
   * submitted the settlement: then bytes that it signed are sent as they are, and what it handed to a provider
   * is left alone.
   * @throws ChainUnavailable
   */
  push(settlement: TrackedSettlement): Promise<void>;
}
