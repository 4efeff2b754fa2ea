import type { InTransaction, Queryable } from "../db/client.ts";
import { newId } from "../lib/ids.ts";
import { toTokenUnits } from "../lib/money.ts";
import { bringUpToDate, closeBooks, openBooks } from "./change-balances.ts";
import { settleCredits } from "./credits.ts";
import {
  findCreditOfInvoice,
  findTopUps,
  insertCredit,
  insertTopUp,
  setCreditsRemaining,
  type TopUpRow,
} from "./store.ts";

export { findAutomaticTopUpsSince, findLastAutomaticTopUp, findOpenTopUps } from "./store.ts";

/** Notes that an invoice is a top-up, in the transaction that creates it. */
export async function noteTopUp(
  { tx, now }: InTransaction,
  topUp: { readonly invoiceId: string; readonly balanceId: string; readonly isAutomatic: boolean },
): Promise<void> {
  await insertTopUp(tx, { ...topUp, createdAt: now });
}

/** Whether the payment of an invoice credits a balance. */
export async function isTopUp(db: Queryable, invoiceId: string): Promise<boolean> {
  return (await findTopUps(db, [invoiceId])).length > 0;
}

/** Credits the invoices that are top-ups, in the transaction that marks them `PAID`. Others are ignored. */
export function creditTopUps(at: InTransaction, invoiceIds: readonly string[]): Promise<void> {
  return changeEach(at, invoiceIds, async ({ invoiceId, balanceId, invoice: { amount } }) => {
    const { tx, now } = at;
    const credit = await findCreditOfInvoice(tx, invoiceId);
    // A payment that a reorganization took back, and that is confirmed again, fills its credit again.
    if (credit === null) {
      const id = newId();
      await insertCredit(tx, {
        id,
        balanceId,
        invoiceId,
        amount,
        remaining: amount,
        createdAt: now,
      });
      return { type: "TOP_UP", available: toTokenUnits(amount), spent: 0n, creditId: id };
    }
    await setCreditsRemaining(tx, [{ id: credit.id, remaining: amount.toFixed(6) }]);
    return { type: "TOP_UP", available: toTokenUnits(amount), spent: 0n, creditId: credit.id };
  });
}

/**
 * Takes back the credit of invoices that are top-ups, in the transaction that reopens them. What was spent of it is
 * taken from other credit, and is missing if there is none: the balance may become `FROZEN`.
 */
export function takeBackTopUps(at: InTransaction, invoiceIds: readonly string[]): Promise<void> {
  return changeEach(at, invoiceIds, async ({ invoiceId }) => {
    const credit = await findCreditOfInvoice(at.tx, invoiceId);
    if (credit === null) throw new Error(`The paid top-up ${invoiceId} must have its credit.`);
    await setCreditsRemaining(at.tx, [{ id: credit.id, remaining: "0" }]);
    const { id: creditId, amount, remaining } = credit;
    const available = -toTokenUnits(amount);
    const spent = toTokenUnits(amount) - toTokenUnits(remaining);
    return { type: "TOP_UP_REVERSED", available, spent, creditId };
  });
}

interface TopUpChange {
  readonly type: "TOP_UP" | "TOP_UP_REVERSED";
  readonly available: bigint;
  readonly spent: bigint;
  readonly creditId: string;
}

/** All of a transaction's balances are locked at once, in the order of their ids: otherwise two could deadlock. */
async function changeEach(
  at: InTransaction,
  invoiceIds: readonly string[],
  change: (topUp: TopUpRow) => Promise<TopUpChange>,
): Promise<void> {
  const topUps = await findTopUps(at.tx, invoiceIds);
  if (topUps.length === 0) return;
  const books = await openBooks(
    at,
    topUps.map(({ balanceId }) => balanceId),
  );
  for (const topUp of topUps) {
    const book = books.get(topUp.balanceId);
    if (book === undefined) throw new Error("A foreign key keeps the balance of a top-up.");
    await bringUpToDate(at, book);
    await settleCredits(at, book);
    const { type, available, spent, creditId } = await change(topUp);
    book.post(type, { available, held: 0n, spent }, { creditId, invoiceId: topUp.invoiceId });
    await settleCredits(at, book);
  }
  await closeBooks(at, books.values());
}
