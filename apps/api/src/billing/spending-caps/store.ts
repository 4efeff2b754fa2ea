import type { Queryable } from "../../db/client.ts";
import type { Prisma, SpendingCap } from "../../db/generated/client.ts";

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
