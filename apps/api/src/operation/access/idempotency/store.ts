import type { Queryable } from "../../../db/client.ts";
import type { IdempotencyKey } from "../../../db/generated/client.ts";

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
