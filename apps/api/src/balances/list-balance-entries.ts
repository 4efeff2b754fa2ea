import { read } from "../operation/define.ts";
import { BalanceEntryPage, BalanceEntryQuery, balanceNotFound } from "../schemas/balances.ts";
import { listEntries } from "./list-entries.ts";
import { loadBalance } from "./load-balance.ts";

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
