import type { Queryable } from "../db/client.ts";

/** Finds the balance of a service's subscriber. @returns its id; null when there is none */
export async function findBalanceOf(
  db: Queryable,
  serviceId: string,
  userId: string,
): Promise<string | null> {
  const where = { serviceId_userId: { serviceId, userId } };
  return (await db.balance.findUnique({ where, select: { id: true } }))?.id ?? null;
}
