import type { Page, PageRequest } from "../kit/lists.ts";
import type { Parts } from "../operation/ports/parts.ts";
import { upToDate } from "../operation/ports/up-to-date.ts";
import {
  type BalanceWithService,
  type CreditLeft,
  findBalancePageWithServices,
  findCreditsLeft,
} from "./store.ts";

/** A balance with its service, and the first of its credit that is left, in the order in which it is spent. */
export type OwnBalance = BalanceWithService & { readonly credits: CreditLeft[] };

/** Loads a page of a subscriber's own balances, newest first. What has expired is ended first. */
export async function loadOwnBalances(
  { db, tenant, due }: Pick<Parts, "db" | "tenant" | "due">,
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
