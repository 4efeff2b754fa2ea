import { HoldId, holdNotFound, OneHold } from "../contract/holds.ts";
import { read } from "../operation/define.ts";
import { loadHold } from "./load-hold.ts";

export const getHold = read("GET /holds/{holdId}", {
  name: "holds.get",
  summary: "Get a hold",
  description: "Returns it as of now: a hold whose time is up is `EXPIRED`.",
  refusals: { holdNotFound },
  input: HoldId,
  output: OneHold,
  run: async (work, { holdId }) => ({ hold: await loadHold(work, holdId) }),
});
