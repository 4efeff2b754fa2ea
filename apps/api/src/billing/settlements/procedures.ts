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
import { rest, router, withKey } from "../../operation/base.ts";
import { apiRoot } from "../../operation/rest.ts";
import { write } from "../../operation/write.ts";
import { chainOf } from "./chain-of.ts";
import { createSettlement } from "./create-settlement.ts";
import { getSettlement } from "./get-settlement.ts";
import { listSettlements } from "./list-settlements.ts";
import { prepareCollection } from "./prepare-collection.ts";
import { proveSettlement } from "./prove-settlement.ts";
import { settle } from "./settle.ts";

export const settlements = router({
  create: withKey
    .meta(
      rest("POST /settlements", "Settle an invoice", {
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
      }),
    )
    .input(NewSettlement)
    .output(z.object({ settlement: Settlement, chain: Chain }))
    .mutation(async ({ ctx, input }) => {
      // The settlement is what an Idempotency-Key stands for; waiting for the chain changes nothing of it.
      const { collect, ...settlement } = input;
      const collecting = collect && (await prepareCollection(ctx.parts, settlement));
      const taken = await write(ctx, (db) =>
        createSettlement({ ...ctx.parts, db }, settlement, collecting),
      );
      const {
        settlement: { id },
        created,
      } = taken;
      ctx.reply.headers.Location = `${apiRoot}/settlements/${id}`;
      const settled = await settle(ctx.parts, id);
      if (settled.status !== "CONFIRMED")
        throw new Refusal(unsettled(settled.failure ?? "The settlement failed."));
      if (!created) ctx.reply.status = 200;
      return { settlement: settled, chain: chainOf(settled) };
    }),

  get: withKey
    .meta(
      rest("GET /settlements/{settlementId}", "Get a settlement", {
        description:
          "One that the chain may still have something to say of is checked against it on every read: `SUBMITTED`, and `FAILED` where that is not for good.",
        refusals: { settlementNotFound },
      }),
    )
    .input(SettlementId)
    .output(z.object({ settlement: Settlement }))
    .query(async ({ ctx, input }) => ({
      settlement: await getSettlement(ctx.parts, input.settlementId),
    })),

  proof: withKey
    .meta(
      rest("GET /settlements/{settlementId}/proof", "Say where the chain shows a settlement", {
        description:
          "Where its event stands and what it says, for anyone to hold against the chain: `usance verify` does.",
        refusals: { settlementNotFound, settlementHasNoProof: settlementHasNoProof("SUBMITTED") },
      }),
    )
    .input(SettlementId)
    .output(z.object({ proof: SettlementProof }))
    .query(async ({ ctx, input }) => ({
      proof: await proveSettlement(ctx.parts, input.settlementId),
    })),

  list: withKey
    .meta(
      rest("GET /settlements", "List settlements, newest first", {
        description:
          "As they were last seen: the chain is not asked. To have one that is `SUBMITTED` checked, get it.",
      }),
    )
    .input(SettlementQuery)
    .output(SettlementPage)
    .query(async ({ ctx, input }) => {
      const { rows, next } = await listSettlements(ctx.parts, input);
      return { settlements: rows, nextCursor: next };
    }),
});
