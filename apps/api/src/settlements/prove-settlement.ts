import { read } from "../operation/define.ts";
import { OneSettlementProof } from "../schemas/settlement-proofs.ts";
import { SettlementId, settlementHasNoProof, settlementNotFound } from "../schemas/settlements.ts";
import { refreshSettlement } from "./refresh-settlement.ts";
import { findRefundProofs } from "./refund-proofs.ts";
import { proofOf } from "./settlement-proof.ts";

export const proveSettlement = read("GET /settlements/{settlementId}/proof", {
  name: "settlements.proof",
  summary: "Get the proof of a settlement",
  description:
    "Returns the location and the fields of the settlement's event on the chain, and of its refunds. Anyone can check them against the chain: `usance verify` does.",
  refusals: { settlementNotFound, settlementHasNoProof: settlementHasNoProof("SUBMITTED") },
  input: SettlementId,
  output: OneSettlementProof,
  run: async (work, { settlementId }) => {
    const settlement = await refreshSettlement(work, settlementId);
    const proof = proofOf(settlement, work.chain);
    return { proof: { ...proof, refunds: await findRefundProofs(work.db, settlement, work) } };
  },
});
