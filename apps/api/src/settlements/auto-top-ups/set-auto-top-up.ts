import { loadBalance } from "../../balances/load-balance.ts";
import { newId } from "../../kit/ids.ts";
import { Refusal } from "../../kit/refusal.ts";
import { write } from "../../operation/define.ts";
import {
  autoTopUpTooDear,
  balanceNotFound,
  NewAutoTopUp,
  OneAutoTopUp,
} from "../../schemas/balances.ts";
import { putAutoTopUp } from "./store.ts";

export const setAutoTopUp = write("PUT /balances/{balanceId}/auto-top-up", {
  name: "balances.setAutoTopUp",
  summary: "Top a balance up automatically",
  description:
    "When less than `below` is available, an invoice of `amount` is created and collected under the newest spending cap of the user's `ACTIVE` subscriptions that can pay it, one at a time. The balance is checked every minute. When `perDayAtMost` is reached, automatic top-ups are `PAUSED` until the next one is allowed, and the event `balance.auto_top_up_paused` reports it. If no cap can be used, or all are used up, or a collection fails, automatic top-ups stop, and the event `balance.auto_top_up_stopped` reports it. Repeat the call to start them again.",
  refusals: { balanceNotFound, autoTopUpTooDear },
  input: NewAutoTopUp,
  output: OneAutoTopUp,
  run: async (work, { balanceId, below, amount, perDayAtMost }) => {
    if (perDayAtMost.lt(amount)) throw new Refusal(autoTopUpTooDear);
    const { id, serviceId } = await loadBalance(work, balanceId);
    const { tx, now } = work;
    const autoTopUp = await putAutoTopUp(tx, {
      id: newId(),
      balanceId: id,
      status: "ACTIVE",
      below,
      amount,
      perDayAtMost,
      stoppedReason: null,
      pausedUntil: null,
      createdAt: now,
      updatedAt: now,
    });
    return { autoTopUp: { ...autoTopUp, serviceId } };
  },
});
