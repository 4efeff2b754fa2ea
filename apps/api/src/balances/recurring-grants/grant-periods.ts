import type { RecurringGrant } from "../../db/generated/client.ts";
import type { InAnyTransaction } from "../../db/statements.ts";
import { toTokenUnits } from "../../kit/money.ts";
import { nextBoundary } from "../../subscriptions/periods.ts";
import type { Book } from "../book.ts";
import { settleCredits } from "../credits.ts";
import { beginPeriod, endRecurringGrant, findEndedPeriod, insertCreditOfPeriod } from "./store.ts";

/** Grants the credit of the current period of a recurring grant, whose balance is locked. */
export async function grantPeriod(
  at: InAnyTransaction,
  book: Book,
  { id, amount }: Pick<RecurringGrant, "id" | "amount">,
): Promise<void> {
  const credit = { amount: amount.toFixed(6), isCarried: false };
  const creditId = await insertCreditOfPeriod(at, id, credit);
  book.post("GRANT", { available: toTokenUnits(amount), held: 0n }, { creditId });
}

/** The end of a period that begins at a moment. */
export function periodEndAfter(
  { interval, anchor }: Pick<RecurringGrant, "interval" | "anchor">,
  moment: Date,
): Date {
  const end = nextBoundary(interval, anchor, moment);
  if (end === null) throw new Error("A recurring grant has periods.");
  return end;
}

/**
 * Grants the credit of each period that has begun since a balance was last up to date: one period after the other, each
 * as of its beginning, so that the result does not depend on when this runs.
 */
export async function grantPeriods(at: InAnyTransaction, book: Book): Promise<void> {
  for (;;) {
    const due = await findEndedPeriod(at, book.balance.id);
    if (due === null) return;
    const begins = due.periodEnd;
    // What was spent until then is taken from the credit that was there.
    await settleCredits({ tx: at.tx, now: new Date(begins.getTime() - 1) }, book);
    if (due.endsAt !== null && due.endsAt <= begins) {
      await endRecurringGrant(at, due.id);
    } else {
      await beginPeriod(at, due, periodEndAfter(due, begins));
      await grantPeriod({ tx: at.tx, now: begins }, book, due);
    }
    await settleCredits({ tx: at.tx, now: begins }, book);
  }
}
