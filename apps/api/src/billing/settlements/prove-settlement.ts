import type { z } from "zod";
import type { SettlementProof } from "../../contract/settlement-proofs.ts";
import { shownStatus } from "../../contract/settlement-states.ts";
import { type Chain, settlementHasNoProof } from "../../contract/settlements.ts";
import { Refusal } from "../../lib/refusal.ts";
import type { Parts } from "../../ports/parts.ts";
import type { SettlementChain } from "../../ports/settlement-chain.ts";
import type { StepParts } from "./engine/step.ts";
import { calledBy, termsOf } from "./engine/terms.ts";
import { getSettlement } from "./get-settlement.ts";
import type { SettlementRow } from "./store.ts";

/** Where the chain shows a settlement, as it was seen when it was confirmed. */
export async function proveSettlement(
  parts: StepParts & Pick<Parts, "tenant" | "due">,
  id: string,
): Promise<SettlementProof> {
  return proofOf(await getSettlement(parts, id), parts.chain);
}

/**
 * A stored settlement as its proof.
 *
 * @param chain its contract and token stand for those of a settlement that has none stored
 * @throws Refusal unless it is CONFIRMED
 */
export function proofOf(
  settlement: SettlementRow,
  chain: Pick<SettlementChain, "contract" | "token" | "invoiceHashOf">,
): SettlementProof {
  const { status, chainId, blockNumber, blockHash, transactionHash, logIndex } = settlement;
  const operator = settlement.collectorAddress ?? settlement.signerAddress;
  if (status !== "CONFIRMED") throw new Refusal(settlementHasNoProof(shownStatus(status)));
  const isSeen =
    chainId !== null &&
    blockNumber !== null &&
    blockHash !== null &&
    transactionHash !== null &&
    logIndex !== null &&
    operator !== null;
  if (!isSeen) throw new Error("A confirmed settlement has its place on the chain.");
  const { referenceHash, invoiceId, amount } = termsOf(settlement);
  const { contract, token } = calledBy(settlement, chain);
  const { payerAddress: payer, merchantAddress: merchant } = settlement;
  return {
    settlementId: settlement.id,
    invoiceId,
    chainId: Number(chainId),
    contract,
    blockNumber: Number(blockNumber),
    blockHash,
    transactionHash,
    logIndex,
    event: {
      referenceHash,
      invoiceHash: chain.invoiceHashOf(invoiceId),
      payer,
      merchant,
      token,
      amount: String(amount),
      operator,
    },
  };
}

/** The `chain` object of a confirmed settlement: `CONFIRMED` means that all of it was seen. */
export function chainOf(settlement: SettlementRow): z.input<typeof Chain> {
  const { transactionHash, executor, providerTransactionId, providerTransactionState } = settlement;
  if (transactionHash === null || executor === null)
    throw new Error("A confirmed settlement has a transaction.");
  return {
    transactionHash,
    receiptStatus: "success",
    eventObserved: true,
    executor,
    providerTransactionId,
    providerTransactionState,
  };
}
