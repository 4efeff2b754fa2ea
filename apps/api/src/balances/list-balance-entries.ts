import type { Queryable } from "../db/client.ts";
import type { BalanceEntry } from "../db/generated/client.ts";
import { read } from "../operation/define.ts";
import { BalanceEntryPage, BalanceEntryQuery, balanceNotFound } from "../schemas/balances.ts";
import { loadBalance } from "./load-balance.ts";
import { findEntries } from "./store.ts";

interface EntryPage {
  readonly balanceEntries: BalanceEntry[];
  /** The position that the next page ends before; null: this page is the last one. */
  readonly nextCursor: bigint | null;
}

/** Reads a page of a balance's entries, newest first. */
export async function listEntries(
  { db }: { readonly db: Queryable },
  balanceId: string,
  { limit, cursor }: { readonly limit: number; readonly cursor: bigint | undefined },
): Promise<EntryPage> {
  const found = await findEntries(db, balanceId, { limit: limit + 1, before: cursor });
  const balanceEntries = found.slice(0, limit);
  const isMore = found.length > limit;
  return { balanceEntries, nextCursor: (isMore && balanceEntries.at(-1)?.position) || null };
}

export const listBalanceEntries = read("GET /balances/{balanceId}/entries", {
  name: "balances.entries",
  summary: "List a balance's ledger, newest first",
  description:
    "Every change of the balance, with what was available and held after it. Entries never change, and their positions have no gaps, so the ledger can be checked by adding it up.",
  refusals: { balanceNotFound },
  input: BalanceEntryQuery,
  output: BalanceEntryPage,
  run: async (work, { balanceId, limit, cursor }) => {
    const { id } = await loadBalance(work, balanceId);
    return listEntries(work, id, { limit, cursor });
  },
});
