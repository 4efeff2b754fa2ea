import type { InTransaction } from "../db/client.ts";
import { Refusal } from "../kit/refusal.ts";
import { isOwnedBy, type Tenant } from "../kit/tenant.ts";
import type { Parts } from "../operation/ports/parts.ts";
import { upToDate } from "../operation/ports/up-to-date.ts";
import { balanceNotFound } from "../schemas/balances.ts";
import type { LockedBalance } from "./book.ts";
import { lockBalances } from "./book-store.ts";
import { type BalanceView, findBalance } from "./store.ts";

/**
 * Loads a balance as of now: what has expired is ended first.
 *
 * @throws Refusal 404 when the tenant has no such balance
 */
export function loadBalance(
  { db, tenant, due }: Pick<Parts, "db" | "tenant" | "due">,
  id: string,
): Promise<BalanceView> {
  const read = async () => {
    const balance = await findBalance(db, id, tenant);
    if (balance === null) throw new Refusal(balanceNotFound);
    return balance;
  };
  return upToDate({ db, due }, read, (balance) => ({ balances: [balance] }));
}

interface Own {
  readonly id: string;
  readonly userId: string;
}

/** The same, of a subscriber's own balance. @throws Refusal 404 when the subscriber has no such balance */
export async function loadOwnBalance(
  parts: Pick<Parts, "db" | "tenant" | "due">,
  { id, userId }: Own,
): Promise<BalanceView> {
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
  const [balance] = await lockBalances(tx, [id]);
  if (balance?.userId !== userId || !isOwnedBy(tenant, balance)) throw new Refusal(balanceNotFound);
  return balance;
}
