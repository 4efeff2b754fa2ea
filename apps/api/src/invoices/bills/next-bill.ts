import type { z } from "zod";
import { Amount } from "../../kit/money.ts";
import type { UpcomingInvoice } from "../../schemas/upcoming-invoices.ts";
import { amountDue } from "../invoice-records.ts";
import type { BillRow } from "./store.ts";

/*
 * Bills are cumulative. A bill asks for what all periods up to its own cost by now, less what the bills before it asked for.
 * So the bills together always cost what all usage costs, whatever was recorded, voided or cancelled when: earlier
 * differences are one figure that is brought forward, and what a bill leaves is carried forward to the next.
 */

/** A period that bills are responsible for. */
export interface BilledPeriod {
  readonly from: Date;
  /**
   * Usage that occurred before then is the period's; undefined: all later usage is. A subscription that was cancelled may
   * have ended earlier.
   */
  readonly to: Date | undefined;
  /** When the period is over; null: it has no end yet. */
  readonly end: Date | null;
}

export interface Terms {
  readonly now: Date;
  /** How long after the end of a period its usage may still arrive before it is billed, in milliseconds. */
  readonly graceMs: number;
  /** Less than this is not billed, but carried forward. */
  readonly leastAmount: Amount;
}

/**
 * `RUNNING`: its period is not over. `WAITING`: usage may still arrive. `OWED`: the subscriber is owed money. `DONE`:
 * nothing will be billed.
 */
type BillStatus = "RUNNING" | "WAITING" | "DUE" | "OWED" | "DONE";

export interface NextBill {
  readonly status: BillStatus;
  /** The place of its period. */
  readonly place: number;
  /** When that ends or ended. */
  readonly end: Date | null;
  /** When it is due; null: its period has no end yet, or nothing will be billed. */
  readonly dueAt: Date | null;
  /** Whether the period has no bill yet. Otherwise the bill is for changes alone, after the end of the subscription. */
  readonly isOfPeriod: boolean;
  /** What earlier periods cost more than was billed so far; less than 0: what they cost less. */
  readonly broughtForward: Amount;
  /** What it bills. */
  readonly amount: Amount;
  /** What it leaves for the next one; less than 0: a credit. */
  readonly carriedForward: Amount;
}

/** The bills of a subscription so far, together. */
export interface Billed {
  /** Until when periods have their bill. */
  readonly coveredUntil: Date | null;
  /** What they ask for, less credits of usage. */
  readonly billed: Amount;
  /** What can be given back at most. */
  readonly left: Amount;
}

/**
 * Finds the next bill of a subscription. A period whose bill is void or expired gets no second bill; the next one asks for
 * what it costs.
 *
 * @param periods the first one first
 * @param charges what each of them costs by now
 * @returns null without a period
 */
export function nextBill(
  periods: readonly BilledPeriod[],
  charges: readonly Amount[],
  { coveredUntil, billed, left }: Billed,
  { now, graceMs, leastAmount }: Terms,
): NextBill | null {
  let rest = billed.negated();
  const asked = (total: Amount) => (total.gt(0) && total.gte(leastAmount) ? total : new Amount(0));
  for (const [place, { from, end }] of periods.entries()) {
    const broughtForward = rest;
    rest = rest.plus(charges[place] ?? 0);
    // A period that a cancellation has ended as it began ends with the bill of the period before it.
    const isBilled =
      end !== null && coveredUntil !== null && end <= coveredUntil && from < coveredUntil;
    if (isBilled) continue;
    const amount = asked(rest);
    const dueAt = end && new Date(end.getTime() + graceMs);
    const isOver = end !== null && end <= now;
    const isDue = dueAt !== null && dueAt <= now;
    if (isDue && amount.isZero()) continue;
    return {
      status: isDue ? "DUE" : isOver ? "WAITING" : "RUNNING",
      place,
      end,
      dueAt,
      isOfPeriod: true,
      broughtForward,
      amount,
      carriedForward: rest.minus(amount),
    };
  }
  const last = periods.at(-1);
  if (last === undefined) return null;
  // All periods are over or billed: what is left is billed at once, or owed to the subscriber, who has not paid what the
  // seller has waived.
  rest = Amount.max(rest, left.negated());
  const amount = asked(rest);
  const dueAt = last.end && new Date(last.end.getTime() + graceMs);
  const isLeft = amount.gt(0) || rest.lt(0);
  return {
    status: !isLeft
      ? "DONE"
      : dueAt !== null && dueAt > now
        ? "WAITING"
        : amount.gt(0)
          ? "DUE"
          : "OWED",
    place: periods.length - 1,
    end: last.end,
    dueAt: isLeft ? dueAt : null,
    isOfPeriod: false,
    broughtForward: rest,
    amount,
    carriedForward: rest.minus(amount),
  };
}

type Bill = Pick<BillRow, "status" | "amount" | "credited" | "creditNotes" | "settlements">;

/** Returns whether the subscriber has paid a bill, or still can. */
export const counts = ({ status, settlements }: Bill) =>
  status !== "VOID" && (status !== "EXPIRED" || settlements.length > 0);

/**
 * Returns what a bill asks for, less credits of usage: nothing if it is void, or expired without a payment that can still be
 * confirmed. What the seller waived by other credits counts as asked for, so that later bills do not ask for it again.
 */
export function askedBy(bill: Bill): Amount {
  const { amount, credited, creditNotes } = bill;
  const usage = creditNotes.reduce((sum, note) => sum.plus(note.amount.toFixed()), new Amount(0));
  return new Amount((counts(bill) ? amount : credited).toFixed()).minus(usage);
}

/** Returns how much of a bill can be given back: what was paid or can still be paid, less what was given back. */
export const leftOf = (bill: Bill): Amount =>
  counts(bill) ? new Amount(bill.amount.toFixed()).minus(bill.credited.toFixed()) : new Amount(0);

type Correction = NonNullable<z.input<typeof UpcomingInvoice>["correction"]>;

/**
 * Returns how a subscriber gets back what was billed too much: by a credit note for the newest bill that has something left.
 * A draft is voided instead, and so is an unpaid bill of which less than `leastAmount` would stay due.
 *
 * @param bills the newest first
 * @param leastAmount less than this is not billed
 */
export function correctionOf(
  bills: readonly BillRow[],
  owed: Amount,
  leastAmount: Amount,
): Correction | null {
  for (const bill of bills) {
    const { id: invoiceId, status } = bill;
    const left = leftOf(bill);
    if (left.lte(0) || status === "EXPIRED") continue;
    const rest = amountDue(bill).minus(owed);
    const isKept = status === "PAID" || (status === "OPEN" && rest.gt(0) && rest.gte(leastAmount));
    return isKept
      ? { action: "CREDIT", invoiceId, amount: Amount.min(owed, left) }
      : { action: "VOID", invoiceId, amount: left };
  }
  return null;
}
