import { Refusal } from "../../kit/refusal.ts";
import { write } from "../../operation/define.ts";
import { balanceFrozen, balanceNotFound, balanceTooLow } from "../../schemas/balances.ts";
import { holdKeyUsed, holdTooLong, NewHold, OneHold } from "../../schemas/holds.ts";
import { holdOnce } from "./hold-once.ts";

export const placeHold = write("POST /holds", {
  name: "holds.create",
  summary: "Hold a part of a balance",
  description:
    "Sets the max cost of a call aside before you make the call. Then commit the actual cost, or release the hold. If you do neither, the amount is given back at `expiresAt`. The same key and fields return the same hold, so after a time-out you can safely send it again.",
  status: 201,
  refusals: { balanceNotFound, holdKeyUsed, holdTooLong, balanceFrozen, balanceTooLow },
  transaction: "own", // one transaction for a batch of holds, which remember their keys and who placed them
  input: NewHold,
  output: OneHold,
  run: (work, input) =>
    holdOnce(work, async ({ change }) => {
      const { tenant, by } = work;
      const { hold, why } = await change({ ...input, tenant, apiKeyId: by.keyId });
      if (hold === null || why !== null) throw new Refusal(why ?? balanceNotFound);
      return hold;
    }),
});
