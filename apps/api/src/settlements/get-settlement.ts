import { read } from "../operation/define.ts";
import { OneSettlement, SettlementId, settlementNotFound } from "../schemas/settlements.ts";
import { refreshSettlement } from "./refresh-settlement.ts";

/** Queries the chain while the chain may still record the settlement. */
export const getSettlement = read("GET /settlements/{settlementId}", {
  name: "settlements.get",
  summary: "Get a settlement",
  description:
    "A settlement that the chain may still record is checked against the chain on every read: one that is `SUBMITTED`, or `FAILED` but not permanently.",
  refusals: { settlementNotFound },
  input: SettlementId.strip(),
  output: OneSettlement,
  run: async (work, { settlementId }) => ({
    settlement: await refreshSettlement(work, settlementId),
  }),
});
