import { shownStatus } from "../../contract/records.ts";
import type { SettlementProof } from "../../contract/settlement-proofs.ts";
import { settlementHasNoProof } from "../../contract/settlements.ts";
import { Refusal } from "../../lib/refusal.ts";
import type { Parts } from "../../ports/parts.ts";
import type { SettlementChain } from "../../ports/settlement-chain.ts";
import { getSettlement } from "./get-settlement.ts";
import type { SettlementRow } from "./store.ts";
import { calledBy, termsOf } from "./terms.ts";

/** Where the chain shows a settlement: what was seen there when it was confirmed. */
export async function proveSettlement(parts: Parts, id: string): Promise<SettlementProof> {
  return proofOf(await getSettlement(parts, id), parts.chain);
}

/**
 * A stored settlement as its proof.
 *
 * @param chain whose contract and token are those of a settlement that has not noted its own
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
