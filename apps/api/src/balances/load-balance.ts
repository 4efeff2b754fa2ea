import type { InTransaction, Queryable } from "../db/client.ts";
import type { Balance } from "../db/generated/client.ts";
import type { Page, PageRequest } from "../kit/lists.ts";
import { orRefuse, Refusal } from "../kit/refusal.ts";
import type { Tenant } from "../kit/tenant.ts";
import { upToDate } from "../operation/ports/due.ts";
import type { CoreParts } from "../operation/ports/parts.ts";
import { balanceNotFound } from "../schemas/balances.ts";
import type { BalanceView } from "./balance-view.ts";
import type { LockedBalance } from "./book.ts";
import { lockBalances } from "./book-store.ts";
import {
  type BalanceWithService,
  type CreditLeft,
  findBalance,
  findBalancePageWithServices,
  findCreditsLeft,
} from "./store.ts";

/**
 * Loads a balance as of now: what has expired is ended first.
 *
 * @throws Refusal 404 when the tenant has no such balance
 */
export function loadBalance({ db, tenant, due }: CoreParts, id: string): Promise<BalanceView> {
  const read = async () => orRefuse(await findBalance(db, id, tenant), balanceNotFound);
  return upToDate({ db, due }, read, (balance) => ({ balances: [balance] }));
}

interface Own {
  readonly id: string;
  readonly userId: string;
}

/** The same, of a subscriber's own balance. @throws Refusal 404 when the subscriber has no such balance */
export async function loadOwnBalance(parts: CoreParts, { id, userId }: Own): Promise<BalanceView> {
  const balance = await findBalance(parts.db, id, parts.tenant);
  if (balance?.userId !== userId) throw new Refusal(balanceNotFound);
  return loadBalance(parts, id);
}

/**
 * Locks a subscriber's own balance until the transaction ends.
 *
 * @throws Refusal 404 when the subscriber has no such balance
 */
export async function lockOwnBalance(
  { tx, tenant }: Pick<InTransaction, "tx"> & { readonly tenant: Tenant },
  { id, userId }: Own,
): Promise<LockedBalance> {
  const [balance] = await lockBalances(tx, [{ id, tenant }]);
  if (balance?.userId !== userId) throw new Refusal(balanceNotFound);
  return balance;
}

/** Finds the id of a subscriber's general balance for a service; null: there is none. */
export async function findBalanceOf(
  db: Queryable,
  serviceId: string,
  userId: string,
): Promise<string | null> {
  const where = { serviceId, userId, keyPrefix: null };
  return (await db.balance.findFirst({ where, select: { id: true } }))?.id ?? null;
}

/** Reads the amounts of a balance as they are stored. It takes no lock, and applies no expiry that is due. */
export function findAmounts(
  db: Queryable,
  id: string,
): Promise<Pick<Balance, "available" | "held">> {
  const select = { available: true, held: true } as const;
  return db.balance.findUniqueOrThrow({ where: { id }, select });
}

/** A balance with its service and its first unspent credits, in the order in which they are spent. */
export type OwnBalance = BalanceWithService & { readonly credits: CreditLeft[] };

/** Loads a page of a subscriber's own balances, newest first. What has expired is ended first. */
export async function loadOwnBalances(
  { db, tenant, due }: CoreParts,
  query: PageRequest & { readonly userId: string },
): Promise<Page<OwnBalance>> {
  const { rows, next } = await upToDate(
    { db, due },
    () => findBalancePageWithServices(db, tenant, query),
    ({ rows }) => ({ balances: rows }),
  );
  const ids = rows.map(({ id }) => id);
  const credits = await findCreditsLeft(db, ids);
  const withCredits = rows.map((balance) => ({
    ...balance,
    credits: credits.filter(({ balanceId }) => balanceId === balance.id),
  }));
  return { rows: withCredits, next };
}
