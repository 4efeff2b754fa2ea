import { read } from "../operation/define.ts";
import { BalanceId, balanceNotFound, OneBalance } from "../schemas/balances.ts";
import { loadBalance } from "./load-balance.ts";

export const getBalance = read("GET /balances/{balanceId}", {
  name: "balances.get",
  summary: "Get a balance",
  description: "Returns the balance as of now: credit and holds that have expired no longer count.",
  refusals: { balanceNotFound },
  input: BalanceId,
  output: OneBalance,
  run: async (work, { balanceId }) => ({ balance: await loadBalance(work, balanceId) }),
});
