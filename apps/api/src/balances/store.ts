import { type HoldTrigger, holdStates, type InvoiceState } from "../contract/states.ts";
import type { InTransaction, Queryable } from "../db/client.ts";
import { type FindDue, pageSize } from "../db/due-page.ts";
import {
  type Balance,
  type BalanceCredit,
  type BalanceEntry,
  type BalanceHold,
  type BalanceTopUp,
  Prisma,
} from "../db/generated/client.ts";
import { jsonObject, readRecords, recordStatement } from "../db/json-rows.ts";
import { idIn, type ListQuery, newestFirst, readPage } from "../db/list-page.ts";
import { countChanged, runStatement } from "../db/statements.ts";
import { textArray } from "../db/text-array.ts";
import type { Page } from "../lib/lists.ts";
import { textOfUnits } from "../lib/money.ts";
import { transition } from "../lib/state-table.ts";
import type { DueRecord } from "../lib/sweep.ts";
import { type Asked, ofAsked, ownedBy, type Tenant } from "../lib/tenant.ts";
import type { Book } from "./book.ts";

const { sql, empty } = Prisma;

/** A balance as callers see it. */
export type BalanceView = Balance & { readonly currency: "USDC" };

const view = (balance: Balance): BalanceView => ({ ...balance, currency: "USDC" });

