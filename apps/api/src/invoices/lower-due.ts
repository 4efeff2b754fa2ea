import type { InTransaction } from "../db/client.ts";
import type { Amount } from "../kit/money.ts";

/* What lowers the amount due of an invoice, whose row is locked. */

/** Adds to what was paid of an invoice from balances, whose row is locked. */
export async function addPaidFromBalance(
  { tx, now }: InTransaction,
  id: string,
  amount: Amount,
): Promise<void> {
  const data = { paidFromBalance: { increment: amount.toFixed() }, updatedAt: now };
  await tx.invoice.update({ where: { id }, data });
}

/**
 * Adds to what is credited of an invoice, whose row is locked.
 *
 * @param isBeforePayment whether it lowers what is due
 */
export async function creditInvoice(
  { tx, now }: InTransaction,
  id: string,
  amount: Amount,
  isBeforePayment: boolean,
): Promise<void> {
  const more = { increment: amount.toFixed() };
  await tx.invoice.update({
    where: { id },
    data: {
      credited: more,
      ...(isBeforePayment && { creditedBeforePayment: more }),
      updatedAt: now,
    },
  });
}
