import type { BalanceCredit } from "../../db/generated/client.ts";
import type { InAnyTransaction } from "../../db/statements.ts";
import { smaller, textOfUnits, toTokenUnits } from "../../kit/money.ts";
import type { Book } from "../book.ts";
import { addCarried, findRecurringGrantsById, insertCreditOfPeriod } from "./store.ts";

/** A part of a credit that has expired, in token units. */
export interface Expired {
  readonly row: Pick<BalanceCredit, "recurringGrantId" | "expiresAt">;
  readonly amount: bigint;
}

/**
 * Carries what has expired of recurring grants into their current periods, up to their `rolloverMax` for each period.
 * Credit that a hold kept past the end of its period is carried when the hold gives it back.
 *
 * @returns when the carried credit expires
 */
export async function carryOver(
  at: InAnyTransaction,
  book: Book,
  expired: readonly Expired[],
): Promise<Date[]> {
  const ids = new Set(expired.flatMap(({ row }) => row.recurringGrantId ?? []));
  if (ids.size === 0) return [];
  const expiries: Date[] = [];
  for (const recurring of await findRecurringGrantsById(at.tx, [...ids])) {
    const { id, periodStart, periodEnd, rolloverMax, carried } = recurring;
    const left = expired
      .filter(
        ({ row }) =>
          row.recurringGrantId === id && row.expiresAt?.getTime() === periodStart.getTime(),
      )
      .reduce((sum, { amount }) => sum + amount, 0n);
    const most = toTokenUnits(rolloverMax) - toTokenUnits(carried);
    const units = smaller(left, most);
    if (units === 0n) continue;
    const amount = textOfUnits(units);
    const creditId = await insertCreditOfPeriod(at, id, { amount, isCarried: true });
    await addCarried(at.tx, id, amount);
    book.post("GRANT_CARRIED", { available: units, held: 0n }, { creditId });
    expiries.push(periodEnd);
  }
  return expiries;
}