/** @returns false when the user has a balance for the service already */
export async function insertBalance(
  db: Queryable,
  data: Prisma.BalanceCreateManyInput,
): Promise<boolean> {
  const { count } = await db.balance.createMany({ data, skipDuplicates: true });
  return count === 1;
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
export async function findBalances(db: Queryable, ids: readonly string[]): Promise<BalanceView[]> {
  const where = { id: { in: [...ids] } };
  return (await db.balance.findMany({ where, orderBy: newestFirst })).map(view);
}

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

/** Changes what a balance may be spent to. Its row is locked. */
export async function setTerms(
  db: Queryable,
  id: string,
  data: Pick<Prisma.BalanceUncheckedUpdateInput, "overdraft" | "lowAt" | "status" | "updatedAt">,
): Promise<void> {
  await db.balance.update({ where: { id }, data });
}

const lock = recordStatement(
  "lock_balances",
  jsonObject("balance", "Balance"),
  "FROM balances balance WHERE id = ANY ($1::text[]) ORDER BY id FOR NO KEY UPDATE",
);

/** Locks balances until the transaction ends, in the order of their ids. */
export function lockBalances(tx: Queryable, ids: readonly string[]): Promise<Balance[]> {
  return readRecords(tx, lock, [ids]);
}

/**
 * Writes balances whose rows are locked, and adds their entries. The entries' foreign keys are checked against rows that
 * this transaction has locked.
 */
const write = {
  name: "write_balances",
  text: `
  WITH changed AS (
    UPDATE balances balance
       SET status = given.status::balance_status, available = given.available, held = given.held,
           unsettled = given.unsettled, position = given.position, next_due_at = given.next_due_at,
           keeps_expired = given.keeps_expired, updated_at = $8::timestamptz
      FROM unnest($1::text[], $2::text[], $3::numeric[], $4::numeric[], $5::numeric[], $6::bigint[],
                  $7::timestamptz[], $20::boolean[])
        AS given (id, status, available, held, unsettled, position, next_due_at, keeps_expired)
     WHERE balance.id = given.id)
  INSERT INTO balance_entries (balance_id, position, type, available, held, available_after, held_after,
                               usage_event_id, credit_id, invoice_id, hold_id, created_at)
  SELECT given.balance_id, given.position, given.type::balance_entry_type, given.available, given.held,
         given.available_after, given.held_after, given.usage_event_id, given.credit_id,
         given.invoice_id, given.hold_id, $8::timestamptz
    FROM unnest($9::text[], $10::bigint[], $11::text[], $12::numeric[], $13::numeric[], $14::numeric[],
                $15::numeric[], $16::text[], $17::text[], $18::text[], $19::text[])
      AS given (balance_id, position, type, available, held, available_after, held_after,
                usage_event_id, credit_id, invoice_id, hold_id)`,
};

export async function writeBooks(
  { tx, now }: InTransaction,
  books: readonly Book[],
): Promise<void> {
  const entries = books.flatMap((book) =>
    book.entries.map((entry) => ({ ...entry, balanceId: book.balance.id })),
  );
  await runStatement(tx, write, [
    textArray(books, ({ balance }) => balance.id),
    textArray(books, ({ status }) => status),
    textArray(books, ({ available }) => textOfUnits(available)),
    textArray(books, ({ held }) => textOfUnits(held)),
    textArray(books, ({ unsettled }) => textOfUnits(unsettled)),
    textArray(books, ({ position }) => String(position)),
    textArray(books, ({ nextDueAt }) => nextDueAt?.toISOString() ?? null),
    now.toISOString(),
    textArray(entries, ({ balanceId }) => balanceId),
    textArray(entries, ({ position }) => String(position)),
    textArray(entries, ({ type }) => type),
    textArray(entries, ({ available }) => textOfUnits(available)),
    textArray(entries, ({ held }) => textOfUnits(held)),
    textArray(entries, ({ availableAfter }) => textOfUnits(availableAfter)),
    textArray(entries, ({ heldAfter }) => textOfUnits(heldAfter)),
    textArray(entries, ({ about }) => about.usageEventId ?? null),
    textArray(entries, ({ about }) => about.creditId ?? null),
    textArray(entries, ({ about }) => about.invoiceId ?? null),
    textArray(entries, ({ about }) => about.holdId ?? null),
    textArray(books, ({ keepsExpired }) => String(keepsExpired)),
  ]);
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

/** Finds what was taken for usage events. @returns one entry per event, in order; null if it was not charged */
export async function findCharges(
  db: Queryable,
  usageEventIds: readonly string[],
): Promise<(BalanceEntry | null)[]> {
  const entries = await db.balanceEntry.findMany({
    where: { usageEventId: { in: [...usageEventIds] } },
  });
  return usageEventIds.map((id) => entries.find((one) => one.usageEventId === id) ?? null);
}

export function insertCredit(
  db: Queryable,
  data: Prisma.BalanceCreditUncheckedCreateInput,
): Promise<BalanceCredit> {
  return db.balanceCredit.create({ data });
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
   ORDER BY expires_at NULLS LAST, created_at, id`,
);

/** Finds the credits of a balance of which something is left, in the order in which they are spent. */
export function findCreditsToSpend(db: Queryable, balanceId: string): Promise<BalanceCredit[]> {
  return readRecords(db, toSpend, [balanceId]);
}

const setRemaining = {
  name: "set_credits_remaining",
  text: `
  UPDATE balance_credits credit SET remaining = given.remaining
    FROM unnest($1::text[], $2::numeric[]) AS given (id, remaining) WHERE credit.id = given.id`,
};

export async function setCreditsRemaining(
  db: Queryable,
  credits: readonly { readonly id: string; readonly remaining: string }[],
): Promise<void> {
  await runStatement(db, setRemaining, [
    textArray(credits, ({ id }) => id),
    textArray(credits, ({ remaining }) => remaining),
  ]);
}

export async function insertTopUp(
  db: Queryable,
  data: Prisma.BalanceTopUpUncheckedCreateInput,
): Promise<void> {
  await db.balanceTopUp.create({ data });
}

/** A top-up with what its invoice charges. */
export type TopUpRow = BalanceTopUp & { readonly invoice: { readonly amount: Prisma.Decimal } };

/** Finds which of some invoices are top-ups. */
export function findTopUps(db: Queryable, invoiceIds: readonly string[]): Promise<TopUpRow[]> {
  return db.balanceTopUp.findMany({
    where: { invoiceId: { in: [...invoiceIds] } },
    include: { invoice: { select: { amount: true } } },
    orderBy: { balanceId: "asc" },
  });
}

/** Finds balances of which something has expired that still counts. */
export const findBalancesToExpire: FindDue = ({ db, tenant, now }, after) =>
  db.$queryRaw<DueRecord[]>`
    SELECT id, next_due_at AS "dueAt" FROM balances
     WHERE next_due_at <= ${now}
       ${after === null ? empty : sql`AND (next_due_at, id) > (${after.dueAt}, ${after.id})`}
       ${tenant === null ? empty : sql`AND owner_id = ${tenant}`}
     ORDER BY next_due_at, id LIMIT ${pageSize}`;

/** @returns when the first of the holds that are still in place expires; null: there is none */
export async function findNextHoldExpiry(db: Queryable, balanceId: string): Promise<Date | null> {
  const hold = await db.balanceHold.findFirst({
    where: { balanceId, status: "HELD" },
    orderBy: { expiresAt: "asc" },
    select: { expiresAt: true },
  });
  return hold?.expiresAt ?? null;
}

/** Ends the holds of a locked balance whose time is up, by compare-and-set. @returns them, oldest first */
export async function expireHoldsOf(
  { tx, now }: InTransaction,
  balanceId: string,
): Promise<BalanceHold[]> {
  const { from, to } = transition(holdStates, "expire");
  const holds = await tx.balanceHold.updateManyAndReturn({
    where: { balanceId, status: { in: from }, expiresAt: { lte: now } },
    data: { status: to, updatedAt: now },
  });
  return holds.sort((one, other) => one.expiresAt.getTime() - other.expiresAt.getTime());
}

/** A hold as callers see it. */
export type HoldView = BalanceHold & Pick<Balance, "serviceId" | "userId">;

/** Finds holds of any seller. */
export function findHoldsById(db: Queryable, ids: readonly string[]): Promise<BalanceHold[]> {
  return readRecords(db, holdsById, [ids]);
}

const holdsById = recordStatement(
  "find_holds",
  jsonObject("hold", "BalanceHold"),
  "FROM balance_holds hold WHERE id = ANY ($1::text[])",
);

const holdsByKey = recordStatement(
  "find_holds_by_key",
  jsonObject("hold", "BalanceHold"),
  `FROM unnest($1::text[], $2::text[]) AS given (balance_id, key)
   CROSS JOIN LATERAL (SELECT * FROM balance_holds one
                        WHERE one.balance_id = given.balance_id AND one.key = given.key OFFSET 0) hold`,
);

export function findHoldsByKey(
  db: Queryable,
  keys: readonly Pick<BalanceHold, "balanceId" | "key">[],
): Promise<BalanceHold[]> {
  return readRecords(db, holdsByKey, [
    textArray(keys, ({ balanceId }) => balanceId),
    textArray(keys, ({ key }) => key),
  ]);
}

const holdsWithBalances = recordStatement(
  "find_holds_with_balances",
  jsonObject("hold", "BalanceHold", { balance: jsonObject("balance", "Balance") }),
  `FROM balance_holds hold JOIN balances balance ON balance.id = hold.balance_id
   WHERE hold.id = ANY ($1::text[])`,
);

/** @returns one hold per request, in the same order; null when the tenant has no such hold */
export async function findHoldsAsked(
  db: Queryable,
  asked: readonly Asked[],
): Promise<(HoldView | null)[]> {
  const rows = await readRecords(db, holdsWithBalances, [asked.map(({ id }) => id)]);
  const holds = rows.map(({ balance: { serviceId, userId }, ...hold }) => ({
    ...hold,
    serviceId,
    userId,
  }));
  return ofAsked(holds, asked);
}

export async function insertHolds(
  db: Queryable,
  data: readonly Prisma.BalanceHoldCreateManyInput[],
): Promise<void> {
  if (data.length > 0) await db.balanceHold.createMany({ data: [...data] });
}

const endHold = {
  name: "end_holds",
  text: `
  UPDATE balance_holds hold
     SET status = given.status::hold_status, charged = given.charged,
         usage_event_id = given.usage_event_id, updated_at = $5::timestamptz
    FROM unnest($1::text[], $2::text[], $3::numeric[], $4::text[])
      AS given (id, status, charged, usage_event_id)
   WHERE hold.id = given.id AND hold.status = ANY ($6::hold_status[])`,
};

/** How a hold ends by a call. */
export interface HoldEnd {
  readonly id: string;
  readonly trigger: Exclude<HoldTrigger, "expire">;
  /** In token units; null when it is released. */
  readonly charged: bigint | null;
  readonly usageEventId: string | null;
}

/** Ends holds of locked balances by compare-and-set. @returns how many were in place */
export async function endHolds(
  { tx, now }: InTransaction,
  ends: readonly HoldEnd[],
): Promise<number> {
  if (ends.length === 0) return 0;
  return countChanged(tx, endHold, [
    textArray(ends, ({ id }) => id),
    textArray(ends, ({ trigger }) => transition(holdStates, trigger).to),
    textArray(ends, ({ charged }) => (charged === null ? null : textOfUnits(charged))),
    textArray(ends, ({ usageEventId }) => usageEventId),
    now.toISOString(),
    transition(holdStates, "commit").from,
  ]);
}

/** Finds the last automatic top-up of a balance, with what became of its invoice. */
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

/** Adds up the automatic top-ups of a balance since a moment that were or can be paid. */
export async function sumAutomaticTopUpsSince(
  db: Queryable,
  balanceId: string,
  moment: Date,
): Promise<Prisma.Decimal> {
  const topUps = await db.balanceTopUp.findMany({
    where: {
      balanceId,
      isAutomatic: true,
      createdAt: { gt: moment },
      invoice: { status: { in: ["OPEN", "PAID"] } },
    },
    select: { invoice: { select: { amount: true } } },
  });
  return topUps.reduce((sum, { invoice }) => sum.plus(invoice.amount), new Prisma.Decimal(0));
}
