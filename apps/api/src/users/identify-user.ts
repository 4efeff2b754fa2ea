import type { Queryable } from "../db/client.ts";
import type { User, UserRole } from "../db/generated/client.ts";
import { newId } from "../shared/ids.ts";
import { Refusal, referencedRecordNotFound } from "../shared/refusal.ts";
import { findUser, findUserByEmailKey, insertUserIfNew } from "./store.ts";

/** The user of an id that a caller named; refused with 404 when there is none. */
export async function getUser(db: Queryable, id: string): Promise<User> {
  const user = await findUser(db, id);
  if (user === null) throw new Refusal(referencedRecordNotFound);
  return user;
}

/**
 * The user of an e-mail, compared case-insensitively: an existing one as it is, else a new one.
 * The insert is what decides, so that two callers at once end with one user.
 */
export async function identifyUser(
  db: Queryable,
  { email, name, role }: { email: string; name: string | undefined; role: UserRole },
  now: Date,
): Promise<User> {
  const emailKey = email.toLowerCase();
  await insertUserIfNew(db, {
    id: newId(),
    email,
    emailKey,
    name: name ?? null,
    role,
    createdAt: now,
    updatedAt: now,
  });
  return findUserByEmailKey(db, emailKey);
}
