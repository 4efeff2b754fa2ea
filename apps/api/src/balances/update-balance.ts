import { toTokenUnits } from "../kit/money.ts";
import { Refusal } from "../kit/refusal.ts";
import { write } from "../operation/define.ts";
import { BalanceChange, balanceNotFound, OneBalance, overdraftInUse } from "../schemas/balances.ts";
import { announceBalance } from "./announce-balances.ts";
import { lockBalances } from "./book-store.ts";
import { loadBalance } from "./load-balance.ts";
import { setTerms } from "./store.ts";

export const updateBalance = write("PATCH /balances/{balanceId}", {
  name: "balances.update",
  summary: "Change a balance's overdraft or warning",
  description:
    "Changes only the fields that you send. A larger overdraft can make a `FROZEN` balance `ACTIVE` again. Sending the same change again is safe.",
  refusals: { balanceNotFound, overdraftInUse },
  input: BalanceChange,
  output: OneBalance,
  run: async (work, { balanceId, overdraft, lowAt }) => {
    const { tx, now } = work;
    const { id } = await loadBalance(work, balanceId);
    const [balance] = await lockBalances(tx, [id]);
    if (balance === undefined) throw new Refusal(balanceNotFound);
    if (overdraft !== undefined && balance.available + toTokenUnits(overdraft) < 0n) {
      throw new Refusal(overdraftInUse);
    }
    await setTerms(tx, id, {
      ...(overdraft !== undefined && { overdraft, status: "ACTIVE" }),
      ...(lowAt !== undefined && { lowAt }), // null: there is no warning any more
      updatedAt: now,
    });
    const isRecovered = balance.status === "FROZEN" && overdraft !== undefined;
    if (isRecovered) await announceBalance({ tx, now }, "balance.recovered", id);
    return { balance: await loadBalance(work, id) };
  },
});
