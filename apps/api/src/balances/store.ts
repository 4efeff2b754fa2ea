import type { InTransaction, Queryable } from "../db/client.ts";
import { type FindDue, onTestClock, pageSize } from "../db/due-page.ts";
import { type BalanceCredit, type BalanceEntry, Prisma } from "../db/generated/client.ts";
import { jsonObject, readRecords, recordStatement } from "../db/json-rows.ts";
import { idIn, type ListQuery, newestFirst, readPage } from "../db/list-page.ts";
import { type AnyTransaction, given, runStatement, textArray } from "../db/statements.ts";
import type { Page } from "../kit/lists.ts";
import { textOfUnits } from "../kit/money.ts";
import { ownedBy, type Tenant } from "../kit/tenant.ts";
import type { DueRecord } from "../kit/time-limit.ts";
import { liveStates } from "../schemas/settlement-states.ts";
import type { InvoiceState } from "../schemas/states.ts";
import { type BalanceView, view } from "./balance-view.ts";
import type { CreditToInsert } from "./book.ts";
import type { RowsToWrite } from "./book-store.ts";

const { sql, empty } = Prisma;

type NewBalance = Pick<
  Prisma.BalanceCreateManyInput,
  "id" | "serviceId" | "ownerId" | "userId" | "keyPrefix" | "overdraft" | "overdraftMax"
>;

/** Inserts an empty balance. @returns false when the user has a balance for the service and the prefix already */
export async function insertBalance(
  { tx, now }: InTransaction,
  balance: NewBalance,
): Promise<boolean> {
  const empty = { status: "ACTIVE", available: 0, held: 0, unsettled: 0, position: 0 } as const;
  const { count } = await tx.balance.createMany({
    data: { ...empty, ...balance, createdAt: now, updatedAt: now },
    skipDuplicates: true,
  });
  return count === 1;
}

