import { balanceNotFound, NewGrant, OneBalanceGrant } from "../contract/balances.ts";
import { newId } from "../lib/ids.ts";
import { toTokenUnits } from "../lib/money.ts";
import { write } from "../operation/define.ts";
import { changeBalance } from "./change-balances.ts";
import { loadBalance } from "./load-balance.ts";
import { findCredit, insertCredit } from "./store.ts";

export const grantCredit = write("POST /balances/{balanceId}/grants", {
  name: "balances.grant",
  summary: "Grant credit",
  description:
    "Credits the balance without a payment, for example as a welcome or a refund. Credit is spent by the earliest expiry, then the oldest. The event `balance.credited` reports it. Send an `Idempotency-Key`: without one, a repeated request grants again.",
  status: 201,
  refusals: { balanceNotFound },
  input: NewGrant,
  output: OneBalanceGrant,
  run: async (work, { balanceId, amount, reason, expiresAt }) => {
    const { tx, clock } = work;
    const { serviceId } = await loadBalance(work, balanceId);
    const now = clock.now();
    const id = newId();
    await changeBalance({ tx, now }, balanceId, async (book) => {
      await insertCredit(tx, {
        id,
        balanceId,
        amount,
        remaining: amount,
        reason,
        expiresAt: expiresAt ?? null,
        createdAt: now,
      });
      book.post("GRANT", { available: toTokenUnits(amount), held: 0n }, { creditId: id });
    });
    const credit = await findCredit(tx, id);
    return { balanceGrant: { ...credit, reason, serviceId } };
  },
});
