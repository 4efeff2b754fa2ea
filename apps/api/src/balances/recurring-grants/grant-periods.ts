import type { RecurringGrant } from "../../db/generated/client.ts";
import type { InAnyTransaction } from "../../db/statements.ts";
import { toTokenUnits } from "../../kit/money.ts";
import { nextBoundary } from "../../subscriptions/periods.ts";
import type { Book } from "../book.ts";
import { settleCredits } from "../credits.ts";
import { beginPeriod, endRecurringGrant, findEndedPeriods, insertCreditOfPeriod } from "./store.ts";

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
 * Grants the credit of each period that has begun since a balance was last up to date: one moment after the other, each
 * as of its time, so that the result does not depend on when this runs. Periods that begin at the same moment begin
 * together: what is left of each credit is carried into a period that has begun.
 *
 * @param most how many moments at most
 * @returns whether nothing is left to grant. Otherwise the balance is as of the last of these moments, and still due
 */
export async function grantPeriods(
  at: InAnyTransaction,
  book: Book,
  most = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  for (let count = 0; ; count += 1) {
    const ended = await findEndedPeriods(at, book.balance.id);
    const begins = ended[0]?.periodEnd;
    if (begins === undefined) return true;
    if (count >= most) return false;
    // What was spent until then is taken from the credit that was there.
    await settleCredits({ tx: at.tx, now: new Date(begins.getTime() - 1) }, book);
    for (const due of ended) {
      if (due.endsAt !== null && due.endsAt <= begins) {
        await endRecurringGrant(at, due.id);
      } else {
        await beginPeriod(at, due, periodEndAfter(due, begins));
        await grantPeriod({ tx: at.tx, now: begins }, book, due);
      }
    }
    await settleCredits({ tx: at.tx, now: begins }, book);
  }
}
