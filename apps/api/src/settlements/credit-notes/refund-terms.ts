import type { RefundEventTerms, RefundTerms, SettledTerms } from "../../chain/ports/refunder.ts";
import type { Queryable } from "../../db/client.ts";
import type { Refund, Settlement } from "../../db/generated/client.ts";
import { type Hex, inLowerCase } from "../../kit/evm-fields.ts";
import { toTokenUnits } from "../../kit/money.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { proofOf } from "../settlement-proof.ts";
import { findConfirmedOfInvoice } from "../store.ts";

/* Converts stored refunds to the types of the refunder port. Schemas have validated the columns. */

/** A confirmed settlement, as its registry has recorded it. */
export function settledTerms(
  settlement: Settlement,
  chain: Parameters<typeof proofOf>[1],
): SettledTerms {
  const { contract, event } = proofOf(settlement, chain);
  return {
    registry: inLowerCase(contract),
    referenceHash: event.referenceHash as Hex,
    invoiceHash: event.invoiceHash as Hex,
    payer: inLowerCase(event.payer),
    merchant: inLowerCase(event.merchant),
    token: inLowerCase(event.token),
    amount: BigInt(event.amount),
    operator: inLowerCase(event.operator),
  };
}

/** A refund to a wallet. */
export type WalletRefund = Refund & {
  readonly linkToken: string;
  readonly contractAddress: string;
  readonly registryAddress: string;
  readonly tokenAddress: string;
  readonly payerAddress: string;
  readonly validUntil: bigint;
  readonly startBlock: bigint;
  readonly creditNote: { readonly invoiceId: string };
};

/** What is looked for on the chain. It is stored with the refund, so a settlement that was taken back does not change it. */
export function eventTermsOf(
  refund: WalletRefund,
  { invoiceHashOf }: Pick<Parts["chain"], "invoiceHashOf">,
): RefundEventTerms & Pick<WalletRefund, "startBlock" | "validUntil"> {
  const { creditNoteId, amount, startBlock, validUntil, creditNote } = refund;
  return {
    contract: refund.contractAddress as Hex,
    creditNoteId,
    amount: toTokenUnits(amount),
    startBlock,
    validUntil,
    settled: {
      registry: refund.registryAddress as Hex,
      invoiceHash: invoiceHashOf(creditNote.invoiceId),
      payer: refund.payerAddress as Hex,
      token: refund.tokenAddress as Hex,
    },
  };
}

/**
 * What the seller's wallet signs.
 *
 * @returns null while a reorganization has taken the payment back, or when another wallet has paid since
 */
export async function findRefundTerms(
  { db, chain }: { readonly db: Queryable } & Pick<Parts, "chain">,
  refund: WalletRefund,
): Promise<RefundTerms | null> {
  const settlement = await findConfirmedOfInvoice(db, refund.creditNote.invoiceId);
  if (settlement === null || settlement.id !== refund.settlementId) return null;
  const { contract, creditNoteId, amount, validUntil } = eventTermsOf(refund, chain);
  const settled = settledTerms(settlement, chain);
  return { contract, creditNoteId, amount, validUntil, settled };
}
