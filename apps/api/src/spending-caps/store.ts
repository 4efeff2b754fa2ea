import type { Queryable } from "../db/client.ts";
import type { Prisma, SpendingCap } from "../db/generated/client.ts";

export async function insertSpendingCap(
  db: Queryable,
  data: Prisma.SpendingCapUncheckedCreateInput,
): Promise<void> {
  await db.spendingCap.create({ data });
}

export async function deleteSpendingCap(db: Queryable, checkoutSessionId: string): Promise<void> {
  await db.spendingCap.deleteMany({ where: { checkoutSessionId } });
}

/** A cap, and where its seller is paid today. */
export type SpendingCapRow = SpendingCap & { readonly payoutAddress: string | null };

/** The cap that was signed for a subscription. */
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

/** The sum of a wallet's caps for a collector that have not ended, but for that of one checkout, in USDC. */
export async function sumOfCaps(
  db: Queryable,
  of: {
    readonly payer: string;
    readonly checkoutSessionId: string;
    readonly chainId: number;
    readonly contract: string;
    /** Chain time in seconds. */
    readonly now: bigint;
  },
): Promise<Prisma.Decimal | null> {
  const { _sum } = await db.spendingCap.aggregate({
    where: {
      payerAddress: of.payer,
      checkoutSessionId: { not: of.checkoutSessionId },
      chainId: of.chainId,
      collectorAddress: of.contract,
      validUntil: { gte: of.now },
    },
    _sum: { amount: true },
  });
  return _sum.amount;
}
