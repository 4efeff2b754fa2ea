import type { InTransaction } from "../db/client.ts";
import { newId } from "../kit/ids.ts";
import { toTokenUnits } from "../kit/money.ts";
import { orRefuse, Refusal } from "../kit/refusal.ts";
import { write } from "../operation/define.ts";
import { balanceNotFound, grantExpired, NewGrant, OneBalanceGrant } from "../schemas/balances.ts";
import { changeBalance } from "./change-balances.ts";
import { loadBalance } from "./load-balance.ts";
import { findCharges, findCredit, insertCredit } from "./store.ts";

interface GivenCredit {
  readonly amount: { toFixed(places: number): string };
  /** Why it is given, for people. */
  readonly reason: string;
  readonly expiresAt?: Date | undefined;
  /** The invoice whose payment it gives back. The credit is taken back with that payment. */
  readonly refundedInvoiceId?: string;
}

/**
 * Gives a balance credit that nobody pays for, in the transaction of what it is given for.
 *
 * @returns the credit's id; null when there is no such balance
 */
export async function giveCredit(
  at: InTransaction,
  balanceId: string,
  { amount, reason, expiresAt, refundedInvoiceId }: GivenCredit,
): Promise<string | null> {
  const { tx, now } = at;
  const id = newId();
  const text = amount.toFixed(6);
  return changeBalance(at, balanceId, async (book) => {
    await insertCredit(tx, {
      id,
      balanceId,
      amount: text,
      remaining: text,
      reason,
      expiresAt: expiresAt ?? null,
      refundedInvoiceId: refundedInvoiceId ?? null,
      createdAt: now,
    });
    book.post("GRANT", { available: toTokenUnits(amount), held: 0n }, { creditId: id });
    return id;
  });
}

/**
 * Gives back what a usage event was charged, as credit that does not expire.
 *
 * @returns the credit's id; null when the event was not charged
 */
export async function giveBackCharge(
  at: InTransaction,
  usageEventId: string,
  reason: string,
): Promise<string | null> {
  const [entry] = await findCharges(at.tx, [usageEventId]);
  if (entry === undefined || entry === null) return null;
  // A charge takes it from what is available, the commit of a hold from what is held, and the rest of that is given back.
  const charged = entry.available.plus(entry.held).neg();
  return charged.isZero() ? null : giveCredit(at, entry.balanceId, { amount: charged, reason });
}

export const grantCredit = write("POST /balances/{balanceId}/grants", {
  name: "balances.grant",
  summary: "Grant credit",
  description:
    "Credits the balance without a payment, for example as a welcome or a refund. Credit is spent by the earliest expiry, then the oldest. The event `balance.credited` reports it. Send an `Idempotency-Key`: without one, a repeated request grants again.",
  status: 201,
  refusals: { balanceNotFound, grantExpired },
  input: NewGrant,
  output: OneBalanceGrant,
  run: async (work, { balanceId, ...credit }) => {
    const { tx } = work;
    const { serviceId } = await loadBalance(work, balanceId);
    const now = await work.time();
    const { expiresAt } = credit;
    if (expiresAt !== undefined && expiresAt <= now) throw new Refusal(grantExpired);
    const id = orRefuse(await giveCredit({ tx, now }, balanceId, credit), balanceNotFound);
    return { balanceGrant: { ...(await findCredit(tx, id)), reason: credit.reason, serviceId } };
  },
});
