import { read } from "../operation/define.ts";
import { upToDate } from "../operation/ports/up-to-date.ts";
import { BalancePage, BalanceQuery } from "../schemas/balances.ts";
import { findBalancePage } from "./store.ts";

export const listBalances = read("GET /balances", {
  name: "balances.list",
  summary: "List balances, newest first",
  description:
    "Each balance is as `GET /balances/{balanceId}` returns it: credit and holds that have expired no longer count.",
  input: BalanceQuery,
  output: BalancePage,
  run: async (work, query) => {
    const { rows, next } = await upToDate(
      work,
      () => findBalancePage(work.db, work.tenant, query),
      ({ rows }) => ({ balances: rows }),
    );
    return { balances: rows, nextCursor: next };
  },
});