/** Counts a user's balances for other prefixes. Until the transaction ends, nobody else counts them. */
export async function countOtherPrefixes(
  tx: Queryable,
  { serviceId, userId, keyPrefix }: Record<"serviceId" | "userId" | "keyPrefix", string>,
): Promise<number> {
  const who = `balances ${serviceId} ${userId}`;
  await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${who}, 0))`;
  // In a statement of its own, whose snapshot is younger than the lock.
  const where = { serviceId, userId, keyPrefix: { not: keyPrefix } };
  return tx.balance.count({ where });
}

export async function findBalance(
  db: Queryable,
  id: string,
  tenant: Tenant,
): Promise<BalanceView | null> {
  const balance = await db.balance.findUnique({ where: { id, ...ownedBy(tenant) } });
  return balance && view(balance);
}

/** Finds balances of any seller, newest first. */
export async function findBalances(
  db: AnyTransaction,
  ids: readonly string[],
): Promise<BalanceView[]> {
  return (await readRecords(db, balancesById, [ids])).map(view);
}

const balancesById = recordStatement(
  "find_balances",
  jsonObject("balance", "Balance"),
  "FROM balances balance WHERE id = ANY ($1::text[]) ORDER BY created_at DESC, id DESC",
);

const list = {
  table: sql`balances`,
  owner: { column: sql`owner_id` },
  filters: {
    serviceId: idIn(sql`services`, sql`service_id`),
    userId: { column: sql`user_id` },
  },
};

export function findBalancePage(
  db: Queryable,
  tenant: Tenant,
  query: ListQuery<keyof typeof list.filters>,
): Promise<Page<BalanceView>> {
  return readPage(db, list, tenant, query, findBalances);
}

/** A balance with its service. */
export type BalanceWithService = Prisma.BalanceGetPayload<{ include: { service: true } }> &
  BalanceView;

/** The same page, with the balances' services. */
export function findBalancePageWithServices(
  db: Queryable,
  tenant: Tenant,
  query: ListQuery<keyof typeof list.filters>,
): Promise<Page<BalanceWithService>> {
  return readPage(db, list, tenant, query, async (_, ids) => {
    const where = { id: { in: [...ids] } };
    const include = { service: true } as const;
    const rows = await db.balance.findMany({ where, include, orderBy: newestFirst });
    return rows.map(view);
  });
}

/** A credit that is not used up. */
export interface CreditLeft {
  readonly balanceId: string;
  /** Without what was spent of it and not yet taken from it. */
  readonly remaining: Prisma.Decimal;
  readonly expiresAt: Date | null;
}

/** The order in which credits are spent. What was carried into a period is older than what was granted for it. */
const spendingOrder = "priority, expires_at NULLS LAST, created_at, is_carried DESC, id";

/** Of each balance. */
const maxCreditsLeft = 20;

const creditsLeft = {
  name: "find_credits_left",
  text: `
  SELECT balance.id AS "balanceId", credit.rest::text AS remaining, credit.expires_at AS "expiresAt"
    FROM balances balance
   CROSS JOIN LATERAL (
     SELECT least(remaining, up_to - balance.unsettled) AS rest, expires_at, up_to
       FROM (SELECT remaining, expires_at,
                    sum(remaining) OVER (ORDER BY ${spendingOrder}) AS up_to
               FROM balance_credits WHERE balance_id = balance.id AND remaining > 0) one
      WHERE up_to > balance.unsettled
      ORDER BY up_to LIMIT ${maxCreditsLeft}) credit
   WHERE balance.id = ANY ($1::text[])
   ORDER BY balance.id, credit.up_to`,
};

/** Finds the first unspent credits of balances, in the order in which they are spent. */
export async function findCreditsLeft(
  db: Queryable,
  balanceIds: readonly string[],
): Promise<CreditLeft[]> {
  const rows = await runStatement<Omit<CreditLeft, "remaining"> & { readonly remaining: string }>(
    db,
    creditsLeft,
    [balanceIds],
  );
  return rows.map((row) => ({ ...row, remaining: new Prisma.Decimal(row.remaining) }));
}

/** Changes fields of a balance, whose row is locked. */
export async function setFields(
  db: Queryable,
  id: string,
  data: Prisma.BalanceUncheckedUpdateInput,
): Promise<void> {
  await db.balance.update({ where: { id }, data });
}

/** Forgets the lookups of balances, because a payment has changed what backs their overdrafts. */
export async function forgetLookups(db: Queryable, ids: readonly string[]): Promise<void> {
  const where = { id: { in: [...ids] }, overdraftMax: { not: null } };
  await db.balance.updateMany({ where, data: { checkedAt: null, lookedUpAt: null } });
}

/** Reads a page of a balance's entries, newest first. @param before the position that the page ends before */
export function findEntries(
  db: Queryable,
  balanceId: string,
  { limit, before }: { readonly limit: number; readonly before: bigint | undefined },
): Promise<BalanceEntry[]> {
  return db.balanceEntry.findMany({
    where: { balanceId, ...(before !== undefined && { position: { lt: before } }) },
    orderBy: { position: "desc" },
    take: limit,
  });
}

/** What balances were charged for a usage event. */
export interface TakenCharge {
  readonly amount: Prisma.Decimal;
  /** The rate card that has set the price; null: the caller named the amount. */
  readonly rateCardId: string | null;
  /** One of each balance. */
  readonly entries: readonly BalanceEntry[];
}

/** What an entry has charged. A charge takes it from what is available, the commit of a hold also from what is held. */
export const chargedBy = ({ available, held }: Pick<BalanceEntry, "available" | "held">) =>
  available.plus(held).neg();

/** Finds what was taken for usage events. @returns the charge of each, in order; null if it was not charged */
export async function findCharges(
  db: Queryable,
  usageEventIds: readonly string[],
): Promise<(TakenCharge | null)[]> {
  const all = await db.balanceEntry.findMany({
    where: { usageEventId: { in: [...usageEventIds] } },
  });
  const byEvent = Map.groupBy(all, ({ usageEventId }) => usageEventId);
  return usageEventIds.map((id) => {
    const entries = byEvent.get(id);
    if (entries === undefined) return null;
    const amount = Prisma.Decimal.sum(...entries.map(chargedBy));
    return { amount, rateCardId: entries[0]?.rateCardId ?? null, entries };
  });
}

export function insertCredit(
  db: Queryable,
  data: Prisma.BalanceCreditUncheckedCreateInput,
): Promise<BalanceCredit> {
  return db.balanceCredit.create({ data });
}

const usageGivenBack = "Usage costs less by the rate card";

/** Inserts credits that rate cards have given back. */
export function creditsToInsert(credits: readonly CreditToInsert[], now: Date): RowsToWrite[] {
  if (credits.length === 0) return [];
  const text = (first: number) => `
    INSERT INTO balance_credits (id, balance_id, amount, remaining, reason, created_at)
    SELECT given.id, given.balance_id, given.amount, given.amount, '${usageGivenBack}', $${first}::timestamptz
      FROM ${given(["text", "text", "numeric"], first + 1)} AS given (id, balance_id, amount)
    RETURNING 1`;
  const values = [
    now.toISOString(),
    textArray(credits, ({ id }) => id),
    textArray(credits, ({ balanceId }) => balanceId),
    textArray(credits, ({ amount }) => textOfUnits(amount)),
  ];
  return [{ name: "insert_credits", text, values, count: credits.length }];
}

export function findCredit(db: Queryable, id: string): Promise<BalanceCredit> {
  return db.balanceCredit.findUniqueOrThrow({ where: { id } });
}

export function findCreditOfInvoice(
  db: Queryable,
  invoiceId: string,
): Promise<BalanceCredit | null> {
  return db.balanceCredit.findUnique({ where: { invoiceId } });
}

const toSpend = recordStatement(
  "find_credits_to_spend",
  jsonObject("credit", "BalanceCredit"),
  `FROM balance_credits credit WHERE balance_id = $1 AND remaining > 0
   ORDER BY ${spendingOrder}`,
);

/** Finds the credits of a balance that are not used up, in the order in which they are spent. */
export function findCreditsToSpend(
  db: AnyTransaction,
  balanceId: string,
): Promise<BalanceCredit[]> {
  return readRecords(db, toSpend, [balanceId]);
}

const nextDue = {
  name: "find_next_due_of_balance",
  text: `
  SELECT least((SELECT min(expires_at) FROM balance_holds WHERE held_on_id = $1 AND status = 'HELD'),
               (SELECT min(period_end) FROM recurring_grants WHERE balance_id = $1 AND status = 'ACTIVE')) AS "dueAt"`,
};

/** @returns when the first of a balance's holds expires, or the first period of a recurring grant ends; null: never */
export async function findNextDueOf(db: AnyTransaction, balanceId: string): Promise<Date | null> {
  const [next] = await runStatement<{ readonly dueAt: Date | null }>(db, nextDue, [balanceId]);
  return next?.dueAt ?? null;
}

const setRemaining = {
  name: "set_credits_remaining",
  text: `
  UPDATE balance_credits credit SET remaining = given.remaining
    FROM unnest($1::text[], $2::numeric[]) AS given (id, remaining) WHERE credit.id = given.id`,
};

export async function setCreditsRemaining(
  db: AnyTransaction,
  credits: readonly { readonly id: string; readonly remaining: string }[],
): Promise<void> {
  await runStatement(db, setRemaining, [
    textArray(credits, ({ id }) => id),
    textArray(credits, ({ remaining }) => remaining),
  ]);
}

/** Notes that an invoice is a top-up, in the transaction that creates it. */
export async function insertTopUp(
  db: Queryable,
  data: Prisma.BalanceTopUpUncheckedCreateInput,
): Promise<void> {
  await db.balanceTopUp.create({ data });
}

/** Finds top-ups of a balance that a call has created and that can still be paid, newest first. */
export async function findOpenTopUps(
  db: Queryable,
  { balanceId, now, max }: { readonly balanceId: string; readonly now: Date; readonly max: number },
): Promise<{ readonly invoiceId: string; readonly amount: Prisma.Decimal }[]> {
  const topUps = await db.balanceTopUp.findMany({
    where: {
      balanceId,
      isAutomatic: false,
      invoice: { status: "OPEN", OR: [{ dueAt: null }, { dueAt: { gt: now } }] },
    },
    select: { invoiceId: true, invoice: { select: { amount: true } } },
    orderBy: { createdAt: "desc" },
    take: max,
  });
  return topUps.map(({ invoiceId, invoice: { amount } }) => ({ invoiceId, amount }));
}

/** A credit that counts as long as an invoice is paid. */
export interface CreditOfPayment {
  readonly invoiceId: string;
  readonly balanceId: string;
  readonly amount: string;
  /** The credit of a refund; null: it is the invoice's top-up. */
  readonly refundCreditId: string | null;
}

const creditsOfPayments = {
  name: "find_credits_of_payments",
  text: `
  SELECT top_up.invoice_id AS "invoiceId", top_up.balance_id AS "balanceId", invoice.amount::text,
         NULL AS "refundCreditId"
    FROM balance_top_ups top_up JOIN invoices invoice ON invoice.id = top_up.invoice_id
   WHERE top_up.invoice_id = ANY ($1::text[])
   UNION ALL
  SELECT refunded_invoice_id, balance_id, amount::text, id FROM balance_credits
   WHERE refunded_invoice_id = ANY ($1::text[])
   ORDER BY 2, 1, 4`,
};

/** Finds the credits that count as long as some invoices are paid: of top-ups, and of refunds to a balance. */
export function findCreditsOfPayments(
  db: Queryable,
  invoiceIds: readonly string[],
): Promise<CreditOfPayment[]> {
  return runStatement(db, creditsOfPayments, [invoiceIds]);
}

/** Whether the payment of an invoice credits a balance. */
export async function isTopUp(db: Queryable, invoiceId: string): Promise<boolean> {
  return (await db.balanceTopUp.findUnique({ where: { invoiceId } })) !== null;
}

/** Finds balances that count credit or holds that have expired, or not yet the credit of a new period. */
export const findBalancesDue: FindDue = ({ db, tenant, now, testClockId }, after) =>
  db.$queryRaw<DueRecord[]>`
    SELECT id, next_due_at AS "dueAt" FROM balances due
     WHERE next_due_at <= ${now}
       AND ${onTestClock(sql`due.service_id`, testClockId)}
       ${after === null ? empty : sql`AND (next_due_at, id) > (${after.dueAt}, ${after.id})`}
       ${tenant === null ? empty : sql`AND owner_id = ${tenant}`}
     ORDER BY next_due_at, id LIMIT ${pageSize}`;

/** Adds up the top-ups of a balance that are being collected or paid, and the automatic ones that are about to be. */
export async function sumTopUpsUnderWay(db: Queryable, balanceId: string): Promise<Prisma.Decimal> {
  const isPaying = { settlements: { some: { status: { in: [...liveStates] } } } };
  const { _sum } = await db.invoice.aggregate({
    where: {
      topUp: { balanceId },
      OR: [
        { status: "OPEN", topUp: { isAutomatic: true } },
        { status: { in: ["OPEN", "EXPIRED"] }, ...isPaying },
      ],
    },
    _sum: { amount: true },
  });
  return _sum.amount ?? new Prisma.Decimal(0);
}

/** Finds the last automatic top-up of a balance, with the state of its invoice. */
export async function findLastAutomaticTopUp(
  db: Queryable,
  balanceId: string,
): Promise<{ readonly status: InvoiceState; readonly createdAt: Date } | null> {
  const topUp = await db.balanceTopUp.findFirst({
    where: { balanceId, isAutomatic: true },
    orderBy: [{ createdAt: "desc" }, { invoiceId: "desc" }],
    include: { invoice: { select: { status: true } } },
  });
  return topUp && { status: topUp.invoice.status, createdAt: topUp.createdAt };
}

/** Finds the automatic top-ups of a balance since a moment that were or can be paid, oldest first. */
export async function findAutomaticTopUpsSince(
  db: Queryable,
  balanceId: string,
  moment: Date,
): Promise<{ readonly createdAt: Date; readonly amount: Prisma.Decimal }[]> {
  const topUps = await db.balanceTopUp.findMany({
    where: {
      balanceId,
      isAutomatic: true,
      createdAt: { gt: moment },
      invoice: { status: { in: ["OPEN", "PAID"] } },
    },
    select: { createdAt: true, invoice: { select: { amount: true } } },
    orderBy: { createdAt: "asc" },
  });
  return topUps.map(({ createdAt, invoice: { amount } }) => ({ createdAt, amount }));
}
