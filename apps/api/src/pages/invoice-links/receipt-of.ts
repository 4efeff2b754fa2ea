import type { z } from "zod";
import type { LinkedInvoiceRow } from "../../invoices/load-linked-invoice.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import type { OneLinkedInvoice } from "../../schemas/invoice-links.ts";
import { findConfirmedOfInvoice } from "../../settlements/store.ts";

type Receipt = z.input<typeof OneLinkedInvoice>["invoice"]["receipt"];

/** The payment of an invoice that the chain has recorded; null when it is not `PAID`. */
export async function receiptOf(
  { db, explorerUrl }: Pick<Parts, "db" | "explorerUrl">,
  { id, status }: Pick<LinkedInvoiceRow, "id" | "status">,
): Promise<Receipt> {
  if (status !== "PAID") return null;
  const settlement = await findConfirmedOfInvoice(db, id);
  // A reorganization may take it back between the two reads.
  if (settlement === null) return null;
  const { transactionHash, payerAddress, merchantAddress, amount, confirmedAt } = settlement;
  if (transactionHash === null || confirmedAt === null) return null;
  const transactionUrl = explorerUrl === null ? null : `${explorerUrl}/tx/${transactionHash}`;
  return {
    transactionHash,
    payerAddress,
    merchantAddress,
    amount,
    confirmedAt,
    transactionUrl,
  };
}
