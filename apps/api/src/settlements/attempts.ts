import type { InTransaction, Queryable } from "../db/client.ts";
import type { Invoice, Prisma } from "../db/generated/client.ts";
import { newId } from "../kit/ids.ts";
import { Refusal } from "../kit/refusal.ts";
import type { EndAttempts } from "../operation/ports/after-payment.ts";
import type { Parts } from "../operation/ports/parts.ts";
import { awaitedStates, payingStates } from "../schemas/settlement-states.ts";
import { referenceAlreadyUsed } from "../schemas/settlements.ts";
import { refuseWithin } from "./engine/commit-outcomes.ts";
import { type Collecting, newSettlement, type SettlementInput } from "./join-or-create.ts";
import { isUnsent } from "./load-settlement.ts";
import { findLiveSettlements, findUnsentCollections, insertSettlement } from "./store.ts";

/* Payments that a wallet signed on a page, of all sellers. Only their settlements have a payer_key. */

/** A signed payment that was verified: the chain would accept it now. */
export interface Attempt {
  readonly settlement: SettlementInput;
  readonly collecting: Collecting;
  /** The email and name typed on the page; null when the session names the subscriber. */
  readonly payer: { readonly email: string; readonly name: string | undefined } | null;
}

/**
 * Creates the settlement of an attempt, in a transaction that holds its invoice. It has no payer until it is
 * confirmed, so callers do not see it before.
 *
 * @param gasAtRisk the gas that it may burn although its simulation passed; null: no gas is reserved for it
 */
export async function takeOnAttempt(
  { tx, now }: InTransaction,
  invoice: Invoice,
  { settlement, collecting, payer }: Attempt,
  gasAtRisk: bigint | null,
): Promise<void> {
  const taken = await insertSettlement(tx, {
    ...newSettlement(newId(), { ...settlement, collecting }, invoice, now),
    payerId: null,
    payerKey: settlement.payerAddress.toLowerCase(),
    gasAtRisk,
    payerEmail: payer?.email ?? null,
    payerName: payer?.name ?? null,
  });
  if (!taken) throw new Refusal(referenceAlreadyUsed);
}

/** See EndAttempts. */
export const endAttempts: EndAttempts = async (at, invoiceId, why) => {
  const live = await findLiveSettlements(at.tx, invoiceId);
  if (!live.every(isUnsent)) return false;
  for (const one of live) await refuseWithin(at, one.id, why);
  if (live.length > 0) await at.paymentRefunds.end(at, invoiceId);
  return true;
};

type Whose =
  | { readonly payerKey: string }
  | { readonly invoiceId: string }
  | { readonly serviceId: string };

/** Finds the times at which reverted attempts of a payer, an invoice or a service were detected. */
export async function findFailures(db: Queryable, whose: Whose, since: Date): Promise<Date[]> {
  const failed = await db.settlement.findMany({
    where: { payerKey: { not: null }, ...whose, revertedAt: { gt: since } },
    select: { revertedAt: true },
    orderBy: { createdAt: "desc" },
    take: 100,
  });
  return failed.flatMap(({ revertedAt }) => revertedAt ?? []);
}

/** Returns whether a payer has ever paid on a page. */
export async function hasPaidBefore(db: Queryable, payer: string): Promise<boolean> {
  const where = { payerKey: payer, status: "CONFIRMED" } as const;
  return (await db.settlement.findFirst({ where, select: { id: true } })) !== null;
}

/** Whether the chain has not decided a collection under a cap of a wallet. @param payer in lower case */
export async function hasLiveCollection(db: Queryable, payer: string): Promise<boolean> {
  const of = [{ payerKey: payer }, { payerAddress: payer }];
  const where = { collect: "allowance", status: { in: awaitedStates }, OR: of } as const;
  return (await db.settlement.findFirst({ where, select: { id: true } })) !== null;
}

/**
 * Finds the amounts that a payer's attempts to pay other invoices may still take, in USDC.
 *
 * @param of.sinceBlock the block at which the payer's balance was read: payments confirmed in later blocks may not be
 *   in the balance yet
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

/** Sums the gas used by a service's attempts that reverted since a time. */
export async function burnedGas(db: Queryable, serviceId: string, since: Date): Promise<bigint> {
  const { _sum } = await db.settlement.aggregate({
    where: { serviceId, payerKey: { not: null }, revertedAt: { gt: since } },
    _sum: { gasUsed: true },
  });
  return _sum.gasUsed ?? 0n;
}

/** Sums the gas that a service's undecided attempts may still burn. */
export async function riskedGas(db: Queryable, serviceId: string): Promise<bigint> {
  const { _sum } = await db.settlement.aggregate({
    where: { serviceId, payerKey: { not: null }, status: { in: awaitedStates } },
    _sum: { gasAtRisk: true },
  });
  return _sum.gasAtRisk ?? 0n;
}

/** Returns whether an attempt to pay another invoice of a service is undecided. */
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

/**
 * Gives up the collections of a subscription's invoices that were not sent yet, in the transaction that revokes its
 * spending cap. Those that were sent are decided by the chain.
 */
export async function endCollections(
  at: InTransaction & Pick<Parts, "log" | "tally" | "paymentRefunds">,
  subscriptionId: string,
): Promise<void> {
  for (const { id, invoiceId } of await findUnsentCollections(at.tx, subscriptionId)) {
    await refuseWithin(at, id, "The subscriber has revoked the spending limit.");
    await at.paymentRefunds.end(at, invoiceId);
  }
}
