import type { Queryable } from "../../db/client.ts";
import type { Prisma, SpendingCap } from "../../db/generated/client.ts";
import { runStatement } from "../../db/statements.ts";

export async function insertSpendingCap(
  db: Queryable,
  data: Prisma.SpendingCapUncheckedCreateInput,
): Promise<void> {
  await db.spendingCap.create({ data });
}

/** @param butOf the payer whose cap is kept, in lower case */
export async function deleteSpendingCap(
  db: Queryable,
  checkoutSessionId: string,
  butOf: string | null = null,
): Promise<void> {
  const others = butOf === null ? {} : { payerAddress: { not: butOf } };
  await db.spendingCap.deleteMany({ where: { checkoutSessionId, ...others } });
}

/** Marks a cap as revoked. @returns false when it is revoked already, or was replaced */
export async function markRevoked(db: Queryable, id: string, now: Date): Promise<boolean> {
  const { count } = await db.spendingCap.updateMany({
    where: { id, revokedAt: null },
    data: { revokedAt: now },
  });
  return count === 1;
}

/** Locks a cap against revocation until the transaction ends. @returns false when it is revoked or replaced */
export async function lockUnrevoked(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx.$queryRaw<object[]>`
    SELECT id FROM spending_caps WHERE id = ${id} AND revoked_at IS NULL FOR SHARE`;
  return rows.length === 1;
}

/** A cap with the seller's current payout address. */
export type SpendingCapRow = SpendingCap & { readonly payoutAddress: string | null };

/** Finds the cap that was signed for a subscription. */
export async function findSpendingCap(
  db: Queryable,
  subscriptionId: string,
): Promise<SpendingCapRow | null> {
  const found = await db.spendingCap.findFirst({
    where: { checkoutSession: { subscriptionId } },
    include: { checkoutSession: { include: { service: true } } },
  });
  if (found === null) return null;
  const { checkoutSession, ...cap } = found;
  return { ...cap, payoutAddress: checkoutSession.service.payoutAddress };
}

/** A spending cap after a collection under it. */
export interface CapSpending {
  readonly capId: string;
  /** The invoice that was collected. */
  readonly invoiceId: string;
  /** In USDC. */
  readonly amount: string;
  readonly spent: string;
  /** Chain time (seconds) after which nothing is taken under it. */
  readonly validUntil: string;
  readonly isLow: boolean;
}

const spending = {
  name: "find_cap_spending",
  text: `
  SELECT cap.id AS "capId", invoice.id AS "invoiceId", cap.amount::text, spent.amount::text AS spent,
         cap.valid_until::text AS "validUntil",
         cap.amount - spent.amount
           < CASE WHEN plan.pricing_type = 'FIXED_RECURRING' THEN plan.amount ELSE cap.amount / 5 END
         OR coalesce(to_timestamp(cap.valid_until) <= subscription.current_period_end, false) AS "isLow"
    FROM invoices invoice
    JOIN subscriptions subscription ON subscription.id = invoice.subscription_id
    JOIN payment_plans plan ON plan.id = subscription.payment_plan_id
    JOIN spending_caps cap ON cap.checkout_session_id = subscription.checkout_session_id
   CROSS JOIN LATERAL (
     SELECT coalesce(sum(settlement.amount), 0) AS amount
       FROM invoices collected
       JOIN settlements settlement ON settlement.invoice_id = collected.id
        AND settlement.status = 'CONFIRMED' AND settlement.collect = 'allowance'
      WHERE collected.subscription_id = subscription.id AND settlement.created_at >= cap.created_at) spent
   WHERE invoice.id = ANY ($1::text[]) AND cap.revoked_at IS NULL
     AND EXISTS (SELECT FROM settlements one WHERE one.invoice_id = invoice.id
                    AND one.status = 'CONFIRMED' AND one.collect = 'allowance')`,
};

/**
 * Finds the caps under which invoices were collected. The spent amount is the sum of the confirmed collections of the
 * subscription since the cap was signed. A cap is low if it does not cover the next charge, which is the plan's amount or,
 * where that is not known, a fifth of the cap; or if it ends before the current period does.
 */
export function findCapSpending(
  db: Queryable,
  invoiceIds: readonly string[],
): Promise<CapSpending[]> {
  return runStatement(db, spending, [invoiceIds]);
}
