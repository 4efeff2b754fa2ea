import { userNotFound } from "../../contract/users.ts";
import type { InTransaction, Queryable } from "../../db/client.ts";
import type { User, UserRole } from "../../db/generated/client.ts";
import { realTime } from "../../lib/clock.ts";
import { newId } from "../../lib/ids.ts";
import { Refusal } from "../../lib/refusal.ts";
import { everyone, type Tenant } from "../../lib/tenant.ts";
import { findUser, findUserByEmailKey, insertUserIfNew, updateUser } from "./store.ts";

/** The user whose id a caller sent in the field `param`. @throws Refusal 404 when the tenant knows no such user */
export async function getUser(
  { db, tenant }: { readonly db: Queryable; readonly tenant: Tenant },
  id: string,
  param: Parameters<typeof userNotFound>[0],
): Promise<User> {
  const user = await findUser(db, id, tenant);
  if (user === null) throw new Refusal(userNotFound(param));
  return user;
}

/**
 * Finds a user by e-mail, ignoring case, or creates one. An existing user stays unchanged. The insert
 * decides, so two concurrent callers get the same user. A user created by a seller's key belongs to that
 * seller: nobody can use an e-mail address to learn which users other sellers know, or their names.
 */
export async function identifyUser(
  { tx, tenant, now }: InTransaction & { readonly tenant: Tenant },
  { email, name, role }: { email: string; name: string | undefined; role: UserRole },
): Promise<User> {
  const emailKey = email.toLowerCase();
  const known = await findUserByEmailKey(tx, emailKey, tenant);
  if (known !== null) return known;
  const createdAt = realTime(now); // a user belongs to no service
  await insertUserIfNew(tx, {
    id: newId(),
    email,
    emailKey,
    name: name ?? null,
    role,
    sellerId: tenant,
    createdAt,
    updatedAt: createdAt,
  });
  const user = await findUserByEmailKey(tx, emailKey, tenant);
  if (user === null) throw new Error("A user must exist after it was inserted.");
  return user;
}

/** Changes what a user is called and where mail goes. The user is still identified by the e-mail of its creation. */
export async function changeUser(
  { tx, now }: InTransaction,
  id: string,
  change: { readonly name?: string; readonly email?: string },
): Promise<User> {
  return updateUser(tx, id, { ...change, updatedAt: now });
}

/** The platform's user with an e-mail address; null when there is none. */
export function getUserByEmail(
  { db }: { readonly db: Queryable },
  email: string,
): Promise<User | null> {
  return findUserByEmailKey(db, email.toLowerCase(), everyone);
}
