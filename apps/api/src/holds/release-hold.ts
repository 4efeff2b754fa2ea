import { HoldId, holdNotFound, holdNotHeld, OneHold } from "../contract/holds.ts";
import { Refusal } from "../lib/refusal.ts";
import { write } from "../operation/define.ts";
import { endEachHold } from "./end-holds.ts";
import { holdOnce } from "./hold-once.ts";
import { loadHold } from "./load-hold.ts";

export const releaseHold = write("POST /holds/{holdId}/release", {
  name: "holds.release",
  summary: "Release a hold",
  description:
    "Gives back all that was set aside, for a call that was not made. Sending it again is safe: a released hold is returned as it is.",
  refusals: { holdNotFound, holdNotHeld: holdNotHeld("COMMITTED") },
  transaction: "own", // one transaction for a batch of holds
  input: HoldId,
  output: OneHold,
  run: (work, { holdId }) =>
    holdOnce(work, async (commit) => {
      const before = await loadHold(work, holdId);
      const { id, balanceId } = before;
      const { hold, why } = await commit(endEachHold, { id, balanceId, commit: null });
      if (why !== null && hold.status !== "RELEASED") throw new Refusal(why);
      return { ...before, ...hold };
    }),
});
