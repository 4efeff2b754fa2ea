import type { Queryable } from "../../../db/client.ts";
import type { Prisma, User } from "../../../db/generated/client.ts";
import type { Tenant } from "../../../kit/tenant.ts";

/** The user with an id, if the tenant knows the user. */
export async function findUser(db: Queryable, id: string, tenant: Tenant): Promise<User | null> {
  const user = await db.user.findUnique({ where: { id } });
  return user !== null && (await knows(db, tenant, user)) ? user : null;
}

/** The user of the tenant with an e-mail address that was entered on a page, and the wallet that signed there. */
export function findUserByWallet(
  db: Queryable,
  of: { readonly emailKey: string; readonly walletKey: string; readonly sellerId: string },
): Promise<User | null> {
  return db.user.findFirst({ where: of });
}

/**
 * The user whose e-mail address a key has named: the tenant's own user, otherwise a platform user that the tenant knows.
 * Users who entered the address on a page are not found.
 */
export async function findUserByEmailKey(
  db: Queryable,
  emailKey: string,
  tenant: Tenant,
): Promise<User | null> {
  const own = await db.user.findFirst({ where: { emailKey, walletKey: "", sellerId: tenant } });
  if (own !== null || tenant === null) return own;
  const platforms = await db.user.findFirst({ where: { emailKey, sellerId: null } });
  return platforms !== null && (await knows(db, tenant, platforms)) ? platforms : null;
}

/** A seller knows itself, users created by its keys, and users who signed up or were billed for its services. */
async function knows(db: Queryable, tenant: Tenant, user: User): Promise<boolean> {
  if (tenant === null || user.id === tenant || user.sellerId === tenant) return true;
  const [row] = await db.$queryRaw<{ known: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM checkout_sessions WHERE owner_id = ${tenant} AND user_id = ${user.id})
        OR EXISTS (SELECT 1 FROM subscriptions WHERE owner_id = ${tenant} AND user_id = ${user.id})
        OR EXISTS (SELECT 1 FROM invoices WHERE owner_id = ${tenant} AND user_id = ${user.id})
        AS known`;
  return row?.known === true;
}

/** Inserts a user unless one who is identified in the same way exists. */
export async function insertUserIfNew(
  db: Queryable,
  data: Prisma.UserCreateManyInput,
): Promise<void> {
  await db.user.createMany({ data, skipDuplicates: true });
}

export function updateUser(
  db: Queryable,
  id: string,
  data: { readonly name?: string; readonly email?: string; readonly updatedAt: Date },
): Promise<User> {
  return db.user.update({ where: { id }, data });
}
