import type { TrackedSettlement } from "../../chain/executor.ts";
import type { SettlementChain } from "../../chain/settlement-chain.ts";
import type { Collection, SentCall, SettlementTerms } from "../../chain/settlement-terms.ts";
import type { Settlement, SettlementTransaction } from "../../db/generated/client.ts";
import { type Hex, inLowerCase } from "../../kit/evm-fields.ts";
import { toTokenUnits } from "../../kit/money.ts";

/* Converts stored settlements to the types of `chain/`. Schemas have validated the columns. */

/** Returns the terms that the chain records. */
export function termsOf(settlement: Settlement): SettlementTerms {
  return {
    referenceHash: settlement.referenceKey as Hex,
    invoiceId: settlement.invoiceId,
    payer: inLowerCase(settlement.payerAddress),
    merchant: inLowerCase(settlement.merchantAddress),
    amount: toTokenUnits(settlement.amount),
    collection: collectionOf(settlement),
  };
}

function collectionOf({ collectorAddress, callData, validUntil }: Settlement): Collection | null {
  if (collectorAddress === null || callData === null || validUntil === null) return null;
  return { collector: collectorAddress as Hex, callData: callData as Hex, validUntil };
}

/**
 * Returns the contract that a submitted settlement called, and the token it named. The current configuration may
 * differ.
 */
export function calledContract({
  id,
  contractAddress,
  tokenAddress,
}: Pick<Settlement, "id" | "contractAddress" | "tokenAddress">): { contract: Hex; token: Hex } {
  if (contractAddress === null || tokenAddress === null) {
    throw new Error(`Settlement ${id} was not submitted.`);
  }
  return { contract: contractAddress as Hex, token: tokenAddress as Hex };
}

/** A settlement that was sent to the chain or is about to be. */
export type SubmittedSettlement = TrackedSettlement & {
  readonly signerAddress: string;
  readonly validUntil: bigint;
  readonly submittedBlock: bigint;
};

/**
 * Returns whether it was submitted to the configured chain. A database may outlive its chain and be used with another.
 */
export function isOnOurChain(
  { chain }: { readonly chain: Pick<SettlementChain, "chainId"> },
  settlement: TrackedSettlement,
): settlement is SubmittedSettlement {
  return settlement.status !== "PENDING" && settlement.chainId === BigInt(chain.chainId);
}

/**
 * Returns the data for querying the chain about a submitted settlement.
 *
 * @param rivals transactions of other attempts to pay the invoice
 */
export function sentCallOf(settlement: SubmittedSettlement, rivals: readonly string[]): SentCall {
  const { signerAddress, nonce, validUntil, submittedBlock, transactionHash } = settlement;
  const signed = settlement.transactions.map(({ hash }) => hash);
  const hashes = signed.length > 0 || transactionHash === null ? signed : [transactionHash];
  return {
    terms: termsOf(settlement),
    ...calledContract(settlement),
    operator: signerAddress as Hex,
    hashes: hashes as Hex[],
    rivals: rivals.filter((hash) => !hashes.includes(hash)) as Hex[],
    cancelling: settlement.transactions.filter((one) => one.cancels).map(({ hash }) => hash as Hex),
    nonce,
    validUntil,
    submittedBlock,
  };
}

/** Returns the transaction that was last signed for a settlement. */
export function newestTransaction({
  id,
  transactionHash,
  transactions,
}: TrackedSettlement): SettlementTransaction {
  const newest = transactions.find(({ hash }) => hash === transactionHash);
  if (newest === undefined) throw new Error(`Settlement ${id} lacks its transaction's bytes.`);
  return newest;
}
