import { read } from "../../operation/define.ts";
import { HoldId, holdNotFound, OneHold } from "../../schemas/holds.ts";
import { loadHold } from "./load-hold.ts";

export const getHold = read("GET /holds/{holdId}", {
  name: "holds.get",
  summary: "Get a hold",
  description:
    "Returns the hold as of now: after its `expiresAt`, a hold that was not ended is `EXPIRED`.",
  refusals: { holdNotFound },
  input: HoldId,
  output: OneHold,
  run: async (work, { holdId }) => ({ hold: await loadHold(work, holdId) }),
});
