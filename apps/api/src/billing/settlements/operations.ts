import { z } from "zod";
import { SettlementProof } from "../../contract/settlement-proofs.ts";
import {
  addressNotOfCap,
  amountMismatch,
  Chain,
  chainDoesNotAnswer,
  invoiceNotOpen,
  merchantMismatch,
  NewSettlement,
  noSpendingCap,
  payerMismatch,
  Settlement,
  SettlementId,
  SettlementPage,
  SettlementQuery,
  settlementHasNoProof,
  settlementInProgress,
  settlementNotFound,
  unsettled,
} from "../../contract/settlements.ts";
import { exampleAddress } from "../../lib/examples.ts";
import { Refusal, referencedRecordNotFound, uniqueFieldsTaken } from "../../lib/refusal.ts";
import { apiRoot, read, write } from "../../operation/define.ts";
import { prepareCollection } from "./collect-under-cap.ts";
import { createSettlement } from "./create-settlement.ts";
import { settle } from "./engine/settle.ts";
import { getSettlement } from "./get-settlement.ts";
import { listSettlements } from "./list-settlements.ts";
import { chainOf, proveSettlement } from "./prove-settlement.ts";

export const settlements = {
  create: write("POST /settlements", {
    name: "settlements.create",
    summary: "Settle an invoice",
    description:
      "Records the payment on the settlement chain and waits for the chain's word, usually up to a minute: 201 when it is `CONFIRMED`, and the invoice `PAID`. The same invoice and `referenceHash` again never pays twice: it joins what is under way and answers 200 with the settlement there is. A 500 with `Location` says why it is `FAILED`. If it only ran out of time it may still be confirmed: send the same again, or read it until it is, and do not pay in another way. `settlement.submitted`, `settlement.confirmed`, `settlement.failed` and `invoice.paid` tell of it.",
    status: 201,
    alsoStatus: 200,
    refusals: {
      payerMismatch,
      merchantMismatch,
      amountMismatch,
      payerAddressNotOfCap: addressNotOfCap("payerAddress", exampleAddress),
      merchantAddressNotOfCap: addressNotOfCap("merchantAddress", exampleAddress),
      referencedRecordNotFound,
      invoiceNotOpen,
      settlementInProgress,
      noSpendingCap,
      uniqueFieldsTaken,
      chainDoesNotAnswer,
      refusedByChain: unsettled("EnforcedPause()"),
      outOfTime: unsettled("The settlement was not confirmed within 60 s; it may still be."),
    },
    input: NewSettlement,
    output: z.object({ settlement: Settlement, chain: Chain }),
    transaction: "own",
    run: async (work, input) => {
      // An Idempotency-Key stands for the settlement that is made; waiting for the chain is not part of it.
      const { collect, ...settlement } = input;
      const collecting = collect && (await prepareCollection(work, settlement));
      const taken = await work.commit((inside) => createSettlement(inside, settlement, collecting));
      const {
        settlement: { id },
        created,
      } = taken;
      work.reply.headers.Location = `${apiRoot}/settlements/${id}`;
      const settled = await settle(work, id);
      if (settled.status !== "CONFIRMED")
        throw new Refusal(unsettled(settled.failure ?? "The settlement failed."));
      if (!created) work.reply.status = 200;
      return { settlement: settled, chain: chainOf(settled) };
    },
  }),

  get: read("GET /settlements/{settlementId}", {
    name: "settlements.get",
    summary: "Get a settlement",
    description:
      "One that the chain may still have something to say of is checked against it on every read: `SUBMITTED`, and `FAILED` where that is not for good.",
    refusals: { settlementNotFound },
    input: SettlementId,
    output: z.object({ settlement: Settlement }),
    run: async (work, input) => ({
      settlement: await getSettlement(work, input.settlementId),
    }),
  }),

  proof: read("GET /settlements/{settlementId}/proof", {
    name: "settlements.proof",
    summary: "Say where the chain shows a settlement",
    description:
      "Where its event stands and what it says, for anyone to hold against the chain: `usance verify` does.",
    refusals: { settlementNotFound, settlementHasNoProof: settlementHasNoProof("SUBMITTED") },
    input: SettlementId,
    output: z.object({ proof: SettlementProof }),
    run: async (work, input) => ({
      proof: await proveSettlement(work, input.settlementId),
    }),
  }),

  list: read("GET /settlements", {
    name: "settlements.list",
    summary: "List settlements, newest first",
    description:
      "As they were last seen: the chain is not asked. To have one that is `SUBMITTED` checked, get it.",
    input: SettlementQuery,
    output: SettlementPage,
    run: async (work, input) => {
      const { rows, next } = await listSettlements(work, input);
      return { settlements: rows, nextCursor: next };
    },
  }),
};
