import { creditNoteHashOf } from "../chain/refund-outcome.ts";
import { invoiceHashOf } from "../chain/registry.ts";
import type { Queryable } from "../db/client.ts";
import type { Settlement } from "../db/generated/client.ts";
import { newestFirst } from "../db/list-page.ts";
import { toTokenUnits } from "../kit/money.ts";
import { Refusal } from "../kit/refusal.ts";
import {
  maxProvenRefunds,
  type RefundProof,
  type SettlementProof,
} from "../schemas/settlement-proofs.ts";
import { shownStatus } from "../schemas/settlement-states.ts";
import { settlementHasNoProof } from "../schemas/settlements.ts";
import { calledContract, termsOf } from "./engine/terms.ts";

/**
 * Builds the proof of a settlement and of its refunds.
 *
 * @throws Refusal 409 unless the settlement is CONFIRMED
 */
export async function loadSettlementProof(
  db: Queryable,
  settlement: Settlement,
): Promise<SettlementProof> {
  const proof = proofOf(settlement);
  return { ...proof, refunds: await findRefundProofs(db, settlement) };
}

/**
 * Builds the proof of a settlement, without its refunds, from the chain data that was stored when it was confirmed.
 *
 * @throws Refusal 409 unless the settlement is CONFIRMED
 */
export function proofOf(settlement: Settlement): SettlementProof {
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
  const { contract, token } = calledContract(settlement);
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
      invoiceHash: invoiceHashOf(invoiceId),
      payer,
      merchant,
      token,
      amount: String(amount),
      operator,
    },
  };
}

/** Builds the proofs of a settlement's confirmed refunds to the payer's wallet, newest first. */
async function findRefundProofs(
  db: Queryable,
  { id: settlementId, invoiceId }: Settlement,
): Promise<RefundProof[]> {
  const refunds = await db.refund.findMany({
    where: { settlementId, status: "CONFIRMED" },
    orderBy: newestFirst,
    take: maxProvenRefunds,
  });
  return refunds.map(({ creditNoteId, amount, blockNumber, logIndex, ...stored }) => ({
    creditNoteId,
    contract: said(stored.contractAddress),
    blockNumber: Number(said(blockNumber)),
    blockHash: said(stored.blockHash),
    transactionHash: said(stored.transactionHash),
    logIndex: said(logIndex),
    event: {
      creditNoteHash: creditNoteHashOf(creditNoteId),
      invoiceHash: invoiceHashOf(invoiceId),
      payer: said(stored.payerAddress),
      registry: said(stored.registryAddress),
      token: said(stored.tokenAddress),
      amount: String(toTokenUnits(amount)),
      refunder: said(stored.refunderAddress),
    },
  }));
}

function said<Value>(value: Value | null): Value {
  if (value === null) throw new Error("A confirmed refund has its place on the chain.");
  return value;
}
