import { loadBalance } from "../balances/load-balance.ts";
import {
  autoTopUpTooDear,
  balanceNotFound,
  NewAutoTopUp,
  OneAutoTopUp,
} from "../contract/balances.ts";
import { newId } from "../lib/ids.ts";
import { Refusal } from "../lib/refusal.ts";
import { write } from "../operation/define.ts";
import { putAutoTopUp } from "./store.ts";

export const setAutoTopUp = write("PUT /balances/{balanceId}/auto-top-up", {
  name: "balances.setAutoTopUp",
  summary: "Top a balance up automatically",
  description:
    "When less than `below` is available, an invoice of `amount` is created and collected under the spending cap of the user's newest `ACTIVE` subscription, one at a time. It is looked at every minute. If the cap is used up, missing, or a collection fails, it stops, and the event `balance.auto_top_up_stopped` reports it; setting it again starts it again.",
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
      createdAt: now,
      updatedAt: now,
    });
    return { autoTopUp: { ...autoTopUp, serviceId } };
  },
});
