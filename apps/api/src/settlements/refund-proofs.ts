import type { Refunder } from "../chain/ports/refunder.ts";
import type { SettlementChain } from "../chain/ports/settlement-chain.ts";
import type { Queryable } from "../db/client.ts";
import { newestFirst } from "../db/list-page.ts";
import { toTokenUnits } from "../kit/money.ts";
import { maxProvenRefunds, type RefundProof } from "../schemas/settlement-proofs.ts";

/**
 * Builds the proofs of the refunds that a settlement's payer has got, from the chain data that was stored when they were
 * confirmed.
 *
 * @returns the newest first
 */
export async function findRefundProofs(
  db: Queryable,
  { id: settlementId, invoiceId }: { readonly id: string; readonly invoiceId: string },
  {
    chain,
    refunder,
  }: {
    readonly chain: Pick<SettlementChain, "invoiceHashOf">;
    readonly refunder: Pick<Refunder, "creditNoteHashOf">;
  },
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
      creditNoteHash: refunder.creditNoteHashOf(creditNoteId),
      invoiceHash: chain.invoiceHashOf(invoiceId),
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
