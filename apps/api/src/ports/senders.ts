import type { Hex } from "../lib/evm-fields.ts";
import type { SentCall, SignedTransaction, SimulatedCall } from "./settlement-chain.ts";

/** What a transaction offers for a unit of gas, in wei. */
export interface Fees {
  /** The maximum in all: base fee and tip together. */
  readonly maxFeePerGas: bigint;
  /** The tip. */
  readonly maxPriorityFeePerGas: bigint;
}

interface Quote {
  readonly fees: Fees;
  /** How many transactions of the address are in the chain. */
  readonly transactionCount: number;
  /** The number of the newest block. */
  readonly block: bigint;
}

/** What an account has to pay for gas with. */
export interface GasFunds {
  /** Of the chain's currency, as a decimal. */
  readonly balance: string;
  /** How many settlements it pays for at today's gas price; null where gas costs nothing. */
  readonly settlements: bigint | null;
}

/** Signs settlements with our own keys. Methods that ask the chain throw ChainUnavailable. */
export interface DirectSender {
  /** The addresses of our keys. */
  readonly signers: readonly Hex[];
  /** The signer of the next settlement: each in turn. */
  nextSigner(): Hex;
  /** What signing a call needs to know of the chain; the answer may be a fraction of a second old. */
  quote(signer: Hex): Promise<Quote>;
  funds(signer: Hex): Promise<GasFunds>;
  /** Signs a call for its operator, or several calls as one transaction. It makes no request, so it may run under a lock. */
  sign(
    calls: readonly [SimulatedCall, ...SimulatedCall[]],
    nonce: number,
    fees: Fees,
  ): Promise<SignedTransaction>;
  /**
   * Signs the same transaction with fees at least a fifth higher, when its own are too low.
   * @param waitedMs how long ago it was signed, in milliseconds
   * @returns null when higher fees would not help, or when the key is no longer configured
   */
  raise(
    sent: { readonly signer: Hex; readonly raw: Hex },
    waitedMs: number,
  ): Promise<SignedTransaction | null>;
  /**
   * Signs a transfer of nothing to the signer itself, at a transaction's nonce and with higher fees: it uses the
   * nonce, so that later transactions go on.
   * @returns null when the key is no longer configured
   */
  cancel(sent: { readonly signer: Hex; readonly raw: Hex }): Promise<SignedTransaction | null>;
}

/** What a provider says of a transaction. */
export interface ProviderTransaction {
  readonly id: string;
  /** In the provider's own word, as callers see it. */
  readonly state: string;
  readonly hash: Hex | null;
  /** `sent`: it may be under way. `ended`: the provider's final word that it will not send it. */
  readonly progress: "sent" | "ended";
}

/** A call as it was stored before the provider was asked: today's contract and token may be others. */
type ProviderCall = Pick<SentCall, "terms" | "contract" | "token" | "validUntil">;

/** Sends settlements through a wallet provider. */
export interface ProviderSender {
  /** The wallet that calls. @throws ChainUnavailable when the provider does not answer */
  wallet(): Promise<{ readonly address: Hex; readonly trouble: string | null }>;
  /**
   * Asks the provider to send the call. The same key again means the same transaction.
   * @param key a UUID v4, stored before
   * @throws CallReverted when the provider refuses the request for good, which says nothing about an earlier
   *   request with the same key. ChainUnavailable when nothing is known
   */
  execute(key: string, call: ProviderCall): Promise<ProviderTransaction>;
  /** @throws ChainUnavailable when nothing is known */
  transaction(id: string): Promise<ProviderTransaction>;
}
