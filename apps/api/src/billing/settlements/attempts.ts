import { awaitedStates, payingStates } from "../../contract/settlement-states.ts";
import type { InTransaction, Queryable } from "../../db/client.ts";
import type { Invoice, Prisma, Settlement } from "../../db/generated/client.ts";
import { newId } from "../../lib/ids.ts";
import { Refusal, uniqueFieldsTaken } from "../../lib/refusal.ts";
import type { Parts } from "../../ports/parts.ts";
import { refuseWithin } from "./engine/decisions.ts";
import { type Collecting, newSettlement, type SettlementInput } from "./make-settlement.ts";
import { insertSettlement, setPayer } from "./store.ts";

/* Attempts to pay at checkout, across sessions. They alone have a payer_key. */

/** A payment at checkout that was proven: the chain would accept it now. */
export interface Attempt {
  readonly settlement: SettlementInput;
  readonly collecting: Collecting;
  /** What was typed on the page; null where the session names the subscriber. */
  readonly payer: { readonly email: string; readonly name: string | undefined } | null;
}

/**
 * Makes the settlement of an attempt, in a transaction that holds its invoice. It names no payer before it is
 * confirmed, so no caller sees it.
 *
 * @param gasAtRisk gas it may burn although its simulation passed; null: none is set aside for it
 */
export async function takeOnAttempt(
  { tx, now }: InTransaction,
  invoice: Invoice,
  { settlement, collecting, payer }: Attempt,
  gasAtRisk: bigint | null,
): Promise<void> {
  const taken = await insertSettlement(tx, {
    ...newSettlement(newId(), { ...settlement, collecting: () => collecting }, invoice, now),
    payerId: null,
    payerKey: settlement.payerAddress.toLowerCase(),
    gasAtRisk,
    payerEmail: payer?.email ?? null,
    payerName: payer?.name ?? null,
  });
  if (!taken) throw new Refusal(uniqueFieldsTaken);
}

/** Gives up an attempt that was not sent, in a transaction that holds its invoice. */
export function displaceAttempt(
  at: InTransaction & Pick<Parts, "log" | "tally">,
  { id }: Pick<Settlement, "id">,
  why: string,
): Promise<void> {
  return refuseWithin(at, id, why);
}

/** Names who has paid at checkout, in the transaction that confirms it: from now on callers see it. */
export function namePayer({ tx, now }: InTransaction, id: string, userId: string): Promise<void> {
  return setPayer(tx, id, userId, now);
}

type Whose =
  | { readonly payerKey: string }
  | { readonly invoiceId: string }
  | { readonly serviceId: string };

/** When each attempt of a payer, of an invoice or of a service was known to have reverted. */
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
 * The amounts that a payer's attempts to pay other invoices may still take, in USDC.
 *
 * @param of.sinceBlock when its balance was read: payments confirmed in later blocks may be missing from it
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
        { status: { in: payingStates } },
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
 * The transactions of other attempts to pay an attempt's invoice. Attempts of the same payer have the same
 * terms, so their events say what its own would say.
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

/** The gas used by a service's attempts that reverted since a time. */
export async function burnedGas(db: Queryable, serviceId: string, since: Date): Promise<bigint> {
  const { _sum } = await db.settlement.aggregate({
    where: { serviceId, payerKey: { not: null }, revertedAt: { gt: since } },
    _sum: { gasUsed: true },
  });
  return _sum.gasUsed ?? 0n;
}

/** The gas that a service's attempts without a verdict may still burn. */
export async function riskedGas(db: Queryable, serviceId: string): Promise<bigint> {
  const { _sum } = await db.settlement.aggregate({
    where: { serviceId, payerKey: { not: null }, status: { in: awaitedStates } },
    _sum: { gasAtRisk: true },
  });
  return _sum.gasAtRisk ?? 0n;
}

/** Whether an attempt to pay another invoice of a service has no verdict yet. */
export async function hasUndecided(
  db: Queryable,
  serviceId: string,
  butOf: string,
): Promise<boolean> {
  const found = await db.settlement.findFirst({
    where: {
      serviceId,
      payerKey: { not: null },
      status: { in: awaitedStates },
      invoiceId: { not: butOf },
    },
    select: { id: true },
  });
  return found !== null;
}
