import type { Queryable } from "../db/client.ts";
import type { Prisma, User } from "../db/generated/client.ts";

export function findUser(db: Queryable, id: string): Promise<User | null> {
  return db.user.findUnique({ where: { id } });
}

export function findUserByEmailKey(db: Queryable, emailKey: string): Promise<User> {
  return db.user.findUniqueOrThrow({ where: { emailKey } });
}

/** Inserts a user unless one of its e-mail is there. */
export async function insertUserIfNew(
  db: Queryable,
  data: Prisma.UserCreateManyInput,
): Promise<void> {
  await db.user.createMany({ data, skipDuplicates: true });
}
