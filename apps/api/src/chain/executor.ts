import type { Settlement, SettlementTransaction } from "../db/generated/client.ts";
import type { Hex } from "../kit/evm-fields.ts";
import type { DirectSigner } from "./direct-signer.ts";
import type { GasFunds } from "./fees.ts";
import type {
  Operator,
  SettlementTerms,
  SignedTransaction,
  SimulatedCall,
} from "./settlement-terms.ts";

/** A settlement with its signed transactions, newest first. */
export type TrackedSettlement = Settlement & { readonly transactions: SettlementTransaction[] };

/** A call that passed simulation, with everything that is stored before it is sent. */
export interface PreparedCall {
  readonly executor: NonNullable<Settlement["executor"]>;
  readonly signerAddress: Hex;
  readonly validUntil: bigint;
  readonly submittedBlock: bigint;
  /** The provider's idempotency key. */
  readonly providerKey: string | null;
  /** Set if the chain has already recorded it. `by` is the transaction; null while its event is still searched for. */
  readonly recorded: { readonly by: Hex | null } | null;
  /** Null when the provider signs, or when the chain has already recorded it. */
  readonly signing: {
    /** The number of the signer's transactions in the chain. */
    readonly transactionCount: number;
    readonly call: SimulatedCall;
    /** @param calls this call, or all calls that share its transaction */
    sign(
      calls: readonly [SimulatedCall, ...SimulatedCall[]],
      nonce: number,
    ): Promise<SignedTransaction>;
  } | null;
}

/** An account whose key this service holds. */
export interface OwnSigner {
  readonly address: Hex;
  /** Reads the number of its transactions in the chain. @throws ChainUnavailable */
  transactionCount(): Promise<number>;
  /** Reads its funds for gas. @throws ChainUnavailable */
  funds(): Promise<GasFunds>;
}

/** The settlement executor. It sends calls to the chain with the service's own keys or through a wallet provider. */
export interface Executor {
  /** The accounts whose nonces the service manages; empty with a provider. */
  readonly signers: readonly OwnSigner[];
  /** Signs with those accounts; null with a provider. */
  readonly sender: DirectSigner | null;
  /** Returns the accounts that call the contract, and why they cannot, if so. @throws ChainUnavailable */
  operators(): Promise<{
    readonly operators: readonly Operator[];
    readonly trouble: string | null;
  }>;
  /**
   * Simulates a call and reads its fees, outside any transaction.
   * @throws CallReverted when the contract would refuse it; AlreadySettled; ChainUnavailable
   */
  prepare(terms: SettlementTerms): Promise<PreparedCall>;
  /**
   * Sends, resends or replaces the stored transaction of a settlement. If another executor submitted the settlement,
   * its signed bytes are sent unchanged, and a provider's transaction is left alone.
   * @throws ChainUnavailable
   */
  push(settlement: TrackedSettlement): Promise<void>;
}
