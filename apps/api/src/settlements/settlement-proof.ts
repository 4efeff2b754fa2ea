import type { SettlementChain } from "../chain/ports/settlement-chain.ts";
import type { Settlement } from "../db/generated/client.ts";
import { Refusal } from "../kit/refusal.ts";
import type { SettlementProof } from "../schemas/settlement-proofs.ts";
import { shownStatus } from "../schemas/settlement-states.ts";
import { settlementHasNoProof } from "../schemas/settlements.ts";
import { calledBy, termsOf } from "./engine/terms.ts";

/**
 * Builds the proof of a stored settlement from the chain data that was stored when it was confirmed.
 *
 * @throws Refusal 409 unless the settlement is CONFIRMED
 */
export function proofOf(
  settlement: Settlement,
  chain: Pick<SettlementChain, "invoiceHashOf">,
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
  const { contract, token } = calledBy(settlement);
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
