import { Refusal } from "../kit/refusal.ts";
import { write } from "../operation/define.ts";
import { balanceNotFound, grantExpired, NewGrant, OneBalanceGrant } from "../schemas/balances.ts";
import { giveCredit } from "./give-credit.ts";
import { loadBalance } from "./load-balance.ts";
import { findCredit } from "./store.ts";

export const grantCredit = write("POST /balances/{balanceId}/grants", {
  name: "balances.grant",
  summary: "Grant credit",
  description:
    "Credits the balance without a payment, for example as a welcome or a refund. Credit is spent by the earliest expiry, then the oldest. The event `balance.credited` reports it. Send an `Idempotency-Key`: without one, a repeated request grants again.",
  status: 201,
  refusals: { balanceNotFound, grantExpired },
  input: NewGrant,
  output: OneBalanceGrant,
  run: async (work, { balanceId, ...credit }) => {
    const { tx } = work;
    const { serviceId } = await loadBalance(work, balanceId);
    const now = await work.time();
    const { expiresAt } = credit;
    if (expiresAt !== undefined && expiresAt <= now) throw new Refusal(grantExpired);
    const id = await giveCredit({ tx, now }, balanceId, credit);
    if (id === null) throw new Refusal(balanceNotFound);
    return { balanceGrant: { ...(await findCredit(tx, id)), reason: credit.reason, serviceId } };
  },
});
