import type { Hex } from "../../kit/evm-fields.ts";
import type { SentCall, SignedTransaction, SimulatedCall } from "./settlement-chain.ts";

/** The fees that a transaction offers, in wei per unit of gas. */
export interface Fees {
  /** The maximum total: base fee plus tip. */
  readonly maxFeePerGas: bigint;
  /** The tip. */
  readonly maxPriorityFeePerGas: bigint;
}

interface Quote {
  readonly fees: Fees;
  /** The number of the address's transactions in the chain. */
  readonly transactionCount: number;
  /** The number of the newest block. */
  readonly block: bigint;
}

/** An account's funds for gas. */
export interface GasFunds {
  /** In the chain's native currency, as a decimal. */
  readonly balance: string;
  /** How many settlements it can pay for at the current gas price; null when gas is free. */
  readonly settlements: bigint | null;
}

/** Signs settlements with the service's own keys. Methods that query the chain throw ChainUnavailable. */
export interface DirectSigner {
  /** The addresses of the configured keys. */
  readonly signers: readonly Hex[];
  /** Returns the signer of the next settlement, round-robin. */
  nextSigner(): Hex;
  /** Reads the chain state needed for signing. Only the fees and the block may be a fraction of a second old. */
  quote(signer: Hex): Promise<Quote>;
  funds(signer: Hex): Promise<GasFunds>;
  /**
   * Signs one call for its operator, or several calls as one transaction. It makes no requests, so it may run under a
   * lock.
   */
  sign(
    calls: readonly [SimulatedCall, ...SimulatedCall[]],
    nonce: number,
    fees: Fees,
  ): Promise<SignedTransaction>;
  /**
   * Signs the same transaction with fees at least a fifth higher, when its current fees are too low.
   * @param waitedMs how long ago it was signed, in milliseconds
   * @returns null when higher fees would not help, or when the key is no longer configured
   */
  raise(
    sent: { readonly signer: Hex; readonly raw: Hex },
    waitedMs: number,
  ): Promise<SignedTransaction | null>;
  /**
   * Signs a zero-value transfer to the signer itself, with a transaction's nonce and higher fees. It consumes the nonce
   * so that later transactions can proceed.
   * @returns null when the key is no longer configured
   */
  cancel(sent: { readonly signer: Hex; readonly raw: Hex }): Promise<SignedTransaction | null>;
}

/** A transaction as the provider reports it. */
export interface ProviderTransaction {
  readonly id: string;
  /** The provider's own name of the state. Callers see it. */
  readonly state: string;
  readonly hash: Hex | null;
  /** `sent`: it may be in progress. `ended`: the provider has finally decided not to send it. */
  readonly progress: "sent" | "ended";
}

/** A call as it was stored before the provider request. The currently configured contract and token may differ. */
type ProviderCall = Pick<SentCall, "terms" | "contract" | "token" | "validUntil">;

/** Sends settlements through a wallet provider. */
export interface ProviderSender {
  /** Returns the wallet that calls the contract. @throws ChainUnavailable when the provider does not answer */
  wallet(): Promise<{ readonly address: Hex; readonly trouble: string | null }>;
  /**
   * Requests the provider to send the call. Repeating the key returns the same transaction.
   * @param key a UUID v4, stored before the first request
   * @throws CallReverted when the provider permanently refuses this request; an earlier request with the same key may
   *   still have been accepted. ChainUnavailable when the result is unknown
   */
  execute(key: string, call: ProviderCall): Promise<ProviderTransaction>;
  /** @throws ChainUnavailable when the result is unknown */
  transaction(id: string): Promise<ProviderTransaction>;
}
