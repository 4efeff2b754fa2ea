import type { InTransaction, Queryable } from "../db/client.ts";
import type { BalancePayment } from "../db/generated/client.ts";
import { newId } from "../kit/ids.ts";
import { smaller, textOfUnits } from "../kit/money.ts";
import { Refusal } from "../kit/refusal.ts";
import { balanceTooLow } from "../schemas/balances.ts";
import { changeBalance } from "./change-balances.ts";
import { giveCredit } from "./grant-credit.ts";

interface Asked {
  readonly invoiceId: string;
  readonly balanceId: string;
  /** In token units: at least the one, at most the other. */
  readonly least: bigint;
  readonly most: bigint;
}

/**
 * Takes what is available of a balance for an invoice, in a transaction that holds the invoice. The overdraft is for usage
 * alone.
 *
 * @returns how much, in token units
 * @throws Refusal 402 when less than the least is available
 */
export async function takeForInvoice(
  at: InTransaction,
  { invoiceId, balanceId, least, most }: Asked,
): Promise<bigint> {
  const { tx, now } = at;
  const taken = await changeBalance(at, balanceId, async (book) => {
    const amount = smaller(book.available, most);
    if (amount < least) throw new Refusal(balanceTooLow);
    await tx.balancePayment.create({
      data: { id: newId(), invoiceId, balanceId, amount: textOfUnits(amount), createdAt: now },
    });
    const change = { available: -amount, held: 0n, spent: amount };
    book.post("INVOICE_PAYMENT", change, { invoiceId });
    return amount;
  });
  if (taken === null) throw new Error("A balance is never deleted.");
  return taken;
}

/** Locks what was paid of an invoice from balances and not given back, until the transaction ends. */
export function lockInvoicePayments(
  tx: Queryable,
  invoiceId: string,
): Promise<Pick<BalancePayment, "id" | "balanceId" | "amount">[]> {
  return tx.$queryRaw`
    SELECT id, balance_id AS "balanceId", amount FROM balance_payments
     WHERE invoice_id = ${invoiceId} AND returned_credit_id IS NULL ORDER BY id FOR UPDATE`;
}

/** Gives locked payments of an invoice back to their balances, as credit that does not expire. */
export async function giveBackPayments(
  at: InTransaction,
  invoiceId: string,
  payments: Awaited<ReturnType<typeof lockInvoicePayments>>,
): Promise<void> {
  for (const { id, balanceId, amount } of payments) {
    const credit = {
      amount,
      reason: `Invoice ${invoiceId} was not paid`,
      unpaidInvoiceId: invoiceId,
    };
    const returnedCreditId = await giveCredit(at, balanceId, credit);
    await at.tx.balancePayment.update({ where: { id }, data: { returnedCreditId } });
  }
}
