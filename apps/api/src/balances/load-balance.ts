import { balanceNotFound } from "../contract/balances.ts";
import { Refusal } from "../lib/refusal.ts";
import type { Parts } from "../ports/parts.ts";
import { upToDate } from "../ports/up-to-date.ts";
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
