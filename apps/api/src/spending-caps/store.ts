import type { Queryable } from "../db/client.ts";
import type { Prisma, SpendingCap } from "../db/generated/client.ts";

export async function insertSpendingCap(
  db: Queryable,
  data: Prisma.SpendingCapUncheckedCreateInput,
): Promise<void> {
  await db.spendingCap.create({ data });
}

/** The cap that was signed last for a subscription. */
export function findSpendingCap(
  db: Queryable,
  subscriptionId: string,
): Promise<SpendingCap | null> {
  return db.spendingCap.findFirst({
    where: { checkoutSession: { subscriptionId } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
}

/** What a wallet has promised under all caps of a collector that have not ended, in USDC. */
export async function sumOfCaps(
  db: Queryable,
  payer: string,
  { chainId, contract, now }: { chainId: number; contract: string; now: bigint },
): Promise<Prisma.Decimal | null> {
  const { _sum } = await db.spendingCap.aggregate({
    where: {
      payerAddress: { equals: payer, mode: "insensitive" },
      chainId,
      collectorAddress: contract,
      validUntil: { gte: now },
    },
    _sum: { amount: true },
  });
  return _sum.amount;
}
