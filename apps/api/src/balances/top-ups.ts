import type { InTransaction } from "../db/client.ts";
import { newId } from "../kit/ids.ts";
import { textOfUnits, toTokenUnits, unitsOfText } from "../kit/money.ts";
import { bringUpToDate, closeBooks, openBooks } from "./change-balances.ts";
import { settleCredits } from "./credits.ts";
import {
  type CreditOfPayment,
  findCredit,
  findCreditOfInvoice,
  findCreditsOfPayments,
  forgetLookups,
  insertCredit,
  setCreditsRemaining,
} from "./store.ts";

/**
 * Credits top-ups in the transaction that marks their invoices `PAID`. If a reorganization had removed the payment and it
 * is confirmed again, its credit is filled again, and so are the credits that refund it.
 */
export function creditPayments(at: InTransaction, invoiceIds: readonly string[]): Promise<void> {
  return changeEach(at, invoiceIds, async ({ invoiceId, balanceId, amount, refundCreditId }) => {
    const { tx, now } = at;
    const type = refundCreditId === null ? "TOP_UP" : "GRANT";
    const change = { type, available: unitsOfText(amount), spent: 0n } as const;
    const known = refundCreditId ?? (await findCreditOfInvoice(tx, invoiceId))?.id;
    if (known !== undefined) {
      await setCreditsRemaining(tx, [{ id: known, remaining: amount }]);
      return { ...change, creditId: known };
    }
    const id = newId();
    const credit = { id, balanceId, invoiceId, amount, remaining: amount, createdAt: now };
    await insertCredit(tx, credit);
    return { ...change, creditId: id };
  });
}

/**
 * Takes back the credit of top-ups, and the credits that refund invoices, in the transaction that reopens the invoices.
 * The part that was spent is taken from other credit. Without other credit the available amount becomes negative, and the
 * balance may become `FROZEN`.
 */
export function takeBackPayments(at: InTransaction, invoiceIds: readonly string[]): Promise<void> {
  return changeEach(at, invoiceIds, async ({ invoiceId, refundCreditId }) => {
    const credit =
      refundCreditId === null
        ? await findCreditOfInvoice(at.tx, invoiceId)
        : await findCredit(at.tx, refundCreditId);
    if (credit === null) throw new Error(`The paid top-up ${invoiceId} must have its credit.`);
    await setCreditsRemaining(at.tx, [{ id: credit.id, remaining: textOfUnits(0n) }]);
    const { id: creditId, amount, remaining } = credit;
    const available = -toTokenUnits(amount);
    const spent = toTokenUnits(amount) - toTokenUnits(remaining);
    const type = refundCreditId === null ? "TOP_UP_REVERSED" : "GRANT_REVERSED";
    return { type, available, spent, creditId };
  });
}

interface PaymentChange {
  readonly type: "TOP_UP" | "TOP_UP_REVERSED" | "GRANT" | "GRANT_REVERSED";
  readonly available: bigint;
  readonly spent: bigint;
  readonly creditId: string;
}

/** All of a transaction's balances are locked at once, in the order of their ids: otherwise two could deadlock. */
async function changeEach(
  at: InTransaction,
  invoiceIds: readonly string[],
  change: (credit: CreditOfPayment) => Promise<PaymentChange>,
): Promise<void> {
  const credits = await findCreditsOfPayments(at.tx, invoiceIds);
  if (credits.length === 0) return;
  const books = await openBooks(
    at,
    credits.map(({ balanceId }) => balanceId),
  );
  for (const credit of credits) {
    const book = books.get(credit.balanceId);
    if (book === undefined) throw new Error("A foreign key keeps the balance of a credit.");
    await bringUpToDate(at, book);
    await settleCredits(at, book);
    const { type, available, spent, creditId } = await change(credit);
    const invoice = credit.refundCreditId === null && { invoiceId: credit.invoiceId };
    book.post(type, { available, held: 0n, spent }, { creditId, ...invoice });
    await settleCredits(at, book);
  }
  await closeBooks(at, books.values());
  await forgetLookups(at.tx, [...books.keys()]);
}
