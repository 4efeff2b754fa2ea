import { write } from "../../operation/define.ts";
import {
  autoTopUpNotFound,
  BalanceId,
  balanceNotFound,
  OneAutoTopUp,
} from "../../schemas/balances.ts";
import { loadAutoTopUp } from "./get-auto-top-up.ts";
import { deleteAutoTopUp } from "./store.ts";

export const removeAutoTopUp = write("DELETE /balances/{balanceId}/auto-top-up", {
  name: "balances.removeAutoTopUp",
  summary: "Stop topping a balance up automatically",
  description:
    "Returns the terms that were removed. A top-up that is under way is still collected.",
  refusals: { balanceNotFound, autoTopUpNotFound },
  input: BalanceId,
  output: OneAutoTopUp,
  run: async (work, { balanceId }) => {
    const autoTopUp = await loadAutoTopUp(work, balanceId);
    await deleteAutoTopUp(work.tx, autoTopUp.balanceId);
    return { autoTopUp };
  },
});
