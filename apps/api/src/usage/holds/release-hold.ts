import { Refusal } from "../../kit/refusal.ts";
import { write } from "../../operation/define.ts";
import { HoldId, holdNotFound, holdNotHeld, OneHold } from "../../schemas/holds.ts";
import { holdOnce } from "./hold-once.ts";

export const releaseHold = write("POST /holds/{holdId}/release", {
  name: "holds.release",
  summary: "Release a hold",
  description:
    "Gives back the whole amount, for example because the call was not made. Sending it again is safe: a released hold is returned unchanged.",
  refusals: { holdNotFound, holdNotHeld: holdNotHeld("COMMITTED") },
  transaction: "own", // one transaction for a batch of holds
  input: HoldId,
  output: OneHold,
  run: (work, { holdId: id }) =>
    holdOnce(work, async ({ change }) => {
      const { hold, why } = await change({ id, tenant: work.tenant, commit: null });
      if (hold === null) throw new Refusal(holdNotFound);
      if (why !== null && hold.status !== "RELEASED") throw new Refusal(why);
      return hold;
    }),
});
