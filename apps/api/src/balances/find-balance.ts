import type { Queryable } from "../db/client.ts";
import type { Prisma } from "../db/generated/client.ts";

/** Finds the balance of a service's subscriber. @returns its id; null when there is none */
export async function findBalanceOf(
  db: Queryable,
  serviceId: string,
  userId: string,
): Promise<string | null> {
  const where = { serviceId_userId: { serviceId, userId } };
  return (await db.balance.findUnique({ where, select: { id: true } }))?.id ?? null;
}

/** Reads the available amount of a balance as it is stored. It takes no lock, and applies no expiry that is due. */
export async function findAvailable(db: Queryable, id: string): Promise<Prisma.Decimal> {
  const { available } = await db.balance.findUniqueOrThrow({
    where: { id },
    select: { available: true },
  });
  return available;
}
