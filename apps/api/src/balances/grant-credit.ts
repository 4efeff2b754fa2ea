import { z } from "zod";
import type { InTransaction } from "../db/client.ts";
import { component, createdAt, decimalOut, id, timeOut } from "../kit/answers.ts";
import { dateTime, omittable, positiveDecimal, requiredName } from "../kit/fields.ts";
import { newId } from "../kit/ids.ts";
import { toTokenUnits } from "../kit/money.ts";
import { orRefuse, Refusal, type RefusalTerms } from "../kit/refusal.ts";
import { write } from "../operation/define.ts";
import { BalanceId, balanceNotFound, creditPriority, givenPriority } from "../schemas/balances.ts";
import { changeBalance } from "./change-balances.ts";
import { loadBalance } from "./load-balance.ts";
import { chargedBy, findCredit, insertCredit, type TakenCharge } from "./store.ts";

interface GivenCredit {
  readonly amount: { toFixed(places: number): string };
  /** Why it is given, for people. */
  readonly reason: string;
  readonly expiresAt?: Date | undefined;
  readonly priority?: number | undefined;
  /** The invoice whose payment it gives back. The credit is taken back with that payment. */
  readonly refundedInvoiceId?: string;
  /** The invoice that was paid from the balance in part, and can no longer be paid. */
  readonly unpaidInvoiceId?: string;
}

/**
 * Gives a balance credit that nobody pays for, in the transaction of what it is given for.
 *
 * @returns the credit's id; null when there is no such balance
 */
export async function giveCredit(
  at: InTransaction,
  balanceId: string,
  { amount, reason, expiresAt, priority, refundedInvoiceId, unpaidInvoiceId }: GivenCredit,
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
      ...(priority !== undefined && { priority }),
      refundedInvoiceId: refundedInvoiceId ?? null,
      createdAt: now,
    });
    const type = unpaidInvoiceId === undefined ? "GRANT" : "INVOICE_PAYMENT_RETURNED";
    const about = {
      creditId: id,
      ...(unpaidInvoiceId !== undefined && { invoiceId: unpaidInvoiceId }),
    };
    book.post(type, { available: toTokenUnits(amount), held: 0n }, about);
    return id;
  });
}

/**
 * Gives what a usage event was charged back to the balances that have paid it, as credit that does not expire. They are
 * locked.
 *
 * @returns the ids of the credits
 */
export async function giveBackCharge(
  at: InTransaction,
  { entries }: Pick<TakenCharge, "entries">,
  reason: string,
): Promise<string[]> {
  const creditIds: string[] = [];
  for (const entry of entries) {
    const amount = chargedBy(entry);
    const id = amount.isZero() ? null : await giveCredit(at, entry.balanceId, { amount, reason });
    if (id !== null) creditIds.push(id);
  }
  return creditIds;
}

const grantExpired: RefusalTerms = {
  kind: "invalid",
  code: "grant_expired",
  param: "expiresAt",
  message: "expiresAt must be in the future.",
  meaning: "The grant would expire before it can be spent.",
  remedy: "Send a later `expiresAt`, or none.",
};

const NewGrant = BalanceId.extend({
  amount: positiveDecimal().meta({
    description: "Amount to credit, in USDC with at most six decimal places",
  }),
  reason: requiredName(200).meta({
    description: "Why it is granted, in one line",
    example: "Welcome credit",
  }),
  expiresAt: omittable(dateTime()).meta({
    description: "When the rest of the grant is taken back. Default: never",
  }),
  priority: givenPriority(),
});

const OneBalanceGrant = z.object({
  balanceGrant: component("BalanceGrant", "Credit that was given without a payment.", {
    id: id(),
    balanceId: id(),
    serviceId: id(),
    amount: decimalOut().meta({ description: "Amount that was credited, in USDC" }),
    remaining: decimalOut().meta({
      description:
        "The rest of the grant, in USDC: less than `amount` at once if the balance was below zero",
    }),
    reason: z.string().meta({ description: "Why it was granted", example: "Welcome credit" }),
    expiresAt: timeOut().nullable().meta({
      description: "When the rest of the grant is taken back; null: never",
    }),
    priority: creditPriority(),
    createdAt: createdAt(),
  }),
});

export const grantCredit = write("POST /balances/{balanceId}/grants", {
  name: "balances.grant",
  summary: "Grant credit",
  description:
    "Credits the balance without a payment, for example as a welcome or a refund. Credit is spent by the lowest `priority`, then the earliest expiry, then the oldest. The event `balance.credited` reports it. Send an `Idempotency-Key`: without one, a repeated request grants again.",
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
