import { z } from "zod";
import { exampleAddress } from "../shared/examples.ts";
import { Refusal, referencedRecordNotFound, uniqueFieldsTaken } from "../shared/refusal.ts";
import { rest, router, withKey } from "../trpc/base.ts";
import { apiRoot } from "../trpc/rest.ts";
import { write } from "../trpc/write.ts";
import { chainOf } from "./chain-of.ts";
import { createSettlement } from "./create-settlement.ts";
import {
  addressNotOfCap,
  amountMismatch,
  chainDoesNotAnswer,
  invoiceNotOpen,
  merchantMismatch,
  noSpendingCap,
  payerMismatch,
  settlementHasNoProof,
  settlementInProgress,
  settlementNotFound,
  unsettled,
} from "./errors.ts";
import { getSettlement } from "./get-settlement.ts";
import { listSettlements } from "./list-settlements.ts";
import { prepareCollection } from "./prepare-collection.ts";
import { SettlementProof } from "./proof.ts";
import { proveSettlement } from "./prove-settlement.ts";
import {
  Chain,
  NewSettlement,
  Settlement,
  SettlementId,
  SettlementPage,
  SettlementQuery,
} from "./schema.ts";
import { settle } from "./settle.ts";

export const settlements = router({
  create: withKey
    .meta(
      rest("POST /settlements", "Settle an invoice", {
        description:
          "Records the payment on the settlement chain and waits for the chain's word: 201 when it is `CONFIRMED`. The same invoice and reference again answers 200 with the settlement there is. A 500 carries the reason and `Location`; read the settlement there, since one that only ran out of time may still be confirmed.",
        status: 201,
        alsoStatus: 200,
        refusals: [
          payerMismatch,
          merchantMismatch,
          amountMismatch,
          addressNotOfCap("payerAddress", exampleAddress),
          addressNotOfCap("merchantAddress", exampleAddress),
          referencedRecordNotFound,
          invoiceNotOpen,
          settlementInProgress,
          noSpendingCap,
          uniqueFieldsTaken,
          chainDoesNotAnswer,
          unsettled("EnforcedPause()"),
          unsettled("The settlement was not confirmed within 60 s; it may still be."),
        ],
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
        description: "One that is `SUBMITTED` is checked against the chain on every read.",
        refusals: [settlementNotFound],
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
          "Where its event stands and what it says, for anyone to hold against the chain: `pnpm verify` does.",
        refusals: [settlementNotFound, settlementHasNoProof("SUBMITTED")],
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
