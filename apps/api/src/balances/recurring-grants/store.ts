import type { Queryable } from "../../db/client.ts";
import type { Prisma, RecurringGrant } from "../../db/generated/client.ts";
import { jsonObject, readRecords, recordStatement } from "../../db/json-rows.ts";
import { type AnyTransaction, countChanged, type InAnyTransaction } from "../../db/statements.ts";
import { newId } from "../../kit/ids.ts";
import { transition } from "../../kit/state-table.ts";
import { recurringGrantStates } from "../../schemas/states.ts";

export function insertRecurringGrant(
  db: Queryable,
  data: Prisma.RecurringGrantUncheckedCreateInput,
): Promise<RecurringGrant> {
  return db.recurringGrant.create({ data });
}

export function findRecurringGrant(
  db: Queryable,
  { id, balanceId }: { readonly id: string; readonly balanceId: string },
): Promise<RecurringGrant | null> {
  return db.recurringGrant.findUnique({ where: { id, balanceId } });
}

/** Finds the recurring grants of a balance: those that are `ACTIVE` first, of each the newest first. */
export function findRecurringGrants(
  db: Queryable,
  balanceId: string,
  max: number,
): Promise<RecurringGrant[]> {
  return db.recurringGrant.findMany({
    where: { balanceId },
    orderBy: [{ status: "asc" }, { createdAt: "desc" }, { id: "desc" }],
    take: max,
  });
}

export function countActive(db: Queryable, balanceId: string): Promise<number> {
  return db.recurringGrant.count({ where: { balanceId, status: "ACTIVE" } });
}

const recurringGrant = jsonObject("recurring", "RecurringGrant");

const endedPeriods = recordStatement(
  "find_ended_periods",
  recurringGrant,
  `FROM recurring_grants recurring
   WHERE balance_id = $1 AND status = 'ACTIVE' AND period_end <= $2::timestamptz
     AND period_end = (SELECT min(period_end) FROM recurring_grants WHERE balance_id = $1 AND status = 'ACTIVE')
   ORDER BY id`,
);

/** Finds the recurring grants of a balance whose periods have ended first, all at one moment. */
export function findEndedPeriods(
  { tx, now }: InAnyTransaction,
  balanceId: string,
): Promise<RecurringGrant[]> {
  return readRecords(tx, endedPeriods, [balanceId, now.toISOString()]);
}

const byId = recordStatement(
  "find_recurring_grants",
  recurringGrant,
  "FROM recurring_grants recurring WHERE id = ANY ($1::text[]) ORDER BY id",
);

export function findRecurringGrantsById(
  db: AnyTransaction,
  ids: readonly string[],
): Promise<RecurringGrant[]> {
  return readRecords(db, byId, [ids]);
}

const ending = transition(recurringGrantStates, "end");

const end = {
  name: "end_recurring_grant",
  text: `
  UPDATE recurring_grants SET status = $2::recurring_grant_status, updated_at = $3::timestamptz
   WHERE id = $1 AND status = ANY ($4::recurring_grant_status[])`,
};

/** Ends a recurring grant of a locked balance by compare-and-set. @returns whether it was `ACTIVE` */
export async function endRecurringGrant(
  { tx, now }: InAnyTransaction,
  id: string,
): Promise<boolean> {
  const values = [id, ending.to, now.toISOString(), ending.from];
  return (await countChanged(tx, end, values)) === 1;
}

const begin = {
  name: "begin_recurring_period",
  text: `
  UPDATE recurring_grants
     SET period_start = period_end, period_end = $3::timestamptz, carried = 0, updated_at = $4::timestamptz
   WHERE id = $1 AND status = 'ACTIVE' AND period_end = $2::timestamptz`,
};

/** Moves a recurring grant of a locked balance to its next period, by compare-and-set. */
export async function beginPeriod(
  { tx, now }: InAnyTransaction,
  { id, periodEnd }: Pick<RecurringGrant, "id" | "periodEnd">,
  nextEnd: Date,
): Promise<void> {
  const values = [id, periodEnd.toISOString(), nextEnd.toISOString(), now.toISOString()];
  const count = await countChanged(tx, begin, values);
  if (count !== 1) throw new Error("The lock of the balance must keep its recurring grants.");
}

const carry = {
  name: "carry_recurring_grant",
  text: "UPDATE recurring_grants SET carried = carried + $2::numeric WHERE id = $1",
};

/** Notes how much was carried into the current period of a recurring grant. */
export async function addCarried(tx: AnyTransaction, id: string, amount: string): Promise<void> {
  await countChanged(tx, carry, [id, amount]);
}

const insertCreditOf = {
  name: "insert_recurring_credit",
  text: `
  INSERT INTO balance_credits (id, balance_id, recurring_grant_id, is_carried, amount, remaining, priority, reason,
                               expires_at, created_at)
  SELECT $1, balance_id, id, $3::boolean, $4::numeric, $4::numeric, priority, reason, period_end, $5::timestamptz
    FROM recurring_grants WHERE id = $2`,
};

/** Inserts a credit for the current period of a recurring grant. @returns its id */
export async function insertCreditOfPeriod(
  { tx, now }: InAnyTransaction,
  recurringGrantId: string,
  { amount, isCarried }: { readonly amount: string; readonly isCarried: boolean },
): Promise<string> {
  const id = newId();
  const values = [id, recurringGrantId, isCarried, amount, now.toISOString()];
  await countChanged(tx, insertCreditOf, values);
  return id;
}
