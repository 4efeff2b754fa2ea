import type { Hex } from "../lib/evm-fields.ts";
import type { ChainTrouble, Collection, Operator, SettlementTerms } from "./settlement-chain.ts";

/** EIP-712 typed data as a wallet takes it: whole numbers as decimal text. */
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

/** What is to be paid and by when, as the payer signs it. */
export type PaymentTerms = Omit<SettlementTerms, "collection"> & {
  /** Chain time in seconds. */
  readonly validUntil: bigint;
};

/** What a payer signs for later settlements (contracts/src/SettlementCollector.sol, SpendingCap). */
export interface CapTerms {
  readonly payer: Hex;
  readonly merchant: Hex;
  readonly subscriptionId: string;
  /** Token units, all settlements under it together. */
  readonly amount: bigint;
  /** Chain time in seconds. */
  readonly validUntil: bigint;
  readonly nonce: Hex;
}

/** What a wallet has, in token units. */
export interface Wallet {
  readonly balance: bigint;
  /** What it lets the collector take. */
  readonly allowance: bigint;
  /** Whether it is a contract, which may act otherwise when it is simulated than in a block. */
  readonly hasCode: boolean;
  /** All this is as of this block or a later one. */
  readonly block: bigint;
}

/** What of a token keeps it from being paid in. */
export interface TokenState {
  readonly paused: boolean;
  /** Those of the addresses asked for that it takes nothing from and gives nothing to. */
  readonly blacklisted: readonly Hex[];
}

/**
 * The SettlementCollector: what payers sign for it, and the calls that take their payments. What asks
 * the chain throws ChainUnavailable.
 */
export interface Collector {
  readonly contract: Hex;
  /** The token that is paid in. */
  readonly token: Hex;
  readonly chainId: number;
  /** The EIP-3009 authorization, of the payment terms alone. */
  paymentToSign(terms: PaymentTerms): Promise<TypedData>;
  capToSign(terms: CapTerms): Promise<TypedData>;
  /** A wallet's signature as contracts take it: some end an account's own with 0 or 1. */
  signatureOf(by: Hex, typedData: TypedData, signature: Hex): Promise<Hex>;
  /** Whether an account, or a smart account, has signed. */
  isSigned(by: Hex, typedData: TypedData, signature: Hex): Promise<boolean>;
  /** Whether a signature names a contract to call, which is to deploy the payer's account (ERC-6492). */
  deploysPayer(signature: Hex): boolean;
  collectPayment(terms: PaymentTerms, signature: Hex): Promise<Collection>;
  /** From the allowance of the cap's payer. */
  collectUnderCap(terms: PaymentTerms, cap: CapTerms, signature: Hex): Collection;
  walletOf(address: Hex): Promise<Wallet>;
  /** What a wallet sends to allow the collector so much in all. */
  approvalOf(amount: bigint): { readonly to: Hex; readonly data: Hex };
  /** What became of a cap. */
  spendingOf(cap: CapTerms): Promise<{ readonly spent: bigint; readonly revoked: boolean }>;
  /** What the token's issuer has done to it, and to these addresses. */
  tokenState(addresses: readonly Hex[]): Promise<TokenState>;
  /** Looks at the contract, at its token, and at those who are to call it. */
  troubles(operators: readonly Operator[]): Promise<ChainTrouble[]>;
}
