import type { Hex } from "../../kit/evm-fields.ts";
import type { ChainTrouble, Collection, Operator, SettlementTerms } from "./settlement-chain.ts";

/** EIP-712 typed data as wallets accept it: integers are decimal strings. */
export interface TypedData {
  readonly domain: {
    readonly name: string;
    readonly version: string;
    readonly chainId: number;
    readonly verifyingContract: Hex;
  };
  readonly types: Record<string, { name: string; type: string }[]>;
  readonly primaryType: string;
  readonly message: Record<string, string>;
}

/** The payment that the payer signs, with its deadline. */
export type PaymentTerms = Omit<SettlementTerms, "collection"> & {
  /** Chain time in seconds. */
  readonly validUntil: bigint;
};

/** The spending cap that a payer signs for later settlements (contracts/src/collector/CapSettlements.sol, SpendingCap). */
export interface CapTerms {
  readonly payer: Hex;
  readonly merchant: Hex;
  readonly subscriptionId: string;
  /** In token units: the maximum total of all settlements under the cap. */
  readonly amount: bigint;
  /** Chain time in seconds. */
  readonly validUntil: bigint;
  readonly nonce: Hex;
}

/** A wallet's token balance and allowance, in token units. */
export interface Wallet {
  readonly balance: bigint;
  /** The amount that the collector may take from it. */
  readonly allowance: bigint;
  /** Whether it is a contract. A contract may behave differently in a simulation than in a block. */
  readonly hasCode: boolean;
  /** The other fields are as of this block or a later one. */
  readonly block: bigint;
}

/** The token's restrictions on payments. */
export interface TokenState {
  readonly paused: boolean;
  /** The queried addresses that can neither send nor receive the token. */
  readonly blacklisted: readonly Hex[];
}

/**
 * The SettlementCollector: the typed data that payers sign, and the calls that take their payments. Methods that query
 * the chain throw ChainUnavailable.
 */
export interface Collector {
  readonly contract: Hex;
  /** The payment token. */
  readonly token: Hex;
  readonly chainId: number;
  /** The EIP-3009 authorization for exactly these payment terms. */
  /** The version of `contract`. @throws ChainUnavailable */
  version(): Promise<string>;
  paymentToSign(terms: PaymentTerms): Promise<TypedData>;
  capToSign(terms: CapTerms): Promise<TypedData>;
  /**
   * Normalizes a wallet's signature for the contracts: some wallets end an externally owned account's signature with 0
   * or 1.
   */
  signatureOf(by: Hex, typedData: TypedData, signature: Hex): Promise<Hex>;
  /** Returns whether the account, smart accounts included, signed the data. */
  isSigned(by: Hex, typedData: TypedData, signature: Hex): Promise<boolean>;
  /** Returns whether the account can never give a signature that the contracts accept. */
  cannotSign(by: Hex, typedData: TypedData, signature: Hex): Promise<boolean>;
  /** Returns whether a signature contains a call that deploys the payer's account (ERC-6492). */
  deploysPayer(signature: Hex): boolean;
  collectPayment(terms: PaymentTerms, signature: Hex): Promise<Collection>;
  /** The payment is taken from the allowance of the cap's payer. */
  collectUnderCap(terms: PaymentTerms, cap: CapTerms, signature: Hex): Collection;
  walletOf(address: Hex): Promise<Wallet>;
  /** The transaction by which a wallet sets the collector's total allowance. */
  approvalOf(amount: bigint): { readonly to: Hex; readonly data: Hex };
  /** The transaction by which a cap's payer revokes it. */
  revocationOf(cap: CapTerms): { readonly to: Hex; readonly data: Hex };
  /** Reads how much was spent under a cap, and whether it was revoked. */
  spendingOf(cap: CapTerms): Promise<{ readonly spent: bigint; readonly revoked: boolean }>;
  /** Reads whether the issuer has paused the token or blacklisted any of these addresses. */
  tokenState(addresses: readonly Hex[]): Promise<TokenState>;
  /** Checks the contract, its token and the accounts that call it. */
  troubles(operators: readonly Operator[]): Promise<ChainTrouble[]>;
}
