import type { Queryable } from "../db/client.ts";
import type { User, UserRole } from "../db/generated/client.ts";
import { newId } from "../shared/ids.ts";

export interface NewUser {
  email: string;
  name: string | undefined;
  role: UserRole;
}

export function findUser(db: Queryable, id: string): Promise<User | null> {
  return db.user.findUnique({ where: { id } });
}

/**
 * The user of an e-mail, compared case-insensitively: an existing one as it is, else a new one.
 * The insert is what decides, so that two callers at once end with one user.
 */
export async function findOrCreateUser(db: Queryable, user: NewUser, now: Date): Promise<User> {
  const emailKey = user.email.toLowerCase();
  await db.user.createMany({
    data: {
      id: newId(),
      email: user.email,
      emailKey,
      name: user.name ?? null,
      role: user.role,
      createdAt: now,
      updatedAt: now,
    },
    skipDuplicates: true,
  });
  return db.user.findUniqueOrThrow({ where: { emailKey } });
}
