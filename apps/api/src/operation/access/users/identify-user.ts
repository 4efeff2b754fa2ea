import type { InTransaction, Queryable } from "../../../db/client.ts";
import type { Prisma, User, UserRole } from "../../../db/generated/client.ts";
import { realTime } from "../../../kit/clock.ts";
import { newId } from "../../../kit/ids.ts";
import { Refusal } from "../../../kit/refusal.ts";
import { everyone, type Tenant } from "../../../kit/tenant.ts";
import { userNotFound } from "../../../schemas/users.ts";

/** The user with an id, if the tenant knows the user. */
async function findUser(db: Queryable, id: string, tenant: Tenant): Promise<User | null> {
  const user = await db.user.findUnique({ where: { id } });
  return user !== null && (await knows(db, tenant, user)) ? user : null;
}

/** The user of the tenant with an e-mail address that was entered on a page, and the wallet that signed there. */
function findUserByWallet(
  db: Queryable,
  of: { readonly emailKey: string; readonly walletKey: string; readonly sellerId: string },
): Promise<User | null> {
  return db.user.findFirst({ where: of });
}

/**
 * The user whose e-mail address a key has named: the tenant's own user, otherwise a platform user that the tenant knows.
 * Users who entered the address on a page are not found.
 */
async function findUserByEmailKey(
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
async function insertUserIfNew(db: Queryable, data: Prisma.UserCreateManyInput): Promise<void> {
  await db.user.createMany({ data, skipDuplicates: true });
}

function updateUser(
  db: Queryable,
  id: string,
  data: { readonly name?: string; readonly email?: string; readonly updatedAt: Date },
): Promise<User> {
  return db.user.update({ where: { id }, data });
}

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

/**
 * The same for an e-mail address from a public page, where anyone can enter another person's. It identifies a user only
 * together with the wallet that signed there: the user who entered it with that wallet before. Otherwise a new user is
 * created, without the balances, caps, invoices and links of other users with the address. The address alone finds
 * no user, so a stranger who enters it first gains nothing either.
 *
 * @param wallet the address that signed; null: none, so a user is created
 */
export async function identifyVisitor(
  { tx, now }: InTransaction,
  { email, name }: { readonly email: string; readonly name: string | undefined },
  { sellerId, wallet }: { readonly sellerId: string; readonly wallet: string | null },
): Promise<string> {
  const id = newId();
  const createdAt = realTime(now); // a user belongs to no service
  const keys = wallet && {
    emailKey: email.toLowerCase(),
    walletKey: wallet.toLowerCase(),
    sellerId,
  };
  await insertUserIfNew(tx, {
    id,
    email,
    name: name ?? null,
    role: "PAYER",
    ...(keys || { sellerId }),
    createdAt,
    updatedAt: createdAt,
  });
  const known = keys ? await findUserByWallet(tx, keys) : null;
  return known?.id ?? id;
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
