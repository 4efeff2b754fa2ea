import type { Queryable } from "../../db/client.ts";
import type { IdempotencyKey } from "../../db/generated/client.ts";

/**
 * Locks a key until the transaction ends, without waiting.
 * @returns false when another transaction holds the lock
 */
export async function takeTurn(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx.$queryRaw<{ mine: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${id}, 0)) AS mine`;
  return rows[0]?.mine === true;
}

export function findAnswer(tx: Queryable, id: string): Promise<IdempotencyKey | null> {
  return tx.idempotencyKey.findUnique({ where: { id } });
}

export async function rememberAnswer(
  tx: Queryable,
  data: { id: string; requestHash: string; answer: object; createdAt: Date },
): Promise<void> {
  await tx.idempotencyKey.create({ data });
}

export async function forgetAnswer(tx: Queryable, id: string): Promise<void> {
  await tx.idempotencyKey.delete({ where: { id } });
}

export async function forgetAnswersBefore(db: Queryable, moment: Date): Promise<void> {
  await db.idempotencyKey.deleteMany({ where: { createdAt: { lt: moment } } });
}
