import type { Queryable } from "../../db/client.ts";
import type { Prisma, Settlement } from "../../db/generated/client.ts";

/* What is known of attempts at checkout, across sessions: they alone have a payer_key. */

type Whose =
  | { readonly payerKey: string }
  | { readonly invoiceId: string }
  | { readonly serviceId: string };

/** When each attempt of a payer, to pay an invoice, or of a service was known to have reverted. */
export async function findFailures(db: Queryable, whose: Whose, since: Date): Promise<Date[]> {
  const failed = await db.settlement.findMany({
    where: { payerKey: { not: null }, ...whose, revertedAt: { gt: since } },
    select: { revertedAt: true },
    orderBy: { createdAt: "desc" },
    take: 100,
  });
  return failed.flatMap(({ revertedAt }) => revertedAt ?? []);
}

/** Whether a payer has paid at any checkout. */
export async function hasPaidBefore(db: Queryable, payer: string): Promise<boolean> {
  const where = { payerKey: payer, status: "CONFIRMED" } as const;
  return (await db.settlement.findFirst({ where, select: { id: true } })) !== null;
}

/**
 * What a payer's attempts to pay other invoices may still take, in USDC each.
 *
 * @param of.sinceBlock when its balance was read: what was confirmed in a later block may not be off it yet
 */
export async function findLiveOfPayer(
  db: Queryable,
  of: {
    readonly payer: string;
    readonly contract: string;
    readonly invoiceId: string;
    readonly sinceBlock: bigint;
  },
): Promise<Prisma.Decimal[]> {
  const live = await db.settlement.findMany({
    where: {
      payerKey: of.payer,
      collectorAddress: of.contract,
      invoiceId: { not: of.invoiceId },
      OR: [
        { status: { notIn: ["CONFIRMED", "FAILED"] } },
        { status: "CONFIRMED", blockNumber: { gt: of.sinceBlock } },
      ],
    },
    select: { amount: true },
    orderBy: { createdAt: "desc" },
    take: 100,
  });
  return live.map(({ amount }) => amount);
}

/**
 * The transactions of other attempts to pay an attempt's invoice. One payer's have the same terms, so that an
 * event of theirs says what its own would say.
 */
export async function findRivalTransactions(
  db: Queryable,
  { id, invoiceId, payerKey }: Pick<Settlement, "id" | "invoiceId" | "payerKey">,
): Promise<string[]> {
  if (payerKey === null) return [];
  const rivals = await db.settlement.findMany({
    where: { invoiceId, payerKey, id: { not: id } },
    select: { transactionHash: true, transactions: { select: { hash: true } } },
  });
  return rivals.flatMap(({ transactionHash, transactions }) => [
    ...(transactionHash === null ? [] : [transactionHash]),
    ...transactions.map(({ hash }) => hash),
  ]);
}

/** The gas that a service's attempts have used that reverted since then. */
export async function burnedGas(db: Queryable, serviceId: string, since: Date): Promise<bigint> {
  const { _sum } = await db.settlement.aggregate({
    where: { serviceId, payerKey: { not: null }, revertedAt: { gt: since } },
    _sum: { gasUsed: true },
  });
  return _sum.gasUsed ?? 0n;
}

/** What the attempts of a service may burn that are not decided. */
export async function riskedGas(db: Queryable, serviceId: string): Promise<bigint> {
  const { _sum } = await db.settlement.aggregate({
    where: { serviceId, payerKey: { not: null }, status: { in: [...undecided] } },
    _sum: { gasAtRisk: true },
  });
  return _sum.gasAtRisk ?? 0n;
}

const undecided = ["PENDING", "SUBMITTED", "TIMED_OUT"] as const;

/** Whether an attempt to pay another invoice of a service is not decided. */
export async function hasUndecided(
  db: Queryable,
  serviceId: string,
  butOf: string,
): Promise<boolean> {
  const found = await db.settlement.findFirst({
    where: {
      serviceId,
      payerKey: { not: null },
      status: { in: [...undecided] },
      invoiceId: { not: butOf },
    },
    select: { id: true },
  });
  return found !== null;
}
