import type { Hex } from "../kit/evm-fields.ts";

/** The spending cap that a payer signs for later settlements (contracts/src/collector/CapSettlements.sol, SpendingCap). */
export interface CapTerms {
  readonly payer: Hex;
  readonly merchant: Hex;
  readonly subscriptionId: string;
  /** In token units: the maximum of one settlement, of all settlements of a period, and of all settlements under the cap. */
  readonly perCharge: bigint;
  readonly perPeriod: bigint;
  readonly total: bigint;
  /** The length of a period, counted from a Monday, 00:00 UTC; 0: calendar months in UTC. */
  readonly periodSeconds: bigint;
  /** Chain time in seconds: it is valid from `start` to `validUntil`. */
  readonly start: bigint;
  readonly validUntil: bigint;
  /** The hashes of the rate cards that the payer was shown, in the order of their effect. */
  readonly rateCards: readonly Hex[];
}

/** The allowance that a payer signs for the token, for the collector to send (EIP-2612). */
export interface Permit {
  /** In token units: the whole allowance of the collector. */
  readonly value: bigint;
  /** Chain time in seconds. */
  readonly deadline: bigint;
  /** The payer's nonce at the token, which takes each one once. */
  readonly nonce: bigint;
}

export type SignedPermit = Omit<Permit, "nonce"> & { readonly signature: Hex };

/** Returns the cap that ends another one: it takes its place, and nothing can be taken under it. @param start chain time */
export const endOfCap = (cap: CapTerms, start: bigint): CapTerms => ({
  ...cap,
  perCharge: 0n,
  perPeriod: 0n,
  total: 0n,
  start,
});

/** What was taken under a cap. */
export interface CapSpending {
  /** In token units: under the cap, and of that and the caps before it in the current period. */
  readonly spent: bigint;
  readonly spentInPeriod: bigint;
  /** Chain time in seconds: when the current period ends. */
  readonly periodEnd: bigint;
  /** Whether the payer has replaced the cap by a later one. Then the other fields are of that. */
  readonly isReplaced: boolean;
  /** The start of the cap that counts. */
  readonly start: bigint;
}
