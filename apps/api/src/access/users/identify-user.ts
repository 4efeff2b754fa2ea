import type { Queryable } from "../../db/client.ts";
import type { User, UserRole } from "../../db/generated/client.ts";
import { newId } from "../../lib/ids.ts";
import { Refusal, referencedRecordNotFound } from "../../lib/refusal.ts";
import { everyone, type Tenant } from "../../lib/tenant.ts";
import { findUser, findUserByEmailKey, insertUserIfNew } from "./store.ts";

/** The user of an id that a caller named; refused with 404 when the tenant knows none of it. */
export async function getUser(db: Queryable, id: string, tenant: Tenant): Promise<User> {
  const user = await findUser(db, id, tenant);
  if (user === null) throw new Refusal(referencedRecordNotFound);
  return user;
}

/**
 * The user of an e-mail, compared case-insensitively: an existing one as it is, else a new one.
 * The insert is what decides, so that two callers at once end with one user. What a seller's key makes
 * is the seller's own: nobody learns by an e-mail whom other sellers know, and under which name.
 */
export async function identifyUser(
  db: Queryable,
  { email, name, role }: { email: string; name: string | undefined; role: UserRole },
  tenant: Tenant,
  now: Date,
): Promise<User> {
  const emailKey = email.toLowerCase();
  const known = await findUserByEmailKey(db, emailKey, tenant);
  if (known !== null) return known;
  await insertUserIfNew(db, {
    id: newId(),
    email,
    emailKey,
    name: name ?? null,
    role,
    sellerId: tenant,
    createdAt: now,
    updatedAt: now,
  });
  const user = await findUserByEmailKey(db, emailKey, tenant);
  if (user === null) throw new Error("The user of an e-mail is there once it was inserted.");
  return user;
}

/** The platform's user of an e-mail; null when there is none. */
export function getUserByEmail(db: Queryable, email: string): Promise<User | null> {
  return findUserByEmailKey(db, email.toLowerCase(), everyone);
}
