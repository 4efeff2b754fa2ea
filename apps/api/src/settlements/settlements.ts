import { z } from "zod";
import { bytes32 } from "../kit/evm-fields.ts";
import { filterId, omittable, oneOf, request, requiredId } from "../kit/fields.ts";
import { page, pageOf } from "../kit/lists.ts";
import { read } from "../operation/define.ts";
import { upToDate } from "../operation/ports/due.ts";
import { OneSettlementProof } from "../schemas/settlement-proofs.ts";
import { settlementStatuses } from "../schemas/settlement-states.ts";
import { Settlement, settlementHasNoProof, settlementNotFound } from "../schemas/settlements.ts";
import { refreshSettlement } from "./load-settlement.ts";
import { loadSettlementProof } from "./settlement-proof.ts";
import { findSettlements } from "./store.ts";

const SettlementId = request({ settlementId: requiredId() });

/** Queries the chain while the chain may still record the settlement. */
export const getSettlement = read("GET /settlements/{settlementId}", {
  name: "settlements.get",
  summary: "Get a settlement",
  description:
    "A settlement that the chain may still record is checked against the chain on every read: one that is `SUBMITTED`, or `FAILED` but not permanently.",
  refusals: { settlementNotFound },
  input: SettlementId.strip(),
  output: z.object({ settlement: Settlement }),
  run: async (work, { settlementId }) => ({
    settlement: await refreshSettlement(work, settlementId),
  }),
});

const SettlementQuery = request({
  invoiceId: filterId(),
  serviceId: filterId(),
  payerId: filterId(),
  merchantId: filterId(),
  transactionHash: omittable(bytes32())
    .transform((hash) => hash?.toLowerCase())
    .meta({
      description: "Only settlements that this transaction recorded, or was sent to record",
    }),
  status: omittable(oneOf(settlementStatuses)).meta({
    description: "Only settlements with this status",
    example: "CONFIRMED",
  }),
  ...page("settlements"),
}).prefault({});

/** Lists settlements as stored. Only the GET of one settlement and the reconciler query the chain. */
export const listSettlements = read("GET /settlements", {
  name: "settlements.list",
  summary: "List settlements, newest first",
  description:
    "Returns the settlements as stored, without asking the chain. To check a `SUBMITTED` settlement against the chain, get it by its id.",
  input: SettlementQuery,
  output: pageOf("settlements", Settlement, "settlements"),
  run: async (work, query) => {
    const { rows, next } = await upToDate(
      work,
      () => findSettlements(work.db, work.tenant, query),
      ({ rows }) => ({ invoices: rows.map(({ invoice }) => invoice) }),
    );
    return { settlements: rows, nextCursor: next };
  },
});

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
    return { proof: await loadSettlementProof(work.db, settlement) };
  },
});
