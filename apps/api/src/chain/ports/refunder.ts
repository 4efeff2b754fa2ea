import type { Hex } from "../../kit/evm-fields.ts";
import type { ChainPosition, Search } from "./settlement-chain.ts";

/** How long a refund to a wallet can be signed, in seconds of chain time: a day. */
export const refundValiditySeconds = 86_400n;

/** A settlement as its event records it. */
export interface SettledTerms {
  readonly registry: Hex;
  readonly referenceHash: Hex;
  readonly invoiceHash: Hex;
  readonly payer: Hex;
  readonly merchant: Hex;
  readonly token: Hex;
  /** In token units. */
  readonly amount: bigint;
  readonly operator: Hex;
}

/** A refund, as the contract takes it. */
export interface RefundTerms {
  /** The contract that pays and records it. */
  readonly contract: Hex;
  readonly creditNoteId: string;
  readonly settled: SettledTerms;
  /** In token units. */
  readonly amount: bigint;
  /** The last chain time, in seconds, at which the contract accepts it. */
  readonly validUntil: bigint;
}

/** The fields of a refund by which its event is found. */
export type RefundEventTerms = Pick<RefundTerms, "contract" | "creditNoteId" | "amount"> & {
  readonly settled: Pick<SettledTerms, "registry" | "invoiceHash" | "payer" | "token">;
};

/** A transaction that the seller's wallet sends. */
export interface WalletCall {
  /**
   * `deploy`: puts the contract on the chain, once for all sellers. `approve`: lets it take the amount. `refund`: pays
   * the refund.
   */
  readonly step: "deploy" | "approve" | "refund";
  readonly to: Hex;
  readonly data: Hex;
}

/** What the seller's wallet has to do next. */
interface RefundPlan {
  /** What the wallet has, in token units. */
  readonly balance: bigint;
  readonly next: WalletCall;
}

/** The state of a refund on the chain. `final`: so deep that reorganizations are no longer expected. */
export type RefundOutcome =
  | { readonly state: "undecided" }
  | {
      readonly state: "recorded";
      readonly at: ChainPosition;
      readonly refunder: Hex;
      readonly final: boolean;
    }
  /** It can never be recorded: a final block is past its time, and the contract has no record of it. */
  | { readonly state: "expired" };

/** Refunds on the settlement chain. It sends nothing: the seller's own wallet does. */
export interface Refunder {
  readonly contract: Hex;
  /** The hash by which the contract identifies a credit note. */
  creditNoteHashOf(creditNoteId: string): Hex;
  /**
   * Checks that a settlement can be refunded, by the registry's own record.
   *
   * @returns until when a refund that is started now is valid; null when the registry does not prove the settlement, or
   *   the contract cannot be put on this chain
   */
  start(settled: SettledTerms): Promise<{ validUntil: bigint } | null>;
  /** Finds out what a wallet has to send next. */
  planOf(terms: RefundTerms, wallet: Hex): Promise<RefundPlan>;
  /**
   * Reads the outcome of a refund. The event is searched from a block on.
   *
   * @param sent.startBlock the block of the payment. Anyone may have recorded the refund since, also before it was started
   *   here: who pays it chooses until when it is valid
   */
  outcomeOf(
    sent: RefundEventTerms & {
      readonly startBlock: bigint;
      readonly validUntil: bigint;
      readonly search: Search;
    },
  ): Promise<RefundOutcome>;
}
