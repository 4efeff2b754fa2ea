import type { Queryable } from "../../db/client.ts";
import { type FindDue, onTestClock, pageSize } from "../../db/due-page.ts";
import { type AutoTopUp, Prisma } from "../../db/generated/client.ts";
import type { DueRecord } from "../../kit/time-limit.ts";

const { sql, empty } = Prisma;

export function putAutoTopUp(
  db: Queryable,
  { balanceId, ...terms }: Prisma.AutoTopUpUncheckedCreateInput,
): Promise<AutoTopUp> {
  const { id: _, createdAt: __, ...change } = terms;
  return db.autoTopUp.upsert({
    where: { balanceId },
    create: { balanceId, ...terms },
    update: change,
  });
}

export function findAutoTopUp(db: Queryable, balanceId: string): Promise<AutoTopUp | null> {
  return db.autoTopUp.findUnique({ where: { balanceId } });
}

/** Finds the auto-top-ups of balances. */
export function findAutoTopUps(db: Queryable, balanceIds: readonly string[]): Promise<AutoTopUp[]> {
  return db.autoTopUp.findMany({ where: { balanceId: { in: [...balanceIds] } } });
}

/** @returns false when another call has removed it */
export async function deleteAutoTopUp(db: Queryable, balanceId: string): Promise<boolean> {
  const { count } = await db.autoTopUp.deleteMany({ where: { balanceId } });
  return count === 1;
}

/** Locks the auto-top-up of a balance until the transaction ends; null unless it is in use. */
export async function lockInUse(tx: Queryable, balanceId: string): Promise<AutoTopUp | null> {
  await tx.$queryRaw`SELECT id FROM auto_top_ups WHERE balance_id = ${balanceId} FOR UPDATE`;
  const found = await findAutoTopUp(tx, balanceId);
  return found?.status === "ACTIVE" ? found : null;
}

export async function stop(
  tx: Queryable,
  id: string,
  stoppedReason: string,
  now: Date,
): Promise<void> {
  const data = { status: "STOPPED", stoppedReason, pausedUntil: null, updatedAt: now } as const;
  await tx.autoTopUp.update({ where: { id }, data });
}

/** Stores until when the daily limit allows no top-up. */
export async function pause(tx: Queryable, id: string, pausedUntil: Date): Promise<void> {
  await tx.autoTopUp.update({ where: { id }, data: { pausedUntil } });
}

export const day = 24 * 3_600_000;

/** Finds balances that are low and topped up automatically. What is owed is collected at least daily. */
export const findLowBalances: FindDue = ({ db, tenant, now, testClockId }, after) => {
  const dayAgo = new Date(now.getTime() - day);
  return db.$queryRaw<DueRecord[]>`
    SELECT balance.id, auto.created_at AS "dueAt"
      FROM auto_top_ups auto JOIN balances balance ON balance.id = auto.balance_id
     WHERE auto.status = 'ACTIVE'
       AND CASE WHEN auto.amount IS NOT NULL THEN balance.available < auto.below
                ELSE balance.available + balance.held < 0
                     AND (balance.available + balance.held < auto.below
                          OR auto.updated_at <= ${dayAgo}
                             AND NOT EXISTS (SELECT FROM balance_top_ups one
                                              WHERE one.balance_id = balance.id AND one.is_automatic
                                                AND one.created_at > ${dayAgo})) END
       AND ${onTestClock(sql`balance.service_id`, testClockId)}
       ${after === null ? empty : sql`AND (auto.created_at, balance.id) > (${after.dueAt}, ${after.id})`}
       ${tenant === null ? empty : sql`AND balance.owner_id = ${tenant}`}
     ORDER BY auto.created_at, balance.id LIMIT ${pageSize}`;
};
